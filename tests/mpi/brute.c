/* What random MPI programs (script.c) can do, by trying everything.
 *
 *   brute SEED [RANKS]
 *
 * prints the number of ranks, the script; how many outcomes are complete, and
 * how many are deadlocks, with all buffers; the same without any; deadlocks with
 * some; and one that is complete.
 *
 * A message goes into a queue from its sender to its receiver, and arrives from
 * there at any time: then it is taken by the first receive that was posted for
 * it, or put behind those that nobody has asked for.  A receive that is posted
 * takes the first of these that fits.  So arrival is what is tried in every
 * order here; rt/mpi.h knows no arrival.  A send in the standard mode has a
 * buffer or waits for its receive: all do, none does, or each as it likes. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = 4, OPS = 8, MESSAGES = RANKS * OPS, ANY = -1, NONE = -1 };

struct op {
  char kind;
  int peer, tag;
};

static struct program {
  int ranks;
  int len[RANKS];
  struct op ops[RANKS][OPS];
} program;

/* --- states -------------------------------------------------------------- */

/* A message or a receive is known by its rank and its place there. */
#define ID(rank, place) ((int8_t)((rank)*OPS + (place)))
#define RANK(id) ((id) / OPS)
static const struct op *op_of(int id) {
  return &program.ops[RANK(id)][id % OPS];
}

struct queue {
  int8_t len, at[MESSAGES];
};

struct state {
  int8_t at[RANKS];          /* the next operation */
  int8_t begun[RANKS];       /* it was begun, and waits */
  int8_t match[MESSAGES];    /* of a send or a receive: the other, or NONE */
  int8_t buffered[MESSAGES]; /* of a send */
  int8_t open[MESSAGES];     /* a request that was not waited for */
  int8_t any[RANKS][OPS];    /* which request a `v` was told of, or NONE */
  struct queue way[RANKS][RANKS]; /* sent and not arrived */
  struct queue here[RANKS];       /* arrived and not asked for */
  struct queue asked[RANKS];      /* posted and not matched */
};

static void push(struct queue *q, int8_t id) {
  q->at[q->len++] = id;
}
static void take(struct queue *q, int i) {
  memmove(&q->at[i], &q->at[i + 1], (size_t)(q->len - i - 1));
  q->at[--q->len] = 0;
}

static bool fits(int receive, int message) {
  const struct op *r = op_of(receive), *m = op_of(message);
  return (r->peer == ANY || r->peer == RANK(message)) &&
         (r->tag == ANY || r->tag == m->tag);
}

static void join(struct state *s, int a, int b) {
  s->match[a] = (int8_t)b;
  s->match[b] = (int8_t)a;
}

static void post(struct state *s, int rank, int8_t id) {
  struct queue *q = &s->here[rank];
  for (int i = 0; i < q->len; i++)
    if (fits(id, q->at[i])) {
      join(s, id, q->at[i]);
      take(q, i);
      return;
    }
  push(&s->asked[rank], id);
}

static void arrive(struct state *s, int from, int to) {
  int8_t id = s->way[from][to].at[0];
  take(&s->way[from][to], 0);
  struct queue *q = &s->asked[to];
  for (int i = 0; i < q->len; i++)
    if (fits(q->at[i], id)) {
      join(s, q->at[i], id);
      take(q, i);
      return;
    }
  push(&s->here[to], id);
}

static bool is_send(const struct op *o) {
  return strchr("syi", o->kind);
}

static bool is_complete(const struct state *s, int id) {
  return s->match[id] != NONE || (is_send(op_of(id)) && s->buffered[id]);
}

/* --- every order --------------------------------------------------------- */

enum buffers { ALL, NO, EITHER };

struct set { /* of states, or of outcomes, by their bytes */
  uint64_t *at;
  size_t cap, len;
};

