/* MPI where ranks have threads.
 *
 * Threads of a rank share memory, so it can be seen when a call returns, and
 * the world cannot wait with that until nobody moves (mpi.h).  Here MPI is
 * what it is for any program with threads: something shared, whose
 * operations are steps. Each rank has a *box*, with the receives that it has
 * posted and the messages for it; posting either is a step on it
 * (rt/stream.h has such steps), by which a receive that names its source is
 * matched.  A call that is not complete looks at the boxes that it needs,
 * leaves word there, and sleeps until somebody posts something; so does poll
 * (rt/poll.c).  Which message a receive from anybody takes is decided when
 * its rank looks, among those that are there; that there are others is
 * another order of steps.  In programs without receives from anybody or of
 * any tag (cc/wildcards.c) there is a box for each two ranks, communicator
 * and tag instead: what cannot be mistaken for another needs no order.  A
 * receive that the call does not wait for is decided only where somebody
 * else cannot go on without it, and may be put off.
 *
 * What a rank brings to a collective it tells each rank that needs it by a
 * token of the two: as there is one who gives it and one who takes it,
 * nobody can see in which order ranks come.
 *
 * Whether sends have buffers is chosen for the whole run, before it begins:
 * 0 or 1 of the input "no buffers".  The threads of a rank are separate in
 * time where the rank has asked for no more: calls are then accesses to
 * something that is not atomic, so that two at once are a data race. */
#define IN_MPI
#include <stdio.h>
#include <string.h>

#include "rt/mpi_coll.h"
#include "rt/rank.h"
#include "rt/stream.h"

/* What a call waits for. */
struct wanted {
  MPI_Request *all;
  int count;
};

/* A thread that sleeps, or is about to. */
struct sleeping {
  struct stream stream;
  unsigned words; /* that it has left */
  bool over; /* what it waited for was matched: known if there is but one */
};

/* For somebody who posts in a box. */
struct word {
  struct word *next;
  struct sleeping *who;
  unsigned rank;
  struct wanted wanted;
};

struct box {
  struct stream stream;
  struct word *words;
  struct box *next;
  int from, to, comm, tag; /* whose messages: -1 are all */
};
static struct box *boxes[MPI_RANKS]; /* of each rank */
static struct {
  const struct box *box;
  const struct event *step;
} within; /* the last step on a box of the call under way */

extern const char heddle_mpi_wildcards __attribute__((weak));

/* Of struct mpi_rank what a thread has by itself, while another's is in place. */
enum { OWN_PART = offsetof(struct mpi_rank, thread) };
static char kept[MPI_RANKS][OWN_PART];
static bool any;

void mpi_threads_reset(void) {
  if (any) {
    memset(boxes, 0, sizeof boxes);
    memset(kept, 0, sizeof kept);
  }
  any = false;
}

/* Objects are known by labels, which stories show. */
static uint64_t number_of(const char *text, uint64_t which) {
  return (label_number(text) ^ which * UINT64_C(0x9e3779b97f4a7c15)) |
         LABEL_BIT;
}

static struct stream counter(const char *text, uint64_t which) {
  uint64_t number = number_of(text, which);
  rt_label_put(number, text);
  return (struct stream){.object = number, .kind = STREAM_SLEEPER};
}

void rt_mpi_begin(void) {
  mpi_world.threads = any = rt_ranks_have_threads();
  if (!any)
    return;
  mpi_world.unbuffered = rt.wire->flags & WIRE_UNBUFFERED;
  if (!mpi_world.unbuffered)
    mpi_world.unbuffered = rt_choice("no buffers", 2);
}

static struct box *make_box(struct box key) {
  char text[WIRE_LABEL_LEN];
  struct box *b = mpi_alloc_shared(sizeof *b);
  snprintf(text, sizeof text, "MPI: messages for rank %d", key.to);
  uint64_t which = (uint64_t)key.from << 48 ^ (uint64_t)key.comm << 32;
  *b = key;
  b->stream = counter(text, which ^ (uint32_t)key.tag);
  b->stream.count =
      UINT64_MAX - STREAM_MOST; /* as one that is nearly full is */
  b->next = boxes[key.to];
  return boxes[key.to] = b;
}

static struct box *find_box(struct box key) {
  for (struct box *b = boxes[key.to]; b; b = b->next)
    if (b->from == key.from && b->comm == key.comm && b->tag == key.tag)
      return b;
  return make_box(key);
}

/* Of a message or a receive; all of a rank's, where messages may be for
 * anybody. */
