/* A boss hands out JOBS jobs to N workers and collects the results, as
 * models/workers.hed has it: threads that share nothing and pass messages.
 * `heddle test -s reach` takes 96 executions. */
#include <assert.h>

#include "mail.h"

enum { N = 2, JOBS = 3 };
enum { READY, RESULT, JOB, STOP };

static struct box results, boxes[N];

static void *boss(void *unused) {
  int sent = 0, done = 0, stopped = 0, sum = 0;
  while (done < JOBS || stopped < N) {
    struct mail m = box_receive(&results);
    if (m.what == RESULT) {
      done++;
      sum += m.number;
    } else if (sent < JOBS) {
      box_send(&boxes[m.from], (struct mail){JOB, 0, ++sent});
    } else {
      box_send(&boxes[m.from], (struct mail){STOP, 0, 0});
      stopped++;
    }
  }
  assert(sum == JOBS * (JOBS + 1));
  return unused;
}

static void *worker(void *number) {
  int i = (int)((struct box *)number - boxes);
  for (;;) {
    box_send(&results, (struct mail){READY, i, 0});
    struct mail m = box_receive(&boxes[i]);
    if (m.what == STOP)
      return NULL;
    box_send(&results, (struct mail){RESULT, i, 2 * m.number});
  }
}

int main(void) {
  pthread_t first, others[N];
  box_open(&results, "/results", 0);
  box_open(&boxes[0], "/box-0", 1);
  box_open(&boxes[1], "/box-1", 1);
  pthread_create(&first, NULL, boss, NULL);
  for (int i = 0; i < N; i++)
    pthread_create(&others[i], NULL, worker, &boxes[i]);
  pthread_join(first, NULL);
  for (int i = 0; i < N; i++)
    pthread_join(others[i], NULL);
  return 0;
}
