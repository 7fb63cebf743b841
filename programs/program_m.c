/* Program M of Lei, 3.4.2, as models/program_m.hed has it: M1 and M3 send to
 * M2, M4 and M6 to M5; M2 and M5 receive twice.  Who is first at each is all
 * there is: `heddle test -s reach` takes 4 executions. */
#include "mail.h"

static struct box two, five;

static void *sender(void *to) {
  box_send(to, (struct mail){.what = 1});
  return NULL;
}

static void *receiver(void *from) {
  box_receive(from);
  box_receive(from);
  return NULL;
}

int main(void) {
  pthread_t threads[6];
  box_open(&two, "/M2", 2);
  box_open(&five, "/M5", 2);
  for (int i = 0; i < 6; i++)
    pthread_create(&threads[i], NULL, i % 3 == 1 ? receiver : sender,
                   i < 3 ? &two : &five);
  for (int i = 0; i < 6; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