static struct box *box_of(const struct heddle_mpi_request *r) {
  bool sends = r->kind == REQUEST_SEND;
  struct box key = {
      .from = -1, .to = sends ? r->to : r->owner, .comm = -1, .tag = -1};
  if (&heddle_mpi_wildcards)
    return find_box(key);
  if (!sends && (r->source == MPI_ANY_SOURCE || r->tag == MPI_ANY_TAG))
    rt_escape_end(WHY_UNMODELLED, "MPI_ANY_SOURCE by another name, and threads",
                  r->site);
  key.from = sends ? r->from : r->comm->ranks[r->source];
  key.comm = r->comm->handle;
  key.tag = r->tag;
  return find_box(key);
}

void rt_mpi_switch(const struct fiber *to) {
  struct mpi_rank *me =
      mpi_world.threads ? mpi_world.ranks[to->rank - 1] : NULL;
  if (!me || !me->thread || me->thread == to->id || to->id >= MPI_RANKS)
    return;
  memcpy(kept[me->thread], me, OWN_PART);
  memcpy(me, kept[to->id], OWN_PART);
  me->thread = to->id;
}

bool mpi_unbuffered(void) {
  return mpi_world.unbuffered || rt.wire->flags & WIRE_UNBUFFERED;
}

void mpi_touch(const char *what, uint64_t which, heddle_at site) {
  uint64_t number = number_of(what, which + 1);
  rt_label_put(number, what);
  rt_visible(OP_WRITE, number, 1, EVENT_PLAIN, site);
}

void mpi_look_at_level(struct mpi_rank *me) {
  within.box = NULL;
  static const char *const names[] = {"SINGLE", "FUNNELED", "SERIALIZED",
                                      "MULTIPLE"};
  if (me->level < MPI_THREAD_SERIALIZED && rt.current->id != me->main)
    mpi_misuse("%s by another thread than that of MPI_Init, of a rank with "
               "MPI_THREAD_%s",
               me->call, names[me->level & 3]);
  if (me->level == MPI_THREAD_SERIALIZED)
    mpi_touch("MPI-by-one-thread-at-a-time", rt_rank_now(), me->site);
}

/* --- steps ---------------------------------------------------------------- */

/* A step also of a thread that is alone in its rank: other ranks are there. */
static void begin(struct stream *s, uint8_t kind, heddle_at site) {
  struct fiber *f = rt.current;
  if (rt.atomic)
    rt_escape_end(WHY_UNMODELLED, "MPI in an atomic block", site);
  rt_errno_catch_up();
  f->kind = kind;
  f->flags = f->order = 0;
  f->object = s->object;
  f->stream = s;
  f->descriptor = NULL;
  f->size = 1;
  f->site = site;
  f->alts = 1;
  f->alt = 0;
  rt_park();
  rt.step->value = rt_stream_state(s);
}

static void end(struct stream *s, bool changed, heddle_at site) {
  rt_stream_done(s, true, changed, site);
}

static void add(struct stream *s, int n, heddle_at site) {
  begin(s, n > 0 ? OP_STREAM_WRITE : OP_STREAM_READ, site);
  s->count += (uint64_t)n;
  end(s, true, site);
}

/* A step on a box; who has just taken one in this call is in it still. */
static void begin_at(struct box *b, uint8_t kind, heddle_at site) {
  if (within.box == b && within.step == rt.step)
    return;
  begin(&b->stream, kind, site);
  within.box = b;
  within.step = rt.step;
}

/* --- what there is to decide ---------------------------------------------- */

static struct wanted wanted_by(const struct mpi_rank *me) {
  return (struct wanted){me->requests, me->count};
}

static bool has(struct wanted w, const struct heddle_mpi_request *r) {
  for (int i = 0; i < w.count; i++)
    if (w.all[i] == r)
      return true;
  return false;
}

static bool receives(const struct heddle_mpi_request *r) {
  return r && (r->kind == REQUEST_RECV || r->kind == REQUEST_PROBE);
}

/* Somebody cannot go on before the receive has taken one of the messages: their
 * sender, or a later receive of the call. */
static bool is_needed(struct wanted w, const struct mpi_answers *d) {
  for (unsigned i = 0; i < d->count; i++) {
    if (!d->messages[i]->buffered && d->messages[i]->mode != MODE_BUFFERED)
      return true;
    for (int k = 0; k < w.count; k++)
      if (receives(w.all[k]) && mpi_fits(w.all[k], d->messages[i]))
        return true;
  }
  return false;
}

