/* All that can become of a random script of messages (script.c), by trying
 * every order of its steps: how many sequences of synchronization there are
 * (Lei 3.3), how many of them deadlock, and some results that can be, with commas ("-":
 * none).  It shares nothing with Heddle.
 *
 *     brute FIRST COUNT [inputs]     "QUEUES SEQUENCES DEADLOCKED CAN THREAD..."
 *
 * With inputs each is tried with all its values; sequences that differ only in
 * values, and in nothing that was asked of one, are one.
 *
 * SEQUENCES and DEADLOCKED are "*" where they are not counted. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUES = 2, THREADS = 4, LONG = 12, INSIDE = 16, KEYS = 1 << 16 };
enum { TOO_MANY = 300000 };

struct message {
  char sender, says;
  bool input; /* it says an input */
  int index;         /* of its sender */
  int past[THREADS]; /* messages of each thread that come before */
};
struct queue {
  int len;
  bool over;
  struct message at[INSIDE];
  char put[INSIDE], taken[INSIDE]; /* by whom, in which order */
};
struct state {
  int pc[THREADS], now[THREADS][THREADS], sent[THREADS];
  char last[THREADS], got[THREADS][LONG], which[THREADS][LONG];
  char ways[THREADS][LONG]; /* what was asked of inputs, and the answers */
  bool input[THREADS];      /* the last is one */
  struct queue queues[QUEUES];
};

static int threads, queues;
static char scripts[THREADS][2 * LONG], kinds[QUEUES + 1];
static uint64_t keys[KEYS];
static size_t sequences, deadlocked, steps;
enum { RESULTS = 64, LENGTH = 64 };
static char results[RESULTS][LENGTH]; /* each once */
static unsigned results_len;
static uint64_t seed;
static bool inputs;

static unsigned draw(unsigned n) {
  seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
  return (unsigned)(seed >> 33) % n;
}

static void append(char *text, char c) {
  text += strlen(text);
  text[0] = c;
  text[1] = 0;
}

static bool is_port(int q) {
  return strchr("afcm", kinds[q]);
}

/* Thread t is at an operation; false: it has ended. */
static bool settle(struct state *s, int t) {
  const char *p = scripts[t] + s->pc[t];
  for (bool skip = *p == '?'; skip; p += skip ? 3 : 1) {
    if (*p != '?')
      break;
    skip = !(s->last[t] & 1);
    if (s->input[t])
      append(s->ways[t], skip ? 'n' : 'y');
  }
  s->pc[t] = (int)(p - scripts[t]);
  return *p;
}

static bool may_take(const struct queue *q, char kind, int i) {
  for (int k = 0; k < q->len; k++) {
    bool elder = k < i, same = q->at[k].sender == q->at[i].sender;
    bool before =
        k != i && q->at[i].past[q->at[k].sender - '1'] >= q->at[k].index;
    if (kind == 'f' ? elder && same
                    : kind == 'c' ? before : kind != 'a' && elder)
      return false;
  }
  return i < q->len;
}

static void send_to(struct state *s, int t, struct queue *q, bool on) {
  struct message m = {.sender = (char)('1' + t), .index = ++s->sent[t]};
  m.says = on && s->last[t] ? s->last[t] : m.sender;
  m.input = on && s->input[t];
  memcpy(m.past, s->now[t], sizeof m.past);
  s->now[t][t] = m.index;
  append(q->put, m.sender);
  q->at[q->len++] = m;
}

static void take_from(struct state *s, int t, struct queue *q, int i) {
  struct message m = q->at[i];
  memmove(&q->at[i], &q->at[i + 1], sizeof *q->at * (size_t)(--q->len - i));
  memset(&q->at[q->len], 0, sizeof *q->at);
  for (int k = 0; k < THREADS; k++)
    if (s->now[t][k] < m.past[k])
      s->now[t][k] = m.past[k];
  if (s->now[t][m.sender - '1'] < m.index)
    s->now[t][m.sender - '1'] = m.index;
  append(q->taken, (char)('1' + t));
  append(s->got[t], m.says);
  append(s->which[t], m.sender);
  append(s->which[t], (char)('0' + m.index));
  s->last[t] = m.says;
  s->input[t] = m.input;
}

/* Of a pipe: all that is there, at most so many bytes; or its end. */
static bool read_from(struct state *s, int t, struct queue *q, int most) {
  if (!q->len && !q->over)
    return false;
  if (!q->len) {
    append(q->taken, (char)('1' + t));
    append(s->got[t], '0');
    append(s->which[t], '0');
    s->last[t] = '0';
    s->input[t] = false;
  }
  for (int i = 0; q->len && i < most; i++)
    take_from(s, t, q, 0);
  return true;
}

static void add_result(const char *result) {
  for (unsigned i = 0; i < results_len; i++)
    if (!strcmp(results[i], result))
      return;
  if (results_len < RESULTS)
    strcpy(results[results_len++], result);
}

/* A port has the order of sends in its sequence if it is a mailbox, and a
 * stream that of reads as well. */
