/* An implementation of the alternating bit protocol, written by hand from
 * its description, and some faulty versions of it (-DFAULT=1 ...), for
 *
 *     heddle derive --c tests.c networks/abp.xml
 *     cc tests.c networks/example/abp.c -o abp && ./abp
 *
 * The sender, the line and the receiver are functions that call each other;
 * what a user of the protocol sees is what iut_input returns. */
#include <stddef.h>
#include <string.h>

#ifndef FAULT
#define FAULT 0
#endif

static struct {
  int bit, waiting;       /* sender: the bit of the next or current frame */
  int lose_frame, lose_ack; /* line */
  int expected, busy;       /* receiver */
} now;

void iut_reset(void) {
  memset(&now, 0, sizeof now);
  if (FAULT == 1)
    now.expected = 1; /* starts with the wrong bit */
}

/* An acknowledgement reaches the sender. */
static const char *acknowledged(int bit) {
  if (!now.waiting)
    return "late";
  if (FAULT != 2 && bit != now.bit) /* 2: any acknowledgement will do */
    return "late";
  now.waiting = 0;
  if (FAULT != 3) /* 3: the bit does not alternate */
    now.bit = !now.bit;
  return "done";
}

static const char *acknowledge(int bit) {
  if (now.lose_ack) {
    now.lose_ack = FAULT == 7; /* 7: the line never recovers */
    return "lost";
  }
  return acknowledged(bit);
}

static const char *receive(int bit) {
  if (now.busy)
    return "ignored";
  if (bit == now.expected || FAULT == 4) { /* 4: takes repetitions for new */
    now.busy = 1;
    return "deliver";
  }
  return acknowledge(FAULT == 6 ? !bit : bit); /* 6: the wrong one */
}

static const char *take(void) {
  const int bit = now.expected;
  if (!now.busy)
    return NULL;
  now.busy = 0;
  if (FAULT != 5) /* 5: waits for the same frame again */
    now.expected = !bit;
  return acknowledge(bit);
}

static const char *frame(void) {
  if (now.lose_frame) {
    now.lose_frame = 0;
    return FAULT == 8 ? NULL : "lost"; /* 8: says nothing */
  }
  return receive(now.bit);
}

static const char *line(int *lose) {
  if (now.lose_frame || now.lose_ack)
    return NULL;
  *lose = 1;
  return "-";
}

const char *iut_input(const char *name) {
  if (!strcmp(name, "put") && !now.waiting) {
    now.waiting = 1;
    return frame();
  }
  if (!strcmp(name, "timeout") && now.waiting) {
    if (FAULT == 9)
      now.bit = !now.bit; /* repeats with the other bit */
    return frame();
  }
  if (!strcmp(name, "take"))
    return take();
  if (!strcmp(name, "got0"))
    return acknowledged(0);
  if (!strcmp(name, "got1"))
    return acknowledged(1);
  if (!strcmp(name, "bad_frame"))
    return line(&now.lose_frame);
  if (!strcmp(name, "bad_ack"))
    return line(&now.lose_ack);
  return NULL;
}