static uint64_t hash(const void *p, size_t len) {
  const unsigned char *at = p;
  uint64_t h = 1469598103934665603u, word;
  for (; len >= sizeof word; at += sizeof word, len -= sizeof word) {
    memcpy(&word, at, sizeof word);
    h = (h ^ word) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
  }
  for (; len; at++, len--)
    h = (h ^ *at) * 1099511628211u;
  return h ? h : 1;
}

static bool add(struct set *s, uint64_t h) {
  if (2 * s->len >= s->cap) {
    struct set more = {.cap = s->cap ? 2 * s->cap : 1024};
    more.at = calloc(more.cap, sizeof *more.at);
    if (!more.at)
      exit(2);
    for (size_t i = 0; i < s->cap; i++)
      if (s->at[i])
        add(&more, s->at[i]);
    free(s->at);
    *s = more;
  }
  size_t i = h & (s->cap - 1);
  for (; s->at[i]; i = (i + 1) & (s->cap - 1))
    if (s->at[i] == h)
      return false;
  s->at[i] = h;
  s->len++;
  return true;
}

static struct {
  enum buffers buffers;
  struct set states, complete, deadlocks;
  bool too_many;
  struct state last; /* one that is complete, */
  uint64_t wish;     /* the latest, by this */
} search;

static void explore(const struct state *s);

static bool at_barrier(const struct state *s) {
  for (int r = 0; r < program.ranks; r++)
    if (s->at[r] >= program.len[r] || program.ops[r][s->at[r]].kind != 'b')
      return false;
  return true;
}

static void begin_send(const struct state *s, int r, int8_t id, bool buffer) {
  const struct op *o = op_of(id);
  struct state next = *s;
  next.buffered[id] = buffer && o->kind != 'y';
  push(&next.way[r][o->peer], id);
  if (o->kind == 'i')
    next.open[id] = 1, next.at[r]++;
  else
    next.begun[r] = 1;
  explore(&next);
}

static void begin(const struct state *s, int r, int8_t id) {
  const struct op *o = op_of(id);
  struct state next = *s;
  if (is_send(o)) {
    if (search.buffers != NO && o->kind != 'y')
      begin_send(s, r, id, true);
    if (search.buffers != ALL || o->kind == 'y')
      begin_send(s, r, id, false);
    return;
  }
  post(&next, r, id);
  if (o->kind == 'n')
    next.open[id] = 1, next.at[r]++;
  else
    next.begun[r] = 1;
  explore(&next);
}

/* Whether all requests of a rank are complete. */
static bool all_complete(const struct state *s, int r) {
  for (int i = 0; i < OPS; i++)
    if (s->open[ID(r, i)] && !is_complete(s, ID(r, i)))
      return false;
  return true;
}

static bool wait_any(const struct state *s, int r) {
  bool any = false, open = false;
  for (int i = 0; i < OPS; i++) {
    struct state next = *s;
    open |= s->open[ID(r, i)];
    if (!s->open[ID(r, i)] || !is_complete(s, ID(r, i)))
      continue;
    next.open[ID(r, i)] = 0;
    next.any[r][s->at[r]] = (int8_t)i;
    next.at[r]++;
    explore(&next);
    any = true;
  }
  if (!open) {
    struct state next = *s;
    next.at[r]++;
    explore(&next);
  }
  return any || !open;
}

static bool wait_all(const struct state *s, int r) {
  struct state next = *s;
  if (!all_complete(s, r))
    return false;
  for (int i = 0; i < OPS; i++)
    next.open[ID(r, i)] = 0;
  next.at[r]++;
  explore(&next);
  return true;
}

/* A step of one rank, in all the ways there are; false: it has none. */
static bool step(const struct state *s, int r) {
  if (s->at[r] >= program.len[r])
    return false;
  int8_t id = ID(r, s->at[r]);
  const struct op *o = op_of(id);
  struct state next = *s;
  if (o->kind == 'b')
    return false;
  if (o->kind == 'w')
    return wait_all(s, r);
  if (o->kind == 'v')
    return wait_any(s, r);
  if (!s->begun[r]) {
    begin(s, r, id);
    return true;
  }
  if (!is_complete(s, id))
    return false;
  next.begun[r] = 0;
  next.at[r]++;
  explore(&next);
  return true;
}