/* The first receive from anybody of a rank that has to take a message now. */
static bool find_receive(unsigned rank, struct wanted w,
                         struct mpi_answers *d) {
  for (MPI_Request r = mpi_world.ranks[rank]->posted; r; r = r->next) {
    d->receive = r;
    d->count = r->match ? 0 : mpi_candidates(r, d->messages);
    if (d->count && (has(w, r) || is_needed(w, d)))
      return true;
  }
  /* A probe stands for a receive that is not posted. */
  d->receive = w.count == 1 ? w.all[0] : NULL;
  bool probes = d->receive && d->receive->kind == REQUEST_PROBE;
  d->count = probes && !d->receive->match
                 ? mpi_candidates(d->receive, d->messages)
                 : 0;
  if (!d->count)
    d->receive = NULL;
  return d->count;
}

/* What is known of a request is known by those who are in a step on its box. */
static bool is_of(const struct heddle_mpi_request *r, const struct box *b) {
  return r && r->kind != REQUEST_COLL && !r->nobody && box_of(r) == b;
}

/* Who sleeps can go on: something that it waits for was matched, or it is its
 * rank's to decide. */
static bool can_go_on(const struct box *b, const struct word *w) {
  struct mpi_answers d;
  for (int i = 0; i < w->wanted.count; i++)
    if (is_of(w->wanted.all[i], b) && w->wanted.all[i]->match &&
        !w->wanted.all[i]->seen)
      return true;
  return w->rank == (unsigned)b->to && find_receive(w->rank, w->wanted, &d);
}

/* In a step on the box, which others may follow: these are told once. */
static void tell_all(struct box *b, heddle_at site) {
  struct word *told = NULL;
  for (struct word **at = &b->words; *at;) {
    struct word *w = *at;
    if (!can_go_on(b, w)) {
      at = &w->next;
      continue;
    }
    *at = w->next;
    w->next = told;
    told = w;
    w->who->over = w->wanted.count == 1 && is_of(w->wanted.all[0], b) &&
                   w->wanted.all[0]->match;
  }
  for (; told; told = told->next)
    add(&told->who->stream, 1, site);
}

static void leave_word(struct mpi_rank *me, struct box *b,
                       struct sleeping *who) {
  struct word *w = mpi_alloc(sizeof *w);
  size_t size = (size_t)me->count * sizeof *me->requests;
  *w =
      (struct word){b->words, who, rt_rank_now(), {mpi_alloc(size), me->count}};
  memcpy(w->wanted.all, me->requests, size);
  b->words = w;
  who->words++;
}

/* --- posting -------------------------------------------------------------- */

static bool is_posted(const struct heddle_mpi_request *r) {
  return mpi_world.threads && !r->nobody && r->kind != REQUEST_PROBE;
}

/* Who receives is after those who have sent, and a sender that waits, or looks
 * whether it need, after those who have posted a receive: as with a stream that
 * was full (sched/datarace.c). */
static uint8_t step_of(bool sends) {
  return sends ? OP_STREAM_WRITE : OP_STREAM_LOOK;
}

void mpi_post_begin(const struct heddle_mpi_request *r) {
  if (is_posted(r))
    begin_at(box_of(r), step_of(r->kind == REQUEST_SEND), r->site);
}

void mpi_post_end(MPI_Request r) {
  if (!is_posted(r))
    return;
  struct box *b = box_of(r);
  bool standard = r->mode == MODE_STANDARD || r->mode == MODE_READY;
  r->buffered = r->kind == REQUEST_SEND && standard && !mpi_unbuffered();
  r->seen = r->buffered || r->mode == MODE_BUFFERED;
  while (mpi_match_named(mpi_world.ranks[b->to]))
    ;
  r->seen |= r->match != NULL;
  end(&b->stream, true, r->site);
}

void mpi_post_tell(const struct heddle_mpi_request *r) {
  if (is_posted(r))
    tell_all(box_of(r), r->site);
}

/* --- deciding ------------------------------------------------------------- */

/* Others may move when something is chosen: it is done by another step, if that
 * can still be. */
static void take(struct mpi_rank *me, const struct mpi_answers *d, unsigned n) {
  MPI_Request m = d->messages[n];
  struct box *b = box_of(m);
  begin_at(b, OP_STREAM_LOOK, me->site);
  bool can = !d->receive->match && !m->match;
  bool probes = d->receive->kind == REQUEST_PROBE;
  if (can && probes)
    d->receive->match = m;
  else if (can)
    mpi_match(d->receive, m);
  end(&b->stream, can && !probes, me->site);
  if (!can || probes)
    return;
  mpi_tell("%s takes the message of rank %u", d->receive->call, m->from);
  tell_all(b, me->site);
}

