/* One waits, looking again and again, for what another does once. */
bool done;
active proctype Waiter() {
  do :: done -> break :: !done -> skip od;
end:
  false
}
active proctype Setter() { done = true }
ltl set { <> done }
ltl seen { <> Waiter@end }