/* What was received, and by whom waited for; where ranks stand. */
static void end_here(const struct state *s) {
  bool over = true;
  char bytes[RANKS + MESSAGES + sizeof s->any];
  for (int r = 0; r < program.ranks; r++)
    over &= s->at[r] >= program.len[r];
  memcpy(bytes, s->at, RANKS);
  memcpy(bytes + RANKS, s->match, MESSAGES);
  memcpy(bytes + RANKS + MESSAGES, s->any, sizeof s->any);
  uint64_t h = hash(bytes, sizeof bytes);
  add(over ? &search.complete : &search.deadlocks, h);
  if (over && h > search.wish) {
    search.wish = h;
    search.last = *s;
  }
}

static void explore(const struct state *s) {
  bool any = false;
  if (search.states.len > 30000)
    search.too_many = true;
  if (search.too_many || !add(&search.states, hash(s, sizeof *s)))
    return;
  for (int a = 0; a < program.ranks; a++)
    for (int b = 0; b < program.ranks; b++)
      if (s->way[a][b].len) {
        struct state next = *s;
        arrive(&next, a, b);
        explore(&next);
        any = true;
      }
  for (int r = 0; r < program.ranks; r++)
    any |= step(s, r);
  if (at_barrier(s)) {
    struct state next = *s;
    for (int r = 0; r < program.ranks; r++)
      next.at[r]++;
    explore(&next);
    any = true;
  }
  if (!any)
    end_here(s);
}

static void try_all(enum buffers buffers) {
  struct state first;
  free(search.states.at);
  free(search.complete.at);
  free(search.deadlocks.at);
  memset(&search, 0, sizeof search);
  memset(&first, 0, sizeof first);
  memset(first.match, NONE, sizeof first.match);
  memset(first.any, NONE, sizeof first.any);
  search.buffers = buffers;
  explore(&first);
}

/* --- random programs ----------------------------------------------------- */

static uint64_t seed;
static unsigned draw(unsigned n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(seed >> 33) % n;
}

static struct op random_op(int rank) {
  static const char kinds[] = "ssssyiirrrrrnnnvbw";
  struct op o = {.kind = kinds[draw(sizeof kinds - 1)]};
  o.peer = (int)draw((unsigned)program.ranks - 1);
  o.peer += o.peer >= rank;
  o.tag = (int)draw(4) ? 0 : 1;
  if (strchr("rn", o.kind)) {
    o.peer = draw(2) ? ANY : o.peer;
    o.tag = draw(5) ? o.tag : ANY;
  }
  return o;
}

/* Mostly as many receives as sends, so that not all end in a deadlock. */
static void mend(void) {
  for (int r = 0; r < program.ranks; r++)
    for (int i = 0; i < program.len[r]; i++) {
      const struct op *o = &program.ops[r][i];
      int to = o->peer;
      if (!is_send(o) || program.len[to] >= OPS - 2 || draw(3) == 0)
        continue;
      int at = (int)draw((unsigned)program.len[to] + 1);
      struct op *ops = program.ops[to];
      memmove(&ops[at + 1], &ops[at],
              (size_t)(program.len[to] - at) * sizeof *ops);
      ops[at] = (struct op){draw(3) ? 'r' : 'n', draw(2) ? ANY : r,
                            draw(4) ? o->tag : ANY};
      program.len[to]++;
    }
}

/* Barriers always: one that does not come is no deadlock but a collective that
 * others do not call. */