/* Who has been told something else than before is in another turn (rt/wait.c). */
static unsigned choose(const char *name, unsigned count) {
  if (count > 1 && UNLIKELY(rt_waiting()))
    rt_wait_effect(&rt.current->watch);
  return count > 1 ? rt_choice(name, count) : 0;
}

static bool is_test(const struct mpi_rank *me) {
  return me->waits == WAIT_TEST || me->waits == WAIT_TEST_ANY ||
         me->waits == WAIT_IPROBE;
}

/* A message is taken, or it is said that none is: whatever it was, the call looks
 * again. */
static void decide(struct mpi_rank *me, const struct mpi_answers *d) {
  bool mine = has(wanted_by(me), d->receive);
  MPI_Request asked = me->waits == WAIT_IPROBE ? d->messages[0] : d->receive;
  bool early = mine && is_test(me) && !asked->doubted;
  bool later = !mine || (me->waits == WAIT_ANY && me->count > 1);
  unsigned n = choose("whose message", d->count + (early || later));
  if (n < d->count)
    take(me, d, n);
  else if (early)
    asked->doubted = me->done = true;
  else
    mpi_put_off(me, d);
}

/* --- looking -------------------------------------------------------------- */

static bool all_complete(const struct mpi_rank *me) {
  for (int i = 0; i < me->count; i++)
    if (me->requests[i] && me->requests[i]->kind != REQUEST_COLL &&
        !mpi_is_complete(me->requests[i]))
      return false;
  return true;
}

/* Of requests that are complete: which of them the call tells of, or that it
 * came too early. */
static void tell_one(struct mpi_rank *me, const struct mpi_answers *d) {
  MPI_Request first = me->requests[d->indices[0]];
  bool early = is_test(me) && !first->doubted;
  unsigned n =
      choose(is_test(me) ? "too early" : "which request", d->count + early);
  me->done = true;
  me->flag = n < d->count;
  if (me->flag)
    me->index = d->indices[n];
  else
    first->doubted = true;
}

static void test_all(struct mpi_rank *me) {
  MPI_Request first = NULL;
  for (int i = 0; i < me->count && !first; i++)
    first = me->requests[i];
  me->done = true;
  me->flag =
      all_complete(me) && (!first || first->doubted || !choose("too early", 2));
  if (first && !me->flag)
    first->doubted |= all_complete(me);
}

/* The call after a look at a box has shown what there is. */
static void conclude(struct mpi_rank *me) {
  struct mpi_answers d = {0};
  switch (me->waits) {
  case WAIT_ALL:
    me->done = me->flag = all_complete(me);
    break;
  case WAIT_TEST:
    test_all(me);
    break;
  case WAIT_ANY:
  case WAIT_TEST_ANY:
    mpi_find_complete(me, &d);
    if (d.count)
      tell_one(me, &d);
    else
      me->done = is_test(me);
    break;
  default: /* a probe */
    me->done = me->own->match || me->waits == WAIT_IPROBE;
    me->flag = me->own->match != NULL;
  }
}

/* What a thread sleeps at: another each time, since whoever has found word of the
 * last one may be late. */
static struct sleeping *sleeper(void) {
  struct sleeping *s = mpi_alloc(sizeof *s);
  s->stream = (struct stream){.object = number_of("MPI", (uint64_t)s),
                              .kind = STREAM_SLEEPER};
  return s;
}

static void name_sleeper(const struct mpi_rank *me,
                         const struct sleeping *who) {
  char words[WIRE_LABEL_LEN] = "a message", text[WIRE_LABEL_LEN];
  for (int i = 0; i < me->count; i++)
    if (me->requests[i] && !mpi_is_complete(me->requests[i])) {
      mpi_lacks(me->requests[i], words, sizeof words);
      break;
    }
  snprintf(text, sizeof text, "MPI: %.*s", (int)(sizeof text - 6), words);
  rt_label_put(who->stream.object, text);
}

/* The call need not wait for anything else. */
static bool has_enough(const struct mpi_rank *me) {
  struct mpi_answers some = {0};
  if (me->waits == WAIT_ANY)
    mpi_find_complete(me, &some);
  return some.count || is_test(me) || all_complete(me);
}

/* One box; true: there is something to decide, or the call is over. */
static bool look(struct mpi_rank *me, struct box *b, struct sleeping *who,
                 struct mpi_answers *d) {
  bool own = b->to == (int)rt_rank_now();
  begin_at(b, step_of(!own), me->site);
  *d = (struct mpi_answers){0};
  for (int i = 0; i < me->count; i++)
    if (is_of(me->requests[i], b) && me->requests[i]->match)
      me->requests[i]->seen = true;
  bool decides = own && !(me->waits == WAIT_ALL && all_complete(me)) &&
                 find_receive((unsigned)b->to, wanted_by(me), d);
  bool goes_on = decides || has_enough(me);
  if (!goes_on)
    leave_word(me, b, who);
  end(&b->stream, false, me->site);
  tell_all(b, me->site);
  return goes_on;
}

