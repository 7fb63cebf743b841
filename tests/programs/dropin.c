/* heddle cc as a drop-in for cc: what makefiles and configure scripts do
 * with a compiler. */
#include "suite.h"

static const struct {
  const char *what, *command;
} rows[] = {
    {"a makefile", "make -s CC=heddle-cc prog"},
    {"the program runs by itself", "test \"$(./prog hello)\" = 'hello 42'"},
    {"dependencies are written", "grep -q '^worker.o:.*worker.h' worker.d"},
    {"nothing is built twice", "make -s -q CC=heddle-cc prog"},
    {"a header that changed is noticed",
     "touch -d '-1 hour' *.o prog; ! make -s -q CC=heddle-cc prog"},
    {"several files at once",
     "heddle-cc -Iinclude -DANSWER=42 main.c worker.c extra.c -lm -o all && "
     "test \"$(./all x)\" = 'x 42'"},
    {"-c without -o", "rm -f extra.o; heddle-cc -Iinclude -c extra.c && "
                      "test -f extra.o"},
    {"-c with -o in another folder",
     "mkdir -p out && heddle-cc -Iinclude -c extra.c -o out/e.o && "
     "test -f out/e.o"},
    {"-MF and -MT", "heddle-cc -Iinclude -c extra.c -MD -MF x.dep -MT target "
                    "&& grep -q '^target:' x.dep"},
    {"-E is the preprocessor's",
     "heddle-cc -E -DANSWER=7 -Iinclude worker.c | grep -q 'extra(7)'"},
    {"a file that gcc has preprocessed",
     "printf '#include <math.h>\n#include <stdlib.h>\n"
     "int main(void) { free(malloc(1)); return 3; }\n' | gcc -E -xc - > pre.i && "
     "heddle-cc pre.i -o pre && { ./pre; test $? = 3; }"},
    {"--version answers", "heddle-cc --version | grep -q clang"},
    {"an error has its line and a status",
     "echo 'int main(void) { return x; }' > bad.c; "
     "! heddle-cc bad.c -o bad 2> errors && grep -q 'bad.c:1:25' errors"},
    {"a missing file is an error", "! heddle-cc nothing.c -o n 2> errors"},
    {"an undefined function is an error",
     "echo 'int f(void); int main(void) { return f(); }' > u.c; "
     "! heddle-cc u.c -o u 2> errors && grep -q undefined errors"},
    {"a folder with a space",
     "mkdir -p 'a b' && cp extra.c 'a b/' && "
     "heddle-cc -Iinclude -c 'a b/extra.c' -o 'a b/e.o'"},
    {"the exit code is the program's",
     "echo 'int main(void) { return 7; }' > seven.c; "
     "heddle-cc seven.c -o seven && { ./seven; test $? = 7; }"},
    {"a thread-local variable of another file",
     "echo '_Thread_local int t = 3; int main(void) { extern int g(void); "
     "return g() - 3; }' > t1.c; echo 'extern _Thread_local int t; "
     "int g(void) { return t; }' > t2.c; heddle-cc t1.c t2.c -o t && ./t"},
    {"what a library allocates is the run's",
     "cc -shared -fPIC library.c -o liblibrary.so && "
     "heddle-cc -Wall -Wextra -Werror borrows.c -L. -llibrary "
     "-Wl,-rpath,$PWD -o borrows && ./borrows && "
     "heddle test -o none -s random -n 500 --steps 100 ./borrows "
     "> told 2>&1; test $? = 3 && ! grep 'of its own' told"},
    {"a shared library that was built so is looked into",
     "echo 'static int n; int seen(void) { return ++n; }' > seen.c; "
     "echo '#include <pthread.h>\nint seen(void); "
     "static void *f(void *a) { seen(); return a; } int main(void) { "
     "pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); "
     "return seen() - 2; }' > sees.c; "
     "heddle-cc -shared -fPIC seen.c -o libseen.so && "
     "heddle-cc sees.c -L. -lseen -Wl,-rpath,$PWD -o sees && "
     "heddle test --brief -o none ./sees && "
     "cc -shared -fPIC seen.c -o libseen.so && "
     "{ heddle test --brief -o none ./sees > told; test $? = 3; } && "
     "grep -q 'incomplete: seen at sees.c:2' told"},
    {"-static",
     "heddle-cc -static -w -Iinclude -DANSWER=42 main.c worker.c extra.c -lm "
     "-o still && test \"$(./still x)\" = 'x 42'"},
    {"no temporary file stays",
     "mkdir -p tmp && TMPDIR=$PWD/tmp heddle-cc -Iinclude -DANSWER=42 main.c "
     "worker.c extra.c -lm -o all && test -z \"$(ls tmp)\""},
};

void suite_dropin(struct suite *s) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    suite_command(s, rows[i].what, rows[i].command);
}
