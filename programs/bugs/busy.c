/* An application of which a program of this folder is a part (busy.h):
 *
 *   pool     two workers take items from a queue; the result goes into a table
 *   log      a line from anybody; a writer takes them out
 *   books    counters that everybody raises; a clerk looks at them
 *   keeper   lists that grow and are given back
 *
 * The pool and the writer wait for more until the part has come to its end.
 * All this is right: a finding is one of the part. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef LOAD
#define LOAD 24 /* items of the pool; the others have as much to do */
#endif
enum { WORKERS = 2, LINES = 8, SERVICES = WORKERS + 3 };

int part_main(void);
void busy_begin(void);
void other_work(void);

static _Thread_local bool running; /* known to who starts them: no step */
static _Thread_local pthread_t services[SERVICES]; /* likewise */

/* --- books ---------------------------------------------------------------- */

static _Atomic unsigned lines_logged, items_done, looks, services_closed;

static void *clerk(void *unused) {
  for (int i = 0; i < LOAD; i++) {
    unsigned lines = lines_logged, items = items_done;
    if (lines + items)
      looks++;
  }
  return unused;
}

/* --- log ------------------------------------------------------------------ */

static struct {
  pthread_mutex_t lock;
  pthread_cond_t more;
  unsigned len, lost, written;
  int lines[LINES];
  bool closed;
} book = {.lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER};

static void log_line(int line) {
  pthread_mutex_lock(&book.lock);
  if (book.len < LINES)
    book.lines[book.len++] = line;
  else
    book.lost++;
  pthread_cond_signal(&book.more);
  pthread_mutex_unlock(&book.lock);
  lines_logged++;
}

static void *writer(void *unused) {
  pthread_mutex_lock(&book.lock);
  while (!book.closed) {
    while (book.len)
      book.written += book.lines[--book.len] != 0;
    pthread_cond_wait(&book.more, &book.lock);
  }
  pthread_mutex_unlock(&book.lock);
  return unused;
}

/* --- pool ----------------------------------------------------------------- */

static struct {
  pthread_mutex_t lock;
  pthread_cond_t more;
  int items;
  int table[LOAD + 1];
  bool closed;
} pool = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, LOAD, {0}, 0};

static void handle(int item) {
  int *page = malloc(2 * sizeof *page);
  page[0] = item;
  page[1] = item * item;
  pool.table[item] = page[0] + page[1];
  free(page);
  items_done++;
  if (item % 4 == 0)
    log_line(item);
}

static void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&pool.lock);
    while (!pool.items && !pool.closed)
      pthread_cond_wait(&pool.more, &pool.lock);
    int item = pool.items;
    if (item)
      pool.items--;
    pthread_mutex_unlock(&pool.lock);
    if (!item)
      return unused;
    handle(item);
  }
}

/* --- keeper --------------------------------------------------------------- */

struct page {
  struct page *next;
  int number;
};
static struct page *_Atomic pages;

static void *keeper(void *unused) {
  for (int i = 0; i < LOAD; i++) {
    struct page *p = malloc(sizeof *p);
    *p = (struct page){pages, i};
    pages = p;
    if (i % 6 == 5)
      while ((p = pages)) {
        pages = p->next;
        free(p);
      }
  }
  return unused;
}

/* --- the whole ------------------------------------------------------------ */

void other_work(void) { log_line(1); }

void busy_begin(void) {
  static void *(*const all[SERVICES])(void *) = {worker, worker, writer, clerk,
                                                 keeper};
  if (running)
    return;
  running = true;
  for (int i = 0; i < SERVICES; i++)
    pthread_create(&services[i], NULL, all[i], NULL);
}

static void close_service(int i) {
  services_closed++;
  pthread_join(services[i], NULL);
}

static void close_all(void) {
  pthread_mutex_lock(&pool.lock);
  pool.closed = true;
  pthread_cond_broadcast(&pool.more);
  pthread_mutex_unlock(&pool.lock);
  for (int i = 0; i < SERVICES; i++)
    if (i != WORKERS)
      close_service(i);
  pthread_mutex_lock(&book.lock);
  book.closed = true;
  pthread_cond_broadcast(&book.more);
  pthread_mutex_unlock(&book.lock);
  close_service(WORKERS);
}

int main(void) {
  int result = part_main();
  close_all();
  return result;
}
