/* expect: states 48 liveness 1 */
/* with: --fair */
/* The main road goes first whenever a car is there: the side road may wait for
 * ever. */
bool main_car, side_car; byte green;
active proctype Cars() {
  do
  :: !main_car -> main_car = true
  :: !side_car -> side_car = true
  od
}
active proctype Lights() {
  do
  :: main_car -> green = 1; main_car = false
  :: !main_car && side_car -> green = 2; side_car = false
  od
}
ltl passes { [] (side_car -> <> !side_car) }
