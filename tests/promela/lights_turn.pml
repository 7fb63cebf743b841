/* expect: states 72 */
/* with: --fair */
/* The same with turns. */
bool main_car, side_car; byte green;
active proctype Cars() {
  do
  :: !main_car -> main_car = true
  :: !side_car -> side_car = true
  od
}
active proctype Lights() {
  do
  :: if :: main_car -> green = 1; main_car = false :: !main_car fi;
     if :: side_car -> green = 2; side_car = false :: !side_car fi
  od
}
ltl passes { [] (side_car -> <> !side_car) }
