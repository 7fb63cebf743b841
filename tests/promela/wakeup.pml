/* expect: states 21 deadlock 1 liveness 1 */
/* with: --fair */
/* The signal comes between the look and the sleep, and is lost. */
bool ready, asleep, done;
active proctype Sleeper() {
  if
  :: ready
  :: !ready -> asleep = true; !asleep
  fi;
  done = true
}
active proctype Waker() { ready = true; asleep = false }
ltl wakes { <> done }
