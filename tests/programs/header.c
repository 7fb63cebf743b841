/* heddle/rt.h: what each call does under Heddle, and what without. */
#include "suite.h"

#define STRICT " -Wall -Wextra -Werror -pedantic "

static const struct {
  const char *what, *command;
} rows[] = {
    {"every input and choice is tried",
     "heddle test -s optimal --all -o none --input wide=7 calls.c > told; "
     "test $? = 0 && grep -q ' 24 executions (optimal)' told"},
    {"one input is fixed by name",
     "heddle test -s optimal --all -o none --input wide=7 --input n=3 calls.c "
     "> told; "
     "test $? = 0 && grep -q ' 6 executions (optimal)' told"},
    {"and the same by number",
     "heddle test -s optimal --all -o none --input wide=7 --input 0=3 calls.c "
     "> told; "
     "test $? = 0 && grep -q ' 6 executions (optimal)' told"},
    {"a run that does not count fails nothing",
     "heddle test --all -o none --input n=2 calls.c -- fail > told; "
     "test $? = 0"},
    {"a failure says what it was told, with the values it was given",
     "heddle test -o calls.rec --input wide=77 --input n=4 calls.c -- fail "
     "> told; test $? = 1 && grep -q 'n 4, wide 77, x 3' told"},
    {"names, values and remarks are in the run",
     "grep -q 'input n = 4' told && grep -q 'input wide = 77' told && "
     "grep -q 'note: chose 2' told"},
    {"its recording has the named inputs",
     "heddle replay calls.rec > told; "
     "test $? = 1 && grep -q 'n 4, wide 77, x 3' told"},
    {"random strategies choose too",
     "heddle test -s random -n 1000 -o none calls.c -- fail > told; "
     "test $? = 1 && heddle test -s pct -n 1000 -o none calls.c -- fail > told; "
     "test $? = 1"},
    {"a value outside of the range is refused",
     "heddle test -o none --input n=5 calls.c > told; "
     "test $? = 1 && grep -q 'input n is 5, which is not from 1 to 4' told"},
    {"what is no input is refused",
     "for i in n= =3 n n=x 1.=2; do heddle test -o none --input $i calls.c "
     "2> told; test $? = 2 && grep -q 'is no input' told || exit 1; done"},
    {"by itself the program runs once",
     "heddle-cc" STRICT "calls.c -o calls && "
     "test \"$(./calls fail)\" = '0 1 -5 1'"},
    {"built by gcc", "cc -std=c11" STRICT "calls.c -I\"$HEDDLE_INCLUDE\" "
     "-pthread -o native && test \"$(./native fail)\" = '0 1 -5 1'"},
    {"built by clang",
     "clang-19 -std=c11" STRICT "-I\"$HEDDLE_INCLUDE\" calls.c "
     "-pthread -o native && test \"$(./native fail)\" = '0 1 -5 1'"},
    {"optimised, nothing of it is left but the failure",
     "cc -O1 -I\"$HEDDLE_INCLUDE\" calls.c -pthread -o native && "
     "! nm native | grep heddle_ | grep -v heddle_fail"},
    {"a failure without Heddle says so and aborts",
     "echo '#include <heddle/rt.h>\nint main(void) "
     "{ heddle_fail(\"no %d\", 7); }' > fails.c; "
     "cc -std=c99" STRICT "-I\"$HEDDLE_INCLUDE\" fails.c -o fails && "
     "{ ./fails 2> told; test $? = 134; } && grep -q 'no 7' told"},
    {"remarks without end do no harm",
     "echo '#include <heddle/rt.h>\nint main(void) { for (int i = 0; "
     "i < 100000; i++) heddle_note(\"%d\", i % 2000); }' > notes.c; "
     "heddle test -o none notes.c > told; test $? = 0"},
};

void suite_header(struct suite *s) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    suite_command(s, rows[i].what, rows[i].command);
}
