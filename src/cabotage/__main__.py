"""`python -m cabotage`: the command line where its script is not on the path."""

import sys

from cabotage.cli import main

sys.exit(main())
