/* Does to the files of a folder what it should not: writes, removes, renames,
 * changes modes, removes folders and links; then it returns, crashes or does
 * not end. */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void *writes(void *unused) {
  FILE *f = fopen("written", "w");
  fputs("other bytes", f);
  fclose(f);
  f = fopen("longer", "a");
  fputs("more", f);
  fclose(f);
  return unused;
}

static void remove_all(const char *path) {
  DIR *d = opendir(path);
  for (struct dirent *e; (e = readdir(d));)
    if (e->d_name[0] != '.')
      unlinkat(dirfd(d), e->d_name, 0);
  closedir(d);
  rmdir(path);
}

int main(int argc, char **argv) {
  pthread_t t;
  pthread_create(&t, NULL, writes, NULL);
  unlink("removed");
  rename("renamed", "over");
  chmod("mode", 0600);
  rmdir("empty");
  unlink("link");
  remove_all("full");
  pthread_join(t, NULL);
  if (argc > 1 && !strcmp(argv[1], "crash"))
    *(volatile int *)0 = 1;
  bool hangs = argc > 1 && !strcmp(argv[1], "hang");
  for (volatile unsigned long turns = 0; hangs; turns++)
    ; /* without a step, and never in a state where it was */
  return 0;
}