static void end(const struct state *s) {
  char text[512] = "", result[LENGTH] = "";
  bool over = true;
  for (int t = 0; t < threads; t++) {
    strcat(strcat(result, s->got[t]), "|");
    over &= !scripts[t][s->pc[t]];
    sprintf(text + strlen(text), "%s.%s@%d;", s->which[t], s->ways[t],
            s->pc[t]);
  }
  for (int q = 0; q < queues; q++) {
    bool ordered = !is_port(q) || kinds[q] == 'm';
    sprintf(text + strlen(text), "%s,%s;", ordered ? s->queues[q].put : "",
            is_port(q) ? "" : s->queues[q].taken);
  }
  uint64_t h = UINT64_C(0xcbf29ce484222325);
  for (const char *c = text; *c; c++)
    h = (h ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
  size_t at = h % KEYS;
  while (keys[at] && keys[at] != h)
    at = (at + 1) % KEYS;
  if (!keys[at]) {
    keys[at] = h;
    sequences++;
    deadlocked += !over;
  }
  if (over)
    add_result(result);
}

static void search(const struct state *s) {
  bool moved = false;
  if (++steps > TOO_MANY)
    return;
  for (int t = 0; t < threads; t++) {
    struct state next = *s;
    if (!settle(&next, t))
      continue;
    const char *p = scripts[t] + next.pc[t];
    struct state here = next;
    int n = p[1] - '0', room = kinds[n] > '9' ? INSIDE : kinds[n] - '0';
    here.pc[t] += 2;
    if (*p == 'i') {
      moved = here.input[t] = true;
      for (here.last[t] = '0'; here.last[t] < '4'; here.last[t]++)
        search(&here);
      continue;
    }
    if (*p == 'e' || kinds[n] == 'p') {
      struct queue *q = &here.queues[n];
      if (*p == 's')
        send_to(&here, t, q, false);
      else if (*p == 'e')
        q->over = true;
      else if (!read_from(&here, t, q, *p == 'b' ? 2 : 1))
        continue;
      moved = true;
      search(&here);
      continue;
    }
    if (*p == 's' || *p == 'v') {
      if (here.queues[n].len == room)
        continue;
      send_to(&here, t, &here.queues[n], *p == 'v');
      moved = true;
      search(&here);
      continue;
    }
    for (int i = 0; i < here.queues[n].len; i++) {
      if (!may_take(&here.queues[n], kinds[n], i))
        continue;
      struct state then = here;
      take_from(&then, t, &then.queues[n], i);
      moved = true;
      search(&then);
    }
  }
  if (!moved) {
    struct state last = *s;
    for (int t = 0; t < threads; t++)
      settle(&last, t);
    end(&last);
  }
}

/* A pipe that one thread writes may come to its end. */
static void make_end(int q) {
  int writers = 0, writer = 0;
  char send[] = {'s', (char)('0' + q), 0};
  for (int t = 0; t < threads; t++)
    if (strstr(scripts[t], send))
      writers++, writer = t;
  if (kinds[q] == 'p' && writers == 1 && draw(2))
    sprintf(scripts[writer] + strlen(scripts[writer]), "e%d", q);
}

/* From a port one thread receives. */
static void make(void) {
  int owner[QUEUES];
  threads = 2 + (int)draw(3);
  queues = 1 + (int)draw(2);
  for (int q = 0; q < queues; q++) {
    kinds[q] = inputs ? "afcm"[draw(4)] : "afcmppd12"[draw(9)];
    owner[q] = (int)draw((unsigned)threads);
  }
  for (int t = 0; t < threads; t++) {
    int len = 1 + (int)draw(threads > 3 ? 2 : 3);
    for (int i = 0; i < len; i++) {
      int q = (int)draw((unsigned)queues);
      bool takes = draw(2) && (!is_port(q) || owner[q] == t);
      if (inputs && !draw(3))
        strcat(scripts[t], "i0");
      const char *own = scripts[t] + strlen(scripts[t]);
      bool on = inputs && own != scripts[t] && draw(2);
      sprintf(scripts[t] + strlen(scripts[t]), "%s%c%d",
              (i && !draw(4)) || (on && draw(2)) ? "?" : "",
              !takes                          ? on ? 'v' : 's'
              : kinds[q] == 'p' && !draw(3)   ? 'b'
                                              : 'r',
              q);
    }
  }
  for (int q = 0; q < queues; q++)
    make_end(q);
}

/* Reads of several messages: there are as many sequences as orders of steps,
 * which are not counted here. */
static bool counts(void) {
  for (int t = 0; t < threads; t++)
    if (strchr(scripts[t], 'b'))
      return false;
  return true;
}

/* So many of them, whichever; "-": there is none. */
static void print_results(unsigned most) {
  unsigned from = results_len ? draw(results_len) : 0;
  for (unsigned i = 0; i < most && i < results_len; i++)
    printf("%s%s", i ? "," : "", results[(from + i) % results_len]);
  if (!results_len)
    printf("-");
}

static void one(uint64_t number) {
  seed = number * 2654435761u + 17;
  memset(keys, 0, sizeof keys);
  memset(scripts, 0, sizeof scripts);
  memset(kinds, 0, sizeof kinds);
  sequences = deadlocked = steps = 0;
  results_len = 0;
  for (int i = 0; i < 8; i++)
    draw(2);
  make();
  search(&(struct state){0});
  if (steps > TOO_MANY)
    return;
  if (counts())
    printf("%s %zu %zu ", kinds, sequences, deadlocked);
  else
    printf("%s * * ", kinds);
  print_results(counts() ? 1 : 6);
  for (int t = 0; t < threads; t++)
    printf(" %s", scripts[t]);
  puts("");
}

int main(int argc, char **argv) {
  uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  inputs = argc > 3;
  for (uint64_t i = 0; i < count; i++)
    one(first + i);
  return 0;
}
