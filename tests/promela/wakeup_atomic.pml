/* expect: states 15 */
/* with: --fair */
/* The look and the sleep are one step: every signal is heard. */
bool ready, asleep, done;
active proctype Sleeper() {
  if
  :: ready
  :: atomic { !ready -> asleep = true }; !asleep
  fi;
  done = true
}
active proctype Waker() { ready = true; asleep = false }
ltl wakes { <> done }
