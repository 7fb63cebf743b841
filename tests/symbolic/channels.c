/* An input that is carried through something else before it matters: files,
 * assembly, the environment, functions that call back ...  7 is wrong.  Where it
 * is followed (follows_...) that is found; where it is not, the verdict must say so,
 * and may not be that there is no failure. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <heddle/rt.h>
#include <mqueue.h>
#include <pthread.h>
#include <search.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static int in(void) {
  return (int)heddle_input("x", 0, 9);
}
static void out(int j) {
  assert(j != 7);
}

HEDDLE_TEST(asm_memory) {
  int x = in(), j;
  __asm__ volatile("movl %1, %%eax\n\tmovl %%eax, %0"
                   : "=m"(j)
                   : "m"(x)
                   : "eax");
  out(j);
}
HEDDLE_TEST(asm_register) {
  int x = in(), j;
  __asm__("movl %1, %0" : "=r"(j) : "r"(x));
  out(j);
}
HEDDLE_TEST(asm_both) {
  int x = in();
  __asm__("addl $0, %0" : "+r"(x));
  out(x);
}
HEDDLE_TEST(asm_both_memory) {
  int x = in();
  __asm__("addl $0, %0" : "+m"(x));
  out(x);
}
HEDDLE_TEST(asm_stack) {
  long x = in(), j;
  __asm__ volatile("push %1\n\tpop %0" : "=m"(j) : "m"(x));
  out((int)j);
}
HEDDLE_TEST(asm_clobber) {
  int x = in(), j = 0;
  int *p = &x, *q = &j;
  __asm__ volatile("movl (%0), %%eax\n\tmovl %%eax, (%1)" ::"r"(p), "r"(q)
                   : "eax", "memory");
  out(j);
}
HEDDLE_TEST(asm_global) {
  static int x __attribute__((used)), j __attribute__((used));
  x = in();
  __asm__ volatile("movl %1, %%eax\n\tmovl %%eax, %0"
                   : "=m"(j)
                   : "m"(x)
                   : "eax");
  out(j);
}
static void scan(const char *name) {
  int j = 0;
  FILE *f = fopen(name, "r");
  if (f && fscanf(f, "%d", &j) == 1)
    out(j);
  if (f)
    fclose(f);
  remove(name);
}
HEDDLE_TEST(file_fprintf) {
  FILE *f = fopen("ch.tmp", "w");
  fprintf(f, "%d", in());
  fclose(f);
  scan("ch.tmp");
}
HEDDLE_TEST(file_fputc) {
  FILE *f = fopen("ch.tmp", "w");
  fputc('0' + in(), f);
  fclose(f);
  scan("ch.tmp");
}
HEDDLE_TEST(file_putc) {
  FILE *f = fopen("ch.tmp", "w");
  putc('0' + in(), f);
  fclose(f);
  scan("ch.tmp");
}
HEDDLE_TEST(file_fputs) {
  char s[2] = {(char)('0' + in()), 0};
  FILE *f = fopen("ch.tmp", "w");
  fputs(s, f);
  fclose(f);
  scan("ch.tmp");
}
HEDDLE_TEST(file_fwrite) {
  char s[2] = {(char)('0' + in()), 0};
  FILE *f = fopen("ch.tmp", "w");
  fwrite(s, 1, 1, f);
  fclose(f);
  scan("ch.tmp");
}
HEDDLE_TEST(file_write_fscanf) {
  char s[2] = {(char)('0' + in()), 0};
  int fd = open("ch.tmp", O_RDWR | O_CREAT | O_TRUNC, 0600);
  write(fd, s, 1);
  close(fd);
  scan("ch.tmp");
}
HEDDLE_TEST(file_write_read) {
  char s[2] = {(char)('0' + in()), 0}, t[2] = "";
  int fd = open("ch.tmp", O_RDWR | O_CREAT | O_TRUNC, 0600);
  write(fd, s, 1);
  lseek(fd, 0, SEEK_SET);
  if (read(fd, t, 1) == 1)
    out(t[0] - '0');
  close(fd);
  remove("ch.tmp");
}
HEDDLE_TEST(file_dprintf) {
  int fd = open("ch.tmp", O_RDWR | O_CREAT | O_TRUNC, 0600);
  dprintf(fd, "%d", in());
  close(fd);
  scan("ch.tmp");
}
HEDDLE_TEST(file_length) {
  int fd = open("ch.tmp", O_RDWR | O_CREAT | O_TRUNC, 0600);
  ftruncate(fd, in());
  out((int)lseek(fd, 0, SEEK_END));
  close(fd);
  remove("ch.tmp");
}
HEDDLE_TEST(file_offset) {
  int fd = open("ch.tmp", O_RDWR | O_CREAT | O_TRUNC, 0600);
  lseek(fd, in(), SEEK_SET);
  out((int)lseek(fd, 0, SEEK_CUR));
  close(fd);
  remove("ch.tmp");
}
HEDDLE_TEST(follows_file_exists) {
  if (in() == 7) {
    FILE *f = fopen("ch.tmp", "w");
    fclose(f);
  }
  int there = access("ch.tmp", F_OK) == 0;
  remove("ch.tmp");
  assert(!there);
}
HEDDLE_TEST(file_width) {
  FILE *f = fopen("ch.tmp", "w");
  fprintf(f, "%*d", in() + 1, 1);
  long at = ftell(f);
  fclose(f);
  remove("ch.tmp");
  out((int)at - 1);
}
HEDDLE_TEST(printf_result) {
  out(printf("%*d", in() + 1, 1) - 1);
}
HEDDLE_TEST(through_pipe) {
  int p[2], j = 0, x = in();
  pipe(p);
  write(p[1], &x, sizeof x);
  if (read(p[0], &j, sizeof j) == sizeof j)
    out(j);
}
HEDDLE_TEST(through_socketpair) {
  int p[2], j = 0, x = in();
  socketpair(AF_UNIX, SOCK_STREAM, 0, p);
  send(p[1], &x, sizeof x, 0);
  if (recv(p[0], &j, sizeof j, 0) == sizeof j)
    out(j);
}
HEDDLE_TEST(pipe_length) {
  int p[2];
  char b[16] = "", c[16];
  pipe(p);
  write(p[1], b, (size_t)in() + 1);
  out((int)read(p[0], c, sizeof c) - 1);
}
HEDDLE_TEST(through_sprintf) {
  char s[16];
  sprintf(s, "%d", in());
  out(atoi(s));
}
HEDDLE_TEST(through_snprintf_length) {
  char s[16];
  out(snprintf(s, sizeof s, "%*d", in() + 1, 1) - 1);
}
HEDDLE_TEST(through_asprintf) {
  char *s;
  if (asprintf(&s, "%d", in()) < 0)
    return;
  out(atoi(s));
  free(s);
}
HEDDLE_TEST(through_sscanf) {
  char s[3] = {(char)('0' + in()), 0};
  int j = 0;
  sscanf(s, "%d", &j);
  out(j);
}
HEDDLE_TEST(through_longjmp) {
  jmp_buf b;
  static int x;
  x = in();
  int j = setjmp(b);
  if (!j)
    longjmp(b, x + 1);
  out(j - 1);
}
HEDDLE_TEST(through_environment) {
  char s[2] = {(char)('0' + in()), 0};
  setenv("CH", s, 1);
  out(atoi(getenv("CH")));
}
HEDDLE_TEST(follows_errno) {
  errno = in();
  out(errno);
}
static int by(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
HEDDLE_TEST(through_qsort) {
  int a[3] = {in(), 3, 5};
  qsort(a, 3, sizeof *a, by);
  out(a[2]);
}
HEDDLE_TEST(through_bsearch) {
  int a[4] = {1, 3, 7, 9}, x = in();
  int *p = bsearch(&x, a, 4, sizeof *a, by);
  if (p)
    out(*p);
}
HEDDLE_TEST(through_srand) {
  srand((unsigned)in());
  int j = rand();
  srand(7);
  assert(j != rand());
}
HEDDLE_TEST(through_rand_r) {
  unsigned s = (unsigned)in(), t = 7;
  assert(rand_r(&s) != rand_r(&t));
}
static int sum(int n, ...) {
  va_list a;
  int s = 0;
  va_start(a, n);
  while (n--)
    s += va_arg(a, int);
  va_end(a);
  return s;
}
HEDDLE_TEST(through_variadic) {
  out(sum(2, in(), 0));
}
static void *give(void *x) {
  return x;
}
HEDDLE_TEST(follows_thread) {
  pthread_t t;
  void *r;
  pthread_create(&t, NULL, give, (void *)(intptr_t)in());
  pthread_join(t, &r);
  out((int)(intptr_t)r);
}
static void *leave(void *x) {
  pthread_exit(x);
}
HEDDLE_TEST(follows_exit) {
  pthread_t t;
  void *r;
  pthread_create(&t, NULL, leave, (void *)(intptr_t)in());
  pthread_join(t, &r);
  out((int)(intptr_t)r);
}
HEDDLE_TEST(follows_key) {
  pthread_key_t k;
  pthread_key_create(&k, NULL);
  pthread_setspecific(k, (void *)(intptr_t)in());
  out((int)(intptr_t)pthread_getspecific(k));
}
static _Thread_local int own;
HEDDLE_TEST(follows_tls) {
  own = in();
  out(own);
}
HEDDLE_TEST(through_semaphore) {
  sem_t s;
  int j;
  sem_init(&s, 0, (unsigned)in());
  sem_getvalue(&s, &j);
  out(j);
}
static volatile int got;
static void handle(int s, siginfo_t *i, void *c) {
  (void)s;
  (void)c;
  got = i->si_value.sival_int;
}
HEDDLE_TEST(follows_signal) {
  struct sigaction a = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &a, NULL);
  sigqueue(getpid(), SIGUSR1, (union sigval){.sival_int = in()});
  out(got);
}
HEDDLE_TEST(follows_alloca) {
  int n = in() + 1;
  char a[n];
  memset(a, 0, (size_t)n);
  out((int)sizeof a - 1);
}
HEDDLE_TEST(through_goto) {
  static void *to[] = {&&a, &&a, &&a, &&a, &&a, &&a, &&a, &&b, &&a, &&a};
  goto *to[in()];
b:
  out(7);
a:
  return;
}
static int f0(void) {
  return 0;
}
static int f7(void) {
  return 7;
}
HEDDLE_TEST(follows_call) {
  int (*f[10])(void) = {f0, f0, f0, f0, f0, f0, f0, f7, f0, f0};
  out(f[in()]());
}
HEDDLE_TEST(follows_bits) {
  struct {
    unsigned a : 3, b : 7;
  } s = {0};
  s.b = (unsigned)in();
  out((int)s.b);
}
HEDDLE_TEST(follows_union) {
  union {
    int i;
    float f;
  } u = {.i = in()};
  float f = u.f;
  u.f = f;
  out(u.i);
}
struct big {
  int a[20];
};
static struct big made(int x) {
  struct big b = {{0}};
  b.a[3] = x;
  return b;
}
HEDDLE_TEST(follows_struct) {
  out(made(in()).a[3]);
}
struct two {
  long a, b;
};
static struct two pair(int x) {
  return (struct two){x, 1};
}
HEDDLE_TEST(through_small_struct) {
  out((int)pair(in()).a);
}
HEDDLE_TEST(follows_atomic) {
  static atomic_int a;
  atomic_store(&a, in());
  out(atomic_fetch_add(&a, 1));
}
HEDDLE_TEST(through_int128) {
  unsigned __int128 w = (unsigned)in();
  out((int)(w * 1));
}
HEDDLE_TEST(through_long_double) {
  long double d = in();
  out((int)d);
}
typedef int v4 __attribute__((vector_size(16)));
HEDDLE_TEST(through_vector) {
  v4 v = {in(), 1, 2, 3};
  v = v + (v4){0, 1, 1, 1};
  out(v[0]);
}
HEDDLE_TEST(through_wide) {
  wchar_t w[4];
  swprintf(w, 4, L"%d", in());
  out((int)wcstol(w, NULL, 10));
}
HEDDLE_TEST(through_wmem) {
  wchar_t w[2] = {L'0' + in(), 0}, v[2];
  wcscpy(v, w);
  out((int)(v[0] - L'0'));
}
HEDDLE_TEST(through_strtod) {
  char s[2] = {(char)('0' + in()), 0};
  out((int)strtod(s, NULL));
}
HEDDLE_TEST(through_strtok) {
  char s[4] = {(char)('0' + in()), ' ', 'x', 0};
  out(*strtok(s, " ") - '0');
}
HEDDLE_TEST(through_memfrob) {
  char s[1] = {(char)in()};
  memfrob(s, 1);
  out(s[0] ^ 42);
}
HEDDLE_TEST(through_swab) {
  char s[2] = {(char)in(), 0}, t[2];
  swab(s, t, 2);
  out(t[1]);
}
HEDDLE_TEST(through_div) {
  out(div(in() * 3, 3).quot);
}
HEDDLE_TEST(through_ffs) {
  int x = in();
  out(ffs(1 << x) - 1);
}
HEDDLE_TEST(follows_builtins) {
  int x = in();
  out(__builtin_ctz(1u << x));
}
HEDDLE_TEST(follows_popcount) {
  int x = in();
  out(__builtin_popcount((1u << x) - 1));
}
HEDDLE_TEST(through_overflow) {
  int j;
  if (!__builtin_add_overflow(in(), 0, &j))
    out(j);
}
HEDDLE_TEST(through_time) {
  time_t t = in();
  struct tm m;
  gmtime_r(&t, &m);
  out(m.tm_sec);
}
HEDDLE_TEST(through_clock) {
  struct timespec a, b, d = {in(), 0};
  clock_gettime(CLOCK_MONOTONIC, &a);
  nanosleep(&d, NULL);
  clock_gettime(CLOCK_MONOTONIC, &b);
  out((int)(b.tv_sec - a.tv_sec));
}
HEDDLE_TEST(through_status) {
  int s;
  pid_t p = fork();
  if (!p)
    _exit(in());
  waitpid(p, &s, 0);
  out(WEXITSTATUS(s));
}
HEDDLE_TEST(follows_mmap) {
  int *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                -1, 0);
  p[1] = in();
  out(p[1]);
}
HEDDLE_TEST(follows_realloc) {
  int *p = malloc(4);
  *p = in();
  p = realloc(p, 4000);
  out(*p);
  free(p);
}
HEDDLE_TEST(through_memccpy) {
  char s[2] = {(char)in(), 0}, t[2];
  memccpy(t, s, 77, 2);
  out(t[0]);
}
HEDDLE_TEST(follows_mempcpy) {
  char s[2] = {(char)in(), 0}, t[2];
  mempcpy(t, s, 2);
  out(t[0]);
}
HEDDLE_TEST(through_stpcpy) {
  char s[2] = {(char)('0' + in()), 0}, t[2];
  stpcpy(t, s);
  out(t[0] - '0');
}
HEDDLE_TEST(through_strsep) {
  char s[4] = {(char)('0' + in()), ' ', 'x', 0}, *p = s;
  out(*strsep(&p, " ") - '0');
}
HEDDLE_TEST(through_memstream) {
  char *b;
  size_t n;
  FILE *f = open_memstream(&b, &n);
  fprintf(f, "%d", in());
  fclose(f);
  out(atoi(b));
  free(b);
}
HEDDLE_TEST(through_fmemopen) {
  char s[2] = {(char)('0' + in()), 0};
  FILE *f = fmemopen(s, 2, "r");
  int j = fgetc(f);
  fclose(f);
  out(j - '0');
}
HEDDLE_TEST(through_ungetc) {
  FILE *f = fopen("/dev/null", "r");
  ungetc('0' + in(), f);
  out(fgetc(f) - '0');
  fclose(f);
}
HEDDLE_TEST(through_setvbuf) {
  static char b[64];
  FILE *f = fopen("ch.tmp", "w");
  setvbuf(f, b, _IOFBF, sizeof b);
  fputc('0' + in(), f);
  out(b[0] - '0');
  fclose(f);
  remove("ch.tmp");
}
HEDDLE_TEST(through_umask) {
  umask((mode_t)in());
  out((int)umask(0));
}
HEDDLE_TEST(through_rlimit) {
  out((int)(alarm((unsigned)in() + 1), alarm(0)) - 1);
}

HEDDLE_TEST(asm_goto) {
  int x = in();
  __asm__ goto("cmpl $7, %0\n\tje %l1" ::"r"(x)::there);
  return;
there:
  out(7);
}
HEDDLE_TEST(follows_asm_barrier) {
  int x = in();
  __asm__ volatile("" ::: "memory");
  out(x);
}
static int same(const void *a, const void *b) {
  return *(const int *)a != *(const int *)b;
}
HEDDLE_TEST(through_lfind) {
  int a[4] = {1, 3, 7, 9}, x = in();
  size_t n = 4;
  int *p = lfind(&x, a, &n, sizeof *a, same);
  if (p)
    out(*p);
}
HEDDLE_TEST(follows_port) {
  int x = in(), j = 0;
  struct heddle_port *p = heddle_port_open("p", HEDDLE_PORT_FIFO, 4, sizeof x);
  heddle_port_send(p, &x);
  heddle_port_receive(p, &j);
  out(j);
}
HEDDLE_TEST(through_epoll) {
  struct epoll_event e = {.events = EPOLLIN, .data.u32 = (unsigned)in()},
                     got = {0};
  int p[2], set = epoll_create1(0);
  pipe(p);
  write(p[1], "x", 1);
  epoll_ctl(set, EPOLL_CTL_ADD, p[0], &e);
  if (epoll_wait(set, &got, 1, 0) == 1)
    out((int)got.data.u32);
}
HEDDLE_TEST(through_option) {
  int p[2], x = in() + 5000, j = 0;
  socklen_t n = sizeof j;
  socketpair(AF_UNIX, SOCK_STREAM, 0, p);
  setsockopt(p[0], SOL_SOCKET, SO_RCVBUF, &x, sizeof x);
  getsockopt(p[0], SOL_SOCKET, SO_RCVBUF, &j, &n);
  out(j / 2 - 5000);
}
HEDDLE_TEST(through_timer) {
  struct itimerval t = {.it_value.tv_sec = in() + 1}, u;
  setitimer(ITIMER_REAL, &t, NULL);
  getitimer(ITIMER_REAL, &u);
  out((int)u.it_value.tv_sec - 1);
}
HEDDLE_TEST(through_mask) {
  sigset_t a, b;
  sigemptyset(&a);
  sigaddset(&a, in() + 1);
  sigprocmask(SIG_SETMASK, &a, &b);
  sigprocmask(SIG_SETMASK, NULL, &b);
  if (sigismember(&b, 8))
    out(7);
}
HEDDLE_TEST(through_putenv) {
  static char s[] = "CH=0";
  s[3] = (char)('0' + in());
  putenv(s);
  out(atoi(getenv("CH")));
}
HEDDLE_TEST(through_log) {
  FILE *f = fopen("ch.tmp", "w");
  FILE *to = in() > 20 ? stderr : f;
  fprintf(to, "%d", in());
  fclose(f);
  scan("ch.tmp");
}
