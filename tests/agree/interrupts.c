/* What a signal handler does to a call that waits: whether it fails with EINTR.
 *
 *   interrupts list         a line each: a call, and whether it does so when the
 *                           handler was installed without and with SA_RESTART
 *   interrupts N R          call N, with SA_RESTART if R is 1.  Built by heddle
 *                           cc an assertion fails in the schedules where it is
 *                           interrupted; built by a compiler the thread is given
 *                           some time to wait, and the code is 1 where it is.
 *
 * The table is what Linux does: `run` asks both. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static const struct timespec second = {1, 0};
static char bytes[70000];
static int two[2];
static sem_t semaphore;
static unsigned word;

static void handler(int number) {
  (void)number;
}

static const struct timespec *later(clockid_t clock) {
  static struct timespec t;
  clock_gettime(clock, &t);
  t.tv_sec++;
  return &t;
}

/* --- bytes ---------------------------------------------------------------- */

static int a_pipe(void) {
  assert(!pipe(two));
  return two[0];
}

static int a_pair(int type) {
  assert(!socketpair(AF_UNIX, type, 0, two));
  return two[0];
}

static long of_read(void) {
  return read(a_pipe(), bytes, 1);
}

static long of_write(void) {
  a_pipe();
  fcntl(two[1], F_SETFL, O_NONBLOCK);
  assert(write(two[1], bytes, 65536) == 65536);
  fcntl(two[1], F_SETFL, 0);
  return write(two[1], bytes, 1);
}

/* A part is written before it waits: that is what the call gives. */
static long of_write_part(void) {
  a_pipe();
  return write(two[1], bytes, sizeof bytes);
}

static long of_recv(void) {
  return recv(a_pair(SOCK_STREAM), bytes, 1, 0);
}

static long of_recvmsg(void) {
  struct iovec v = {bytes, 1};
  struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
  return recvmsg(a_pair(SOCK_DGRAM), &m, 0);
}

static long of_readv(void) {
  struct iovec v = {bytes, 1};
  return readv(a_pair(SOCK_STREAM), &v, 1);
}

static long of_send(void) {
  a_pair(SOCK_STREAM);
  while (send(two[0], bytes, sizeof bytes, MSG_DONTWAIT) > 0)
    ;
  return send(two[0], bytes, 1, 0);
}

/* --- sockets with names --------------------------------------------------- */

static struct sockaddr_un address;

static int a_server(int type) {
  int file = socket(AF_UNIX, type, 0);
  address.sun_family = AF_UNIX;
  snprintf(address.sun_path + 1, 40, "interrupts-%d", (int)getpid());
  assert(!bind(file, (void *)&address, sizeof address));
  if (type == SOCK_STREAM)
    assert(!listen(file, 0));
  return file;
}

static long of_accept(void) {
  return accept(a_server(SOCK_STREAM), 0, 0);
}

static long of_connect(void) {
  a_server(SOCK_STREAM);
  int first = socket(AF_UNIX, SOCK_STREAM, 0);
  int next = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(!connect(first, (void *)&address, sizeof address));
  return connect(next, (void *)&address, sizeof address);
}

static long of_sendto(void) {
  a_server(SOCK_DGRAM);
  int from = socket(AF_UNIX, SOCK_DGRAM, 0);
  while (sendto(from, bytes, 1, MSG_DONTWAIT, (void *)&address,
                sizeof address) > 0)
    ;
  return sendto(from, bytes, 1, 0, (void *)&address, sizeof address);
}

/* --- one of several ------------------------------------------------------- */

static long epoll_for(int milliseconds) {
  struct epoll_event e = {.events = EPOLLIN};
  int list = epoll_create1(0);
  assert(!epoll_ctl(list, EPOLL_CTL_ADD, a_pipe(), &e));
  return epoll_wait(list, &e, 1, milliseconds);
}

static long of_epoll(void) {
  return epoll_for(-1);
}
static long of_epoll_timed(void) {
  return epoll_for(1000);
}

static long of_epoll_pwait(void) {
  struct epoll_event e;
  sigset_t none;
  sigemptyset(&none);
  return epoll_pwait(epoll_create1(0), &e, 1, -1, &none);
}

