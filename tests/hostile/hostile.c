/* Programs that mean harm: `hostile N` does the N-th, `hostile list` names them.
 * They are run by nobody, in a folder of files that must be there afterwards
 * (run). */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static int remove_one(const char *path, const struct stat *s, int kind,
                      struct FTW *f) {
  (void)s, (void)kind, (void)f;
  return remove(path), 0;
}
static void remove_folder(void) {
  DIR *d = opendir(".");
  for (struct dirent *e; d && (e = readdir(d));)
    remove(e->d_name);
}
static void overwrite(const char *path, int flags) {
  int f = open(path, O_WRONLY | flags, 0600);
  write(f, "harm", 4);
  close(f);
}
static void *spin(void *u) {
  for (volatile int i = 0;; i++)
    ;
  return u;
}
static void *again(void *u) {
  pthread_t t;
  pthread_create(&t, NULL, again, u);
  return u;
}
static int deeper(int n) {
  volatile char room[4096];
  room[n % 4096] = (char)n;
  return n < 0 ? 0 : deeper(n + 1) + room[n % 4096];
}
static void by_handler(int s) {
  (void)s;
  for (;;)
    raise(SIGSEGV);
}
static void at_end(void) {
  for (;;)
    ;
}

#define ACTS(X)                                                                \
  X(remove_folder, remove_folder())                                            \
  X(remove_tree, nftw(".", remove_one, 8, FTW_DEPTH | FTW_PHYS))               \
  X(unlink, unlink("kept"))                                                    \
  X(unlink_link, unlink("link"))                                               \
  X(unlinkat, int d = open(".", O_DIRECTORY); unlinkat(d, "kept", 0))          \
  X(unlink_by_number, syscall(SYS_unlink, "kept"))                             \
  X(truncate, truncate("kept", 0))                                             \
  X(overwrite, overwrite("kept", 0))                                           \
  X(empty, overwrite("kept", O_TRUNC))                                         \
  X(through_link, overwrite("link", O_TRUNC))                                  \
  X(append, FILE *f = fopen("kept", "a"); fputs("x", f))                       \
  X(unflushed, FILE *f = fopen("kept", "w"); fputs("x", f); _exit(0))          \
  X(rename, rename("kept", "other"))                                           \
  X(rename_over, rename("other", "kept"))                                      \
  X(rename_folder, rename("folder", "elsewhere"))                              \
  X(replace, unlink("kept"); symlink("/etc/passwd", "kept"))                   \
  X(folder_for_file, unlink("kept"); mkdir("kept", 0700))                      \
  X(remove_empty, rmdir("empty"))                                              \
  X(remove_here, rmdir("."))                                                   \
  X(modes, chmod("kept", 0); chmod("folder", 0))                               \
  X(modes_by_number, int f = open("kept", O_RDONLY); fchmod(f, 0))             \
  X(times, struct timeval t[2] = {{1, 0}, {1, 0}}; utimes("kept", t))          \
  X(mapped, int f = open("kept", O_RDWR);                                      \
    char *p = mmap(NULL, 4, PROT_WRITE, MAP_SHARED, f, 0);                     \
    if (p != MAP_FAILED) p[0] = '!')                                           \
  X(own_binary, char p[4096] = ""; readlink("/proc/self/exe", p, 4095);        \
    overwrite(p, O_TRUNC); unlink(p))                                          \
  X(many_files, for (int i = 0; i < 400; i++) { char n[16];                    \
    sprintf(n, "f%d", i); overwrite(n, O_CREAT); })                            \
  X(large_file, char b[4096] = "x"; int f = open("big", O_CREAT | O_RDWR, 0600);\
    for (int i = 0; i < 5000 && write(f, b, 4096) > 0; i++) {})                \
  X(close_all, for (int i = 0; i < 30000; i++) close(i))                       \
  X(close_by_number, for (int i = 0; i < 30000; i++) syscall(SYS_close, i))    \
  X(close_range, close_range(0, ~0u, 0))                                       \
  X(close_streams, fclose(stdin); fclose(stdout); fclose(stderr))              \
  X(open_all, while (open("kept", O_RDONLY) >= 0) {})                          \
  X(no_descriptors, struct rlimit r = {0}; setrlimit(RLIMIT_NOFILE, &r))       \
  X(write_all, for (int i = 3; i < 300; i++) write(i, "garbage", 7))           \
  X(dup_over, for (int i = 0; i < 99; i++) dup2(open("kept", O_RDONLY), i))    \
  X(kill_parent, kill(getppid(), SIGKILL))                                     \
  X(kill_group, kill(0, SIGKILL))                                              \
  X(kill_everybody, kill(-1, SIGKILL))                                         \
  X(kill_by_number, syscall(SYS_kill, getppid(), SIGKILL))                     \
  X(killpg, killpg(getpgrp(), SIGKILL))                                        \
  X(kill_itself, kill(getpid(), SIGKILL))                                      \
  X(stop_itself, raise(SIGSTOP))                                               \
  X(forks, for (int i = 0; i < 500; i++) fork())                               \
  X(forks_asleep, for (int i = 0; i < 500; i++) if (!fork()) sleep(1))         \
  X(forks_spin, if (!fork()) spin(NULL))                                       \
  X(alarm, alarm(1); spin(NULL))                                               \
  X(all_memory, while (malloc(1 << 20)) {})                                    \
  X(touch_memory, for (char *p; (p = malloc(1 << 20));) memset(p, 1, 1 << 20)) \
  X(deep, deeper(0))                                                           \
  X(unmap_stacks, munmap((void *)0x400000000000, 1 << 30))                     \
  X(unmap_heaps, munmap((void *)0x200000000000, 1L << 36))                     \
  X(trample, for (char *p = (char *)environ;; p += 64) *p = 1)                 \
  X(jump, ((void (*)(void))8)())                                               \
  X(handler, signal(SIGSEGV, by_handler); *(volatile int *)0 = 1)              \
  X(spins, spin(NULL))                                                         \
  X(spins_at_end, atexit(at_end))                                              \
  X(threads, pthread_t t; for (;;) pthread_create(&t, NULL, spin, NULL))       \
  X(threads_of_threads, again(NULL); pthread_exit(NULL))                       \
  X(talks, for (;;) puts("more and more"))                                     \
  X(environment, environ = NULL; setenv("PATH", "", 1))                        \
  X(lost_jump, jmp_buf b; memset(b, 7, sizeof b); longjmp(b, 1))

int main(int argc, char **argv) {
  int wanted = argc > 1 && strcmp(argv[1], "list") ? atoi(argv[1]) : -1, n = 0;
#define DO(name, ...)                                                          \
  if (wanted < 0)                                                              \
    puts(#name);                                                               \
  else if (wanted == n++) {                                                    \
    __VA_ARGS__;                                                               \
  }
  ACTS(DO)
  return 0;
}
