"""HTTPS for phones that are cameras: which certificate is shown, and when it is made anew."""

from __future__ import annotations

import datetime
import ssl
from collections.abc import Callable
from pathlib import Path

from assistant.web.certificates import Files, context_of, server_files
from assistant.web.server import own_address, own_names
from assistant.words import PlainError
from assistant.words.files import file_sentence
from assistant.worker import Worker

EVERY_S = 60.0
"""How often this computer's address is looked at: routers change it while a game goes on."""
PORT_ABOVE = 443
"""The port for https lies so far above the one for http: 8443 beside 8000."""


def names_here() -> frozenset[str]:
    """Every name and number by which phones may ask for this computer."""
    named = {"localhost", "127.0.0.1", "::1", own_address(), *own_names()}
    return frozenset(name.lower() for name in named if name and name.isascii())


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


class Secure:
    """The certificate that is shown: one that somebody gave, or our own for the names of now."""

    def __init__(
        self,
        data: Path,
        given: Files | None = None,
        names: Callable[[], frozenset[str]] = names_here,
        clock: Callable[[], datetime.datetime] = _now,
    ) -> None:
        self.is_own = given is None
        self._data = data
        self._names = names
        self._clock = clock
        self._shown = frozenset[str]()
        self.context = self._opened(given or self._files())
        self._worker = Worker("certificates", self._keep_renewed)
        if self.is_own:
            self._worker.start()

    def renew(self) -> None:
        """Show a certificate for the names of now, where they have changed."""
        if self._names() != self._shown:
            files = self._files()
            self.context.load_cert_chain(files.certificate, files.key)

    def close(self) -> None:
        """Look at addresses no more."""
        self._worker.close()
        self._worker.join()

    def _keep_renewed(self) -> None:
        while not self._worker.is_closing:
            self.renew()
            self._worker.rest(EVERY_S)

    def _files(self) -> Files:
        names = self._names()
        try:
            files = server_files(self._data, names, self._clock())
        except OSError as error:
            raise PlainError(file_sentence(error, self._data)) from error
        except (ValueError, OverflowError) as error:
            # A clock in another age, a name of this computer that none may have.
            raise PlainError("play.no_own_certificate") from error
        self._shown = names
        return files

    def _opened(self, files: Files) -> ssl.SSLContext:
        try:
            return context_of(files)
        except ssl.SSLError:
            raise PlainError("play.no_certificate", path=files.certificate) from None
        except OSError as error:
            raise PlainError(file_sentence(error, files.certificate)) from error