static long of_poll(void) {
  struct pollfd p = {a_pipe(), POLLIN, 0};
  return poll(&p, 1, -1);
}

static long of_ppoll(void) {
  struct pollfd p = {a_pipe(), POLLIN, 0};
  return ppoll(&p, 1, &second, NULL);
}

static long of_ppoll_mask(void) {
  struct pollfd p = {a_pipe(), POLLIN, 0};
  sigset_t none;
  sigemptyset(&none);
  return ppoll(&p, 1, NULL, &none);
}

/* Nobody breaks in. */
static long of_ppoll_blocked(void) {
  struct pollfd p = {a_pipe(), POLLIN, 0};
  sigset_t all;
  sigfillset(&all);
  return ppoll(&p, 1, &(struct timespec){0, 900000000}, &all);
}

static long of_select(void) {
  fd_set set;
  FD_ZERO(&set);
  FD_SET(a_pipe(), &set);
  return select(two[0] + 1, &set, NULL, NULL, NULL);
}

static long of_pselect(void) {
  fd_set set;
  FD_ZERO(&set);
  FD_SET(a_pipe(), &set);
  return pselect(two[0] + 1, &set, NULL, NULL, &second, NULL);
}

/* --- semaphores and futexes ----------------------------------------------- */

static long of_sem_wait(void) {
  return sem_wait(&semaphore);
}

static long of_sem_timedwait(void) {
  return sem_timedwait(&semaphore, later(CLOCK_REALTIME));
}

static long of_sem_clockwait(void) {
  return sem_clockwait(&semaphore, CLOCK_MONOTONIC, later(CLOCK_MONOTONIC));
}

static long futex(int does, const struct timespec *wait, unsigned mask) {
  return syscall(SYS_futex, &word, does, 0, wait, NULL, mask);
}

static long of_futex(void) {
  return futex(FUTEX_WAIT_PRIVATE, NULL, 0);
}
static long of_futex_timed(void) {
  return futex(FUTEX_WAIT, &second, 0);
}
static long of_futex_bits(void) {
  return futex(FUTEX_WAIT_BITSET, NULL, 1);
}

static long of_mutex(void) {
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  errno = pthread_mutex_timedlock(&m, later(CLOCK_REALTIME));
  return errno ? -1 : 0;
}

static long of_cond(void) {
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  pthread_mutex_lock(&m);
  errno = pthread_cond_timedwait(&c, &m, later(CLOCK_REALTIME));
  return errno ? -1 : 0;
}

/* --- time ----------------------------------------------------------------- */

static long of_nanosleep(void) {
  return nanosleep(&second, NULL);
}
static long of_usleep(void) {
  return usleep(900000);
}
static long of_sleep(void) {
  return sleep(1) ? 0 : 0;
}

static long of_clock_nanosleep(void) {
  errno = clock_nanosleep(CLOCK_MONOTONIC, 0, &second, NULL);
  return errno ? -1 : 0;
}

/* --- signals -------------------------------------------------------------- */

static sigset_t *another(void) {
  static sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  return &set;
}

static long of_sigwaitinfo(void) {
  return sigwaitinfo(another(), NULL);
}

static long of_sigtimedwait(void) {
  return sigtimedwait(another(), NULL, &second);
}

static long of_sigwait(void) {
  int number;
  errno = sigwait(another(), &number);
  return errno ? -1 : 0;
}

static long of_pause(void) {
  return pause();
}

static long of_sigsuspend(void) {
  sigset_t none;
  sigemptyset(&none);
  return sigsuspend(&none);
}

/* --- queues and counters -------------------------------------------------- */

static mqd_t a_queue(void) {
  char name[40];
  struct mq_attr a = {.mq_maxmsg = 1, .mq_msgsize = 8};
  snprintf(name, sizeof name, "/interrupts-%d", (int)getpid());
  mqd_t q = mq_open(name, O_RDWR | O_CREAT, 0600, &a);
  assert(q >= 0 && !mq_unlink(name));
  return q;
}

static long of_mq_receive(void) {
  return mq_receive(a_queue(), bytes, 8, 0);
}