static bool is_balanced(bool messages) {
  int in[RANKS] = {0}, barriers[RANKS] = {0};
  for (int r = 0; r < program.ranks; r++)
    for (int i = 0; i < program.len[r]; i++) {
      const struct op *o = &program.ops[r][i];
      if (is_send(o))
        in[o->peer]++;
      else if (strchr("rn", o->kind))
        in[r]--;
      barriers[r] += o->kind == 'b';
    }
  for (int r = 0; r < program.ranks; r++)
    if ((messages && in[r]) || barriers[r] != barriers[0])
      return false;
  return true;
}

static void make(int ranks) {
  unsigned most = RANKS - draw(2);
  do {
    memset(&program, 0, sizeof program);
    program.ranks = ranks ? ranks : 2 + (int)draw(most - 1);
    for (int r = 0; r < program.ranks; r++) {
      program.len[r] = 1 + (int)draw(program.ranks == 4 ? 3 : 4);
      for (int i = 0; i < program.len[r]; i++)
        program.ops[r][i] = random_op(r);
    }
    mend();
    for (int r = 0; r < program.ranks; r++)
      program.ops[r][program.len[r]++] = (struct op){.kind = 'w'};
  } while (!is_balanced(draw(30)));
}

/* --- telling ------------------------------------------------------------- */

static void tell_number(int n) {
  if (n == ANY)
    putchar('*');
  else
    printf("%d", n);
}

static void tell_script(void) {
  for (int r = 0; r < program.ranks; r++) {
    if (r)
      putchar('/');
    for (int i = 0; i < program.len[r]; i++) {
      const struct op *o = &program.ops[r][i];
      putchar(o->kind);
      if (strchr("syirn", o->kind)) {
        tell_number(o->peer);
        putchar('.');
        tell_number(o->tag);
      }
      putchar(' ');
    }
  }
}

/* The place of a request in the array of script.c, which begins anew after
 * each w. */
static int index_of(int rank, int place, int upto) {
  int n = 0;
  for (int i = 0; i < upto; i++) {
    char kind = program.ops[rank][i].kind;
    if (kind == 'w')
      n = 0;
    if (i == place)
      return n;
    n += kind == 'i' || kind == 'n';
  }
  return n;
}

/* What each rank gets, in the order of its operations. */
static void tell_outcome(const struct state *s) {
  for (int r = 0; r < program.ranks; r++) {
    if (r)
      putchar('/');
    for (int i = 0; i < program.len[r]; i++) {
      char kind = program.ops[r][i].kind;
      int m = s->match[ID(r, i)], which = s->any[r][i];
      if (kind == 'r' || kind == 'n')
        printf("%d ", 10 * RANK(m) + m % OPS);
      if (kind == 'v')
        printf("%d ",
               which == NONE ? 1000 - 32766 : 1000 + index_of(r, which, i));
    }
  }
}

int main(int argc, char **argv) {
  size_t complete[3], deadlocks[3];
  seed = (uint64_t)atoi(argc > 1 ? argv[1] : "1") * 7919 + 17;
  draw(2);
  struct state last;
  bool dull; /* mostly such as have several outcomes */
  do {
    make(argc > 2 ? atoi(argv[2]) : 0);
    dull = false;
    for (enum buffers b = ALL; b <= EITHER && !dull; b++) {
      try_all(b);
      complete[b] = search.complete.len;
      deadlocks[b] = search.deadlocks.len;
      last = b == ALL ? search.last : last;
      dull = search.too_many || complete[b] > 60 ||
             (b == ALL && complete[b] < 2 && draw(16)) ||
             (b == ALL && deadlocks[b] && draw(8));
    }
  } while (dull);
  printf("%d;", program.ranks);
  tell_script();
  printf(";%zu;%zu;%zu;%zu;%zu;", complete[ALL], deadlocks[ALL], complete[NO],
         deadlocks[NO], deadlocks[EITHER]);
  if (complete[ALL])
    tell_outcome(&last);
  putchar('\n');
}
