/* Atomicity violation on a string buffer: append asks the other buffer how long
 * it is and then copies so many characters; each call locks, but between them
 * the other buffer is cut short.
 *
 * Literature: Flanagan and Qadeer 2003 (StringBuffer.append of Java 1.4).
 * Least preemptions: 1. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "busy.h"

struct buffer {
  pthread_mutex_t lock;
  size_t len;
  char at[8];
};

static struct buffer source = {PTHREAD_MUTEX_INITIALIZER, 3, "abc"};
static struct buffer target = {PTHREAD_MUTEX_INITIALIZER, 0, ""};

static size_t length(struct buffer *b) {
  pthread_mutex_lock(&b->lock);
  size_t len = b->len;
  pthread_mutex_unlock(&b->lock);
  return len;
}

static void get_chars(struct buffer *b, size_t len, char *to) {
  pthread_mutex_lock(&b->lock);
  assert(len <= b->len);
  memcpy(to, b->at, len);
  pthread_mutex_unlock(&b->lock);
}

static void append(struct buffer *to, struct buffer *from) {
  pthread_mutex_lock(&to->lock);
#ifdef FIXED
  pthread_mutex_lock(&from->lock);
  memcpy(to->at + to->len, from->at, from->len);
  to->len += from->len;
  pthread_mutex_unlock(&from->lock);
  (void)length;
  (void)get_chars;
#else
  size_t len = length(from);
  get_chars(from, len, to->at + to->len);
  to->len += len;
#endif
  pthread_mutex_unlock(&to->lock);
}

static void *cutter(void *unused) {
  other_work();
  pthread_mutex_lock(&source.lock);
  source.len = 0;
  pthread_mutex_unlock(&source.lock);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, cutter, NULL);
  other_work();
  append(&target, &source);
  pthread_join(a, NULL);
  return 0;
}