static long of_mq_timedreceive(void) {
  return mq_timedreceive(a_queue(), bytes, 8, 0, later(CLOCK_REALTIME));
}

static long of_mq_send(void) {
  mqd_t q = a_queue();
  assert(!mq_send(q, bytes, 1, 0));
  return mq_send(q, bytes, 1, 0);
}

static long of_eventfd(void) {
  return read(eventfd(0, 0), bytes, 8);
}

static long of_eventfd_write(void) {
  int file = eventfd(0, 0);
  unsigned long long most = -2ull, one = 1;
  assert(write(file, &most, 8) == 8);
  return write(file, &one, 8);
}

static long of_timerfd(void) {
  struct itimerspec set = {.it_value = second};
  int file = timerfd_create(CLOCK_MONOTONIC, 0);
  assert(!timerfd_settime(file, 0, &set, NULL));
  return read(file, bytes, 8);
}

static long of_signalfd(void) {
  int file = signalfd(-1, another(), 0);
  return read(file, bytes, sizeof(struct signalfd_siginfo));
}

static const struct {
  const char *name;
  long (*call)(void);
  int plain, restarts; /* it is interrupted, without and with SA_RESTART */
} rows[] = {
#define ROW(name, plain, restarts)                                             \
  { #name, of_##name, plain, restarts }
    ROW(read, 1, 0),
    ROW(write, 1, 0),
    ROW(write_part, 0, 0),
    ROW(recv, 1, 0),
    ROW(recvmsg, 1, 0),
    ROW(readv, 1, 0),
    ROW(send, 1, 0),
    ROW(accept, 1, 0),
    ROW(connect, 1, 0),
    ROW(sendto, 1, 0),
    ROW(epoll, 1, 1),
    ROW(epoll_timed, 1, 1),
    ROW(epoll_pwait, 1, 1),
    ROW(poll, 1, 1),
    ROW(ppoll, 1, 1),
    ROW(ppoll_mask, 1, 1),
    ROW(ppoll_blocked, 0, 0),
    ROW(select, 1, 1),
    ROW(pselect, 1, 1),
    ROW(sem_wait, 1, 0),
    ROW(sem_timedwait, 1, 1),
    ROW(sem_clockwait, 1, 1),
    ROW(futex, 1, 0),
    ROW(futex_timed, 1, 1),
    ROW(futex_bits, 1, 0),
    ROW(mutex, 0, 0),
    ROW(cond, 0, 0),
    ROW(nanosleep, 1, 1),
    ROW(clock_nanosleep, 1, 1),
    ROW(usleep, 1, 1),
    ROW(sleep, 0, 0),
    ROW(sigwaitinfo, 1, 1),
    ROW(sigtimedwait, 1, 1),
    ROW(sigwait, 0, 0),
    ROW(pause, 1, 1),
    ROW(sigsuspend, 1, 1),
    ROW(mq_receive, 1, 0),
    ROW(mq_timedreceive, 1, 0),
    ROW(mq_send, 1, 0),
    ROW(eventfd, 1, 0),
    ROW(eventfd_write, 1, 0),
    ROW(timerfd, 1, 0),
    ROW(signalfd, 1, 0),
};
enum { ROWS = sizeof rows / sizeof *rows };

static void *call(void *number) {
  long result = rows[(long)number].call();
  int interrupted = result < 0 && errno == EINTR;
#ifdef __HEDDLE__
  assert(!interrupted);
  return NULL;
#else
  _exit(interrupted);
#endif
}

int main(int argc, char **argv) {
  for (int i = 0; argc == 2 && i < ROWS; i++)
    printf("%s %d %d\n", rows[i].name, rows[i].plain, rows[i].restarts);
  if (argc < 3)
    return 0;
  long number = atol(argv[1]);
  struct sigaction a = {.sa_handler = handler,
                        .sa_flags = *argv[2] == '1' ? SA_RESTART : 0};
  sigaction(SIGUSR1, &a, NULL);
  sem_init(&semaphore, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, call, (void *)number);
#ifndef __HEDDLE__
  usleep(300000);
#endif
  pthread_kill(thread, SIGUSR1);
#ifndef __HEDDLE__
  usleep(1500000);
#endif
  return 0; /* and does not wait for it */
}
