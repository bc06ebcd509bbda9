"""For all tests: an interrupt is one, also where the tests were started in the background, which ignores it."""

import signal
import threading

if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
