"""What this machine can do at best: sleeps until each instant given (seconds since 1970, one a line) and prints how late it woke."""

import sys
import time

for instant in sorted(float(line) for line in sys.stdin):
    left = instant - time.time()
    if left > 0:
        time.sleep(left)
    print(time.time() - instant)
