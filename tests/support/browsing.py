"""A real browser for the tests of pages: chromium as Debian installs it, driven by playwright."""

import shutil
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Within a context: a process for each page takes time to start, and to read the same scripts.
    "--renderer-process-limit=1",
)
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first one that is there: the shell draws the same pages without the windows around them."""
SCREENSHOTS = Path(__file__).parents[2] / "out" / "screenshots"
PATIENCE_S = 90.0
"""For so long a page is waited for: on a computer that is busy with other things one took 30."""
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
TV = {"width": 1920, "height": 1080}
SIZES = {"phone": PHONE, "desktop": DESKTOP, "tv": TV}


class Browsers:
    """One driver and one ordinary browser for all tests of a process: starting them takes seconds.

    Phones share nothing in it: each has a context of its own. Making one takes a second of the
    processor's time, so that contexts are emptied and used again.
    """

    def __init__(self):
        self._entered = None
        self._driver = None
        self._ordinary = None
        self._emptied = {}

    def launch(self, arguments=ARGUMENTS):
        found = next(filter(None, map(shutil.which, NAMES)), None)
        if found is None:
            pytest.skip("no chromium is installed, so pages are not tested in a real browser")
        playwright = pytest.importorskip(
            "playwright.sync_api", reason="playwright is not installed, so no browser can be driven"
        )
        if self._driver is None:
            self._entered = playwright.sync_playwright()
            self._driver = self._entered.__enter__()
        return self._driver.chromium.launch(executable_path=found, args=arguments)

    def ordinary(self):
        if self._ordinary is None or not self._ordinary.is_connected():
            self._ordinary = self.launch()
            self._emptied = {}
        return self._ordinary

    def context(self, browser, **how):
        """A context that knows nothing."""
        emptied = self._emptied.get(str(how)) if browser is self._ordinary else None
        if emptied:
            context = emptied.pop()
            # An answer that was still on its way may have brought one since.
            context.clear_cookies()
            return context
        context = browser.new_context(**how)
        # Its window stays open with this page: a new window is what takes long.
        context.new_page()
        return context

    def give_back(self, browser, context, address, **how):
        """Forget all that was done in a context at an address."""
        if browser is not self._ordinary or how["service_workers"] == "allow":
            context.close()
            return
        blank, *pages = context.pages
        devtools = context.new_cdp_session(blank)
        for page in pages:
            self._close(page, devtools)
        context.unroute_all()
        context.set_offline(False)
        context.clear_cookies()
        devtools.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
        devtools.detach()
        self._emptied.setdefault(str(how), []).append(context)

    def _close(self, page, devtools):
        """Close a page as often as it takes.

        Of one that is between two documents chromium says that it was closed, and leaves it open;
        playwright's own way then waits for ever.
        """
        from playwright.sync_api import Error

        own = page.context.new_cdp_session(page)
        target = own.send("Target.getTargetInfo")["targetInfo"]["targetId"]
        blank = page.context.pages[0]

        def closed():
            with suppress(Error):
                devtools.send("Target.closeTarget", {"targetId": target})
            blank.wait_for_timeout(5)
            return page.is_closed()

        until(closed)

    def close_others(self):
        """Close the contexts that nobody gave back."""
        emptied = [one for some in self._emptied.values() for one in some]
        for context in self._ordinary.contexts:
            if context not in emptied:
                context.close()

    def close(self):
        if self._ordinary is not None:
            self._ordinary.close()
        if self._entered is not None:
            self._entered.__exit__(None, None, None)
        self._entered = self._driver = self._ordinary = None


BROWSERS = Browsers()


@contextmanager
def chromium(arguments=ARGUMENTS):
    """The browser, or the sentence why these tests are skipped."""
    if arguments is not ARGUMENTS:
        browser = BROWSERS.launch(arguments)
        yield browser
        browser.close()
        return
    browser = BROWSERS.ordinary()
    yield browser
    BROWSERS.close_others()


def until(holds, seconds=30.0):
    """Wait for something on the server's side."""
    end_s = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end_s, "it did not happen in time"
        time.sleep(0.01)


class Phone:
    """One browser at the table."""

    def __init__(
        self,
        browser,
        table,
        *,
        size=PHONE,
        dark=False,
        language="en-GB",
        still=True,
        worker=False,
    ):
        is_phone = size is PHONE
        self.table = table
        self.browser = browser
        self.how = {
            "viewport": size,
            "has_touch": is_phone,
            "is_mobile": is_phone,
            "device_scale_factor": 2 if is_phone else 1,
            "color_scheme": "dark" if dark else "light",
            "locale": language,
            "ignore_https_errors": True,
            # What a service worker hands on counts as sent in full.
            "service_workers": "allow" if worker else "block",
            "reduced_motion": "reduce" if still else "no-preference",
        }
        self.context = BROWSERS.context(browser, **self.how)
        self.context.set_default_timeout(1000 * PATIENCE_S)
        self.page = self.context.new_page()
        self.troubles = []
        self.pressed_s = 0.0
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", self._heard)

    def _heard(self, message):
        # A refused move and a stream that is cut are told by the browser too; they are no fault.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.troubles.append(message.text)

    def join(self):
        self.page.goto(self.table.joining)
        return self

    def open(self, path="/"):
        self.page.goto(self.table.address + path)
        return self

    def tap(self, selector):
        place = self.page.locator(selector).first
        if self.page.viewport_size == PHONE:
            place.tap()
        else:
            place.click()

    def press(self, text):
        """Tap the button or link with this text that can be seen, and not as half a double tap."""
        self.page.wait_for_timeout(max(0.0, 1000 * (self.pressed_s + 0.4 - time.monotonic())))
        self.page.locator("button:visible, a:visible", has_text=text).first.click()
        self.pressed_s = time.monotonic()

    def lay(self, x, y, tile):
        self.tap(f'.cell[data-x="{x}"][data-y="{y}"]')
        self.tap(f'.swatch[data-tile="{tile}"]')

    def total(self, name):
        return int(self.page.locator(".score", has_text=name).locator(".total").inner_text())

    def waits_for(self, selector, **how):
        return self.page.wait_for_selector(selector, **how)

    def sees(self, text):
        self.page.get_by_text(text, exact=False).first.wait_for()
        return True

    def waits_until(self, script, seconds=PATIENCE_S):
        """Ask again and again: the pages' policy forbids playwright's own way of waiting."""
        end_s = time.monotonic() + seconds
        while not self._holds(script):
            assert time.monotonic() < end_s, f"never came true: {script}"
            self.page.wait_for_timeout(50)

    def _holds(self, script):
        try:
            return self.page.evaluate(script)
        except Exception as error:
            # A page that is being loaded has no document yet.
            if "context was destroyed" in str(error) or "properties of null" in str(error):
                return False
            raise

    def keep(self, name):
        """A screenshot for people to look at."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png")

    def leave(self):
        BROWSERS.give_back(self.browser, self.context, self.table.address, **self.how)
