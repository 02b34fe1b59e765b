"""Which addresses a camera may have that a phone names: the home's, never this computer's own."""

from __future__ import annotations

import ipaddress
import socket


class NotHomeError(OSError):
    """An address outside the home network, or one of this computer."""


def is_home(number: str) -> bool:
    """Whether a number is one of the home network's other devices."""
    try:
        address = ipaddress.ip_address(number.partition("%")[0])
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    special = (
        address.is_loopback
        or address.is_link_local  # also where clouds keep their secrets
        or address.is_unspecified
        or address.is_multicast
        or address.is_reserved
    )
    return address.is_private and not special and not _is_own(str(address))


def home_addresses(host: str, port: int) -> list[str]:
    """The numbers of a host; NotHomeError where any of them is not the home's."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    numbers = [str(one[4][0]) for one in found]
    if not numbers or not all(is_home(number) for number in numbers):
        raise NotHomeError("it is not a device of the home network")
    return numbers


def connect_home(
    address: tuple[str, int],
    timeout: float | None = None,
    source_address: tuple[str, int] | None = None,
) -> socket.socket:
    """As `socket.create_connection`, to the home's devices only.

    It is the checked number that is connected to: a name may point elsewhere a moment later.
    """
    host, port = address
    number = home_addresses(host, port)[0]
    return socket.create_connection((number, port), timeout, source_address)


def may_be_home(host: str) -> bool:
    """Whether a host that is written as a number, or as this computer, is at home; names may be."""
    if host.lower().rstrip(".") == "localhost":
        return False
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return True
    return is_home(host)


def _is_own(number: str) -> bool:
    """Whether this computer has the address: only then can it be listened on."""
    family = socket.AF_INET6 if ":" in number else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((number, 0))
    except OSError:
        return False
    return True
