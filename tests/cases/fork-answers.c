// must: what a child would write into a pipe is no deadlock of its parent
// expect: incomplete another fork
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  char c;
  pipe(ends);
  pid_t child = fork();
  if (!child) {
    write(ends[1], "x", 1);
    _exit(0);
  }
  read(ends[0], &c, 1);
  waitpid(child, NULL, 0);
  return 0;
}