/* Its rank has receives from anybody, or may have by other threads. */
static bool may_decide(const struct mpi_rank *me) {
  bool may = rt.unjoined;
  for (MPI_Request r = me->posted; r && !may; r = r->next)
    may = r->source == MPI_ANY_SOURCE;
  return may;
}

/* All boxes that it needs, each once; that of its own rank first, where others may
 * wait for what it decides. */
static bool look_at_all(struct mpi_rank *me, struct sleeping *who,
                        struct mpi_answers *d) {
  struct box *looked[64];
  unsigned len = 0;
  if (&heddle_mpi_wildcards && may_decide(me)) {
    looked[len++] = find_box((struct box){
        .from = -1, .to = (int)rt_rank_now(), .comm = -1, .tag = -1});
    if (look(me, looked[0], who, d))
      return true;
  }
  for (int i = 0; i < me->count; i++) {
    const struct heddle_mpi_request *r = me->requests[i];
    struct box *b =
        r && r->kind != REQUEST_COLL && !mpi_is_complete(r) ? box_of(r) : NULL;
    for (unsigned k = 0; b && k < len; k++)
      b = looked[k] == b ? NULL : b;
    if (b && len < sizeof looked / sizeof *looked)
      looked[len++] = b;
    if (b && look(me, b, who, d))
      return true;
  }
  return has_enough(me);
}

static void name_what_has_no_model(const struct mpi_rank *me) {
  for (int i = 0; i < me->count; i++)
    if (me->requests[i] && me->requests[i]->kind == REQUEST_COLL &&
        me->waits != WAIT_ALL)
      rt_escape_end(WHY_UNMODELLED,
                    "a test of a collective of ranks with threads", me->site);
}

void mpi_wait_among(struct mpi_rank *me) {
  struct mpi_answers d = {0};
  name_what_has_no_model(me);
  if (me->waits == WAIT_ALL && all_complete(me))
    for (int i = 0; i < me->count; i++)
      if (me->requests[i] && me->requests[i]->kind != REQUEST_COLL)
        mpi_post_tell(me->requests[i]);
  for (;;) {
    me->done |= me->flag |= me->waits == WAIT_ALL && all_complete(me);
    if (me->done)
      break;
    struct sleeping *who = sleeper();
    bool goes_on = look_at_all(me, who, &d);
    if (!goes_on) {
      name_sleeper(me, who);
      add(&who->stream, -1, me->site);
      if (who->words == 1 && who->over)
        me->requests[0]->seen = true;
    } else if (d.receive) {
      decide(me, &d);
    } else {
      conclude(me);
    }
  }
  for (int i = 0; i < me->count; i++)
    if (me->requests[i] && me->requests[i]->kind == REQUEST_COLL)
      mpi_coll_await(me->requests[i]);
}

/* --- collectives ---------------------------------------------------------- */

static struct stream *token(struct mpi_coll *l, int from, int to) {
  int size = l->comm->size;
  if (!l->tokens)
    l->tokens = mpi_alloc_shared((size_t)(size * size) * sizeof *l->tokens);
  struct stream *s = &l->tokens[from * size + to];
  if (!s->object) {
    char text[WIRE_LABEL_LEN];
    snprintf(text, sizeof text, "MPI: rank %d to call %s", l->comm->ranks[from],
             l->name);
    uint64_t which = (uint64_t)l->comm->handle << 32 | l->index;
    *s = counter(text, (which * MPI_RANKS + (unsigned)from) * MPI_RANKS +
                           (unsigned)to);
  }
  return s;
}

static bool needs(const struct mpi_coll *l, int rank, int from) {
  int end, first = mpi_coll_needs(l, rank, mpi_unbuffered(), &end);
  return from != rank && from >= first && from < end;
}

void mpi_coll_tell(MPI_Request r) {
  for (int i = 0; mpi_world.threads && i < r->comm->size; i++)
    if (needs(r->coll, i, r->source))
      add(token(r->coll, r->source, i), 1, r->site);
}

void mpi_coll_await(MPI_Request r) {
  for (int i = 0; i < r->comm->size; i++)
    if (needs(r->coll, r->source, i))
      add(token(r->coll, i, r->source), -1, r->site);
}
