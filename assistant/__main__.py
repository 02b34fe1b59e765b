"""`python -m assistant` is the `qwirkle` command."""

import sys

from assistant.commands import main

sys.exit(main())
