/* Streams and options: opened, closed and left open, in every run anew.  The
 * addresses libc gives to streams are seen by both threads. */
#include <assert.h>
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *input;

/* libc makes the program's block larger. */
static void read_line(void) {
  size_t size = 1;
  char *line = malloc(size);
  assert(getline(&line, &size, input) > 1);
  free(line);
}

static void *reader(void *unused) {
  pthread_mutex_lock(&lock);
  read_line();
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t a;
  int letters = 0;
  while (getopt(argc, argv, "ab") != -1)
    letters++;
  assert(letters == 2);
  input = fopen("/proc/version", "r");
  FILE *left_open = fdopen(dup(1), "w"), *temporary = tmpfile();
  DIR *folder = opendir("/");
  assert(input && left_open && temporary && folder && readdir(folder));
  closedir(folder);
  pthread_create(&a, NULL, reader, NULL);
  pthread_mutex_lock(&lock);
  assert(input != left_open);
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  fputs("kept", temporary);
  fclose(input);
  assert(!fclose(stdout) && !close(1));
  return 0;
}
