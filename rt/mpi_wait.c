/* Requests: waiting for them, testing them, and what becomes of them. */
#include <string.h>

#include "rt/mpi.h"
#include "rt/rank.h"

MPI_Request mpi_request(struct mpi_rank *me, enum mpi_kind kind,
                        const char *call) {
  MPI_Request r = mpi_alloc(sizeof *r);
  r->kind = (uint8_t)kind;
  r->call = call;
  r->site = me->site;
  r->owner = (uint16_t)(rt_is_rank() ? rt_rank_now() : 0);
  r->sister = me->all;
  me->all = r;
  return r;
}

/* --- a request is over --------------------------------------------------- */

static unsigned line_of(heddle_at site) {
  return site ? site->line : 0;
}

/* Of a send: the bytes that are on their way are still there.  Of a receive:
 * those that it writes over. */
static void check_unchanged(const struct heddle_mpi_request *r) {
  size_t len;
  if (!r->active || !r->len || r->kind == REQUEST_COLL || !r->held)
    return;
  const char *now = mpi_pack(r->buffer, r->count, r->type, &len, r->site);
  if (len == r->len && !memcmp(now, r->data, len))
    return;
  mpi_misuse("the buffer of %s at line %u was changed before it was complete",
             r->call, line_of(r->site));
}

static int receive(MPI_Request r, MPI_Status *s) {
  const struct heddle_mpi_request *m = r->match;
  const struct mpi_type *got = mpi_type(r->type);
  size_t room = got->size * (size_t)r->count;
  *s = (MPI_Status){m->source, m->tag, MPI_SUCCESS, 0, m->len};
  if (m->len > room)
    return mpi_error(MPI_ERR_TRUNCATE,
                     "the message of rank %u has %zu bytes, and there is room "
                     "for %zu",
                     m->from, m->len, room);
  if (m->base && got->base && m->base != got->base)
    return mpi_error(MPI_ERR_TYPE, "rank %u has sent %s, received as %s",
                     m->from, mpi_type_word(m->base), mpi_type_word(got->base));
  mpi_unpack(r->buffer, r->count, r->type, m->data, m->len, r->site);
  return MPI_SUCCESS;
}

int mpi_over(struct mpi_rank *me, MPI_Request r, MPI_Status *status) {
  MPI_Status s = {MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, 0, 0};
  int error = MPI_SUCCESS;
  mpi_give_back(me, r);
  mpi_win_over(me, r);
  check_unchanged(r);
  mpi_late_over(me, r);
  if (r->nobody && r->kind == REQUEST_RECV)
    s.MPI_SOURCE = MPI_PROC_NULL;
  else if (r->cancelled)
    s.heddle_cancelled = 1;
  else if (r->kind == REQUEST_RECV)
    error = receive(r, &s);
  else if (r->kind == REQUEST_COLL)
    mpi_coll_deliver(r);
  r->active = r->held = false;
  if (status) {
    rt_range_write(status, sizeof *status, me->site);
    s.MPI_ERROR = error;
    *status = s;
  }
  return error;
}

int mpi_finish(struct mpi_rank *me, MPI_Request r, MPI_Status *status) {
  me->own = r;
  mpi_strict_needs(r);
  mpi_wait_for(me, WAIT_ALL, &me->own, 1);
  me->own = NULL;
  return mpi_over(me, r, status);
}

/* --- what the program holds ---------------------------------------------- */

/* A persistent one stands for the last that it started. */
static MPI_Request behind(MPI_Request r) {
  return r && r->persistent ? r->active ? r->started : NULL : r;
}

static int check(MPI_Request r) {
  if (!r)
    return MPI_SUCCESS;
  unsigned me = rt_is_rank() ? rt_rank_now() : 0;
  if (!mpi_is_own(r) || r->owner != me || !(r->held || r->persistent))
    return mpi_error(MPI_ERR_REQUEST, "no such request");
  return MPI_SUCCESS;
}

/* What is behind each of them, in memory of ours. */
static MPI_Request *look_behind(struct mpi_rank *me, int count,
                                const MPI_Request *requests, int *error) {
  MPI_Request *all = mpi_alloc((size_t)(count > 0 ? count : 0) * sizeof *all);
  if (count > 0)
    rt_range_read(requests, (size_t)count * sizeof *requests, me->site);
  *error = count < 0 ? mpi_error(MPI_ERR_COUNT, "the count is %d", count) : 0;
  for (int i = 0; i < count && !*error; i++) {
    *error = check(requests[i]);
    if (!*error)
      all[i] = behind(requests[i]);
  }
  return all;
}

static void empty_status(struct mpi_rank *me, MPI_Status *status) {
  if (!status)
    return;
  rt_range_write(status, sizeof *status, me->site);
  *status = (MPI_Status){MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, 0, 0};
}

/* The handle is gone, unless it can be started again. */
static int finish_one(struct mpi_rank *me, MPI_Request *request,
                      MPI_Status *status) {
  MPI_Request r = *request, it = behind(r);
  if (!it) {
    empty_status(me, status);
    return MPI_SUCCESS;
  }
  it->held = true; /* its buffer is looked at */
  int error = mpi_over(me, it, status);
  if (r->persistent)
    r->active = false;
  else {
    rt_range_write(request, sizeof *request, me->site);
    *request = MPI_REQUEST_NULL;
  }
  return error;
}

static MPI_Status *status_at(MPI_Status *statuses, int i) {
  return statuses ? &statuses[i] : NULL;
}

static int finish_all(struct mpi_rank *me, int count, MPI_Request *requests,
                      MPI_Status *statuses) {
  int error = MPI_SUCCESS;
  for (int i = 0; i < count; i++) {
    int now = finish_one(me, &requests[i], status_at(statuses, i));
    error = now ? MPI_ERR_IN_STATUS : error;
  }
  return error;
}

/* --- waiting ------------------------------------------------------------- */

int heddle_MPI_Wait(MPI_Request *request, MPI_Status *status) {
  struct mpi_rank *me = mpi_enter("MPI_Wait");
  int error;
  MPI_Request *all = look_behind(me, 1, request, &error);
  if (error)
    return error;
  if (all[0]) {
    mpi_strict_needs(all[0]);
    mpi_wait_for(me, WAIT_ALL, all, 1);
  }
  return finish_one(me, request, status);
}

int heddle_MPI_Waitall(int count, MPI_Request requests[],
                       MPI_Status statuses[]) {
  struct mpi_rank *me = mpi_enter("MPI_Waitall");
  int error;
  MPI_Request *all = look_behind(me, count, requests, &error);
  if (error)
    return error;
  for (int i = 0; i < count; i++)
    if (all[i])
      mpi_strict_needs(all[i]);
  mpi_wait_for(me, WAIT_ALL, all, count);
  return finish_all(me, count, requests, statuses);
}

static bool any_active(MPI_Request *all, int count) {
  for (int i = 0; i < count; i++)
    if (all[i])
      return true;
  return false;
}

static void put(struct mpi_rank *me, int *to, int value) {
  rt_range_write(to, sizeof *to, me->site);
  *to = value;
}

/* Where threads poll, what was there before is no effect (rt/wait.c). */
void mpi_put_answer(struct mpi_rank *me, int *to, int value) {
  uint32_t info = sizeof *to | (uint32_t)ABI_HOW_PLAIN << ABI_HOW_SHIFT;
  heddle_mem_write(to, info, me->site, (uint64_t)value);
  *to = value;
}

int heddle_MPI_Waitany(int count, MPI_Request requests[], int *index,
                       MPI_Status *status) {
  struct mpi_rank *me = mpi_enter("MPI_Waitany");
  int error;
  MPI_Request *all = look_behind(me, count, requests, &error);
  if (error)
    return error;
  put(me, index, MPI_UNDEFINED);
  if (!any_active(all, count)) {
    empty_status(me, status);
    return MPI_SUCCESS;
  }
  mpi_wait_for(me, WAIT_ANY, all, count);
  mpi_strict_needs(all[me->index]);
  *index = me->index;
  return finish_one(me, &requests[me->index], status);
}

/* Whoever waits for some is told of one: those that are complete as well are
 * told of by the next call, which is an outcome that MPI allows. */
int heddle_MPI_Waitsome(int count, MPI_Request requests[], int *done,
                        int indices[], MPI_Status statuses[]) {
  struct mpi_rank *me = mpi_enter("MPI_Waitsome");
  int error;
  MPI_Request *all = look_behind(me, count, requests, &error);
  if (error)
    return error;
  if (!any_active(all, count)) {
    put(me, done, MPI_UNDEFINED);
    return MPI_SUCCESS;
  }
  mpi_wait_for(me, WAIT_ANY, all, count);
  mpi_strict_needs(all[me->index]);
  put(me, done, 1);
  put(me, &indices[0], me->index);
  return finish_one(me, &requests[me->index], status_at(statuses, 0));
}

/* --- testing ------------------------------------------------------------- */

/* A Test that is made again where it was in vain, by a rank whose memory is as
 * it was then, would be in vain in the same way: that it is not is all that is
 * of interest, and so it waits.  A rank that counts its turns is let go on a few
 * times only; the rest is not looked at. */
enum { TURNS_MOST = 2 };

static uint64_t fold(uint64_t h, const void *from, size_t len) {
  const char *at = from;
  for (size_t i = 0; i + 8 <= len; i += 8) {
    uint64_t word;
    memcpy(&word, at + i, 8);
    h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 29;
  }
  return h;
}

extern char __start_heddle_data[] __attribute__((weak));
extern char __stop_heddle_data[] __attribute__((weak));

/* Of the running rank: its variables, its heap, its stack from here on, with the
 * registers that functions keep. */
__attribute__((noinline)) uint64_t mpi_state(void) {
  __builtin_unwind_init();
  const void *heap, *shadow;
  char *here = __builtin_frame_address(0);
  uint64_t used = rt_heap_used(rt.current->id, &heap, &shadow);
  uint64_t h = fold(0, __start_heddle_data,
                    (size_t)(__stop_heddle_data - __start_heddle_data));
  h = fold(h, heap, used);
  enum {
    SAVED = 5 * 8
  }; /* below the frame: rbx and r12 to r15; what lies
                             below these may have been anything */
  return fold(h, here - SAVED,
              (size_t)((char *)rt_stack_top(rt.current) - here + SAVED));
}

bool mpi_test_again(struct mpi_rank *me, uint64_t state) {
  if (me->tested != me->site || mpi_world.threads)
    return false;
  if (me->tested_state == state)
    return true;
  if (me->tested_turns < TURNS_MOST)
    return false;
  rt_escape(WHY_BOUND, "turns of a loop that tests a request", me->site);
  return true;
}

void mpi_tested(struct mpi_rank *me, bool found, uint64_t state) {
  me->tested_turns = found                    ? 0
                     : me->tested == me->site ? me->tested_turns + 1
                                              : 1;
  me->tested = found ? NULL : me->site;
  me->tested_state = state;
}

static int test_all(struct mpi_rank *me, uint64_t state, int count,
                    MPI_Request requests[], int *flag, MPI_Status *statuses) {
  int error;
  MPI_Request *all = look_behind(me, count, requests, &error);
  if (error)
    return error;
  me->must = mpi_test_again(me, state);
  if (any_active(all, count)) {
    mpi_wait_for(me, WAIT_TEST, all, count);
    if (me->flag)
      for (int i = 0; i < count; i++)
        if (all[i])
          mpi_strict_saw(all[i]);
    mpi_tested(me, me->flag, state);
  } else {
    me->flag = true;
  }
  mpi_put_answer(me, flag, me->flag);
  return me->flag ? finish_all(me, count, requests, statuses) : MPI_SUCCESS;
}

int heddle_MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  uint64_t state = mpi_state();
  return test_all(mpi_enter("MPI_Test"), state, 1, request, flag, status);
}

int heddle_MPI_Testall(int count, MPI_Request requests[], int *flag,
                       MPI_Status statuses[]) {
  uint64_t state = mpi_state();
  return test_all(mpi_enter("MPI_Testall"), state, count, requests, flag,
                  statuses);
}

/* The index of one that is complete, MPI_UNDEFINED: it is too early; -1: there is
 * none at all. */
static int test_any(struct mpi_rank *me, uint64_t state, int count,
                    MPI_Request requests[], int *error) {
  MPI_Request *all = look_behind(me, count, requests, error);
  if (*error || !any_active(all, count))
    return -1;
  me->must = mpi_test_again(me, state);
  mpi_wait_for(me, WAIT_TEST_ANY, all, count);
  mpi_tested(me, me->flag, state);
  if (!me->flag)
    return MPI_UNDEFINED;
  mpi_strict_saw(all[me->index]);
  return me->index;
}

int heddle_MPI_Testany(int count, MPI_Request requests[], int *index, int *flag,
                       MPI_Status *status) {
  uint64_t state = mpi_state();
  struct mpi_rank *me = mpi_enter("MPI_Testany");
  int error, i = test_any(me, state, count, requests, &error);
  if (error)
    return error;
  mpi_put_answer(me, flag, i != MPI_UNDEFINED);
  mpi_put_answer(me, index, i < 0 ? MPI_UNDEFINED : i);
  if (i >= 0)
    return finish_one(me, &requests[i], status);
  empty_status(me, i == -1 ? status : NULL);
  return MPI_SUCCESS;
}

int heddle_MPI_Testsome(int count, MPI_Request requests[], int *done,
                        int indices[], MPI_Status statuses[]) {
  uint64_t state = mpi_state();
  struct mpi_rank *me = mpi_enter("MPI_Testsome");
  int error, i = test_any(me, state, count, requests, &error);
  if (error)
    return error;
  mpi_put_answer(me, done, i >= 0 ? 1 : i == -1 ? MPI_UNDEFINED : 0);
  if (i < 0)
    return MPI_SUCCESS;
  put(me, &indices[0], i);
  return finish_one(me, &requests[i], status_at(statuses, 0));
}

/* --- other ends ---------------------------------------------------------- */

/* It goes on by itself; nobody is told how. */
int heddle_MPI_Request_free(MPI_Request *request) {
  struct mpi_rank *me = mpi_enter("MPI_Request_free");
  if (!*request)
    return mpi_error(MPI_ERR_REQUEST, "the request is MPI_REQUEST_NULL");
  int error = check(*request);
  if (error)
    return error;
  if ((*request)->kind == REQUEST_COLL)
    return mpi_error(MPI_ERR_REQUEST, "the request of a collective has to be "
                                      "waited for");
  mpi_give_back(me, behind(*request));
  (*request)->held = (*request)->persistent = false;
  put(me, (int *)request, 0);
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}

int heddle_MPI_Get_count(const MPI_Status *status, MPI_Datatype type,
                         int *count) {
  struct mpi_rank *me = mpi_enter("MPI_Get_count");
  const struct mpi_type *t = mpi_type(type);
  if (!t)
    return mpi_error(MPI_ERR_TYPE, "no such datatype");
  size_t len = status->heddle_bytes;
  put(me, count,
      !t->size        ? 0
      : len % t->size ? MPI_UNDEFINED
                      : (int)(len / t->size));
  return MPI_SUCCESS;
}

int heddle_MPI_Get_elements(const MPI_Status *status, MPI_Datatype type,
                            int *count) {
  struct mpi_rank *me = mpi_enter("MPI_Get_elements");
  const struct mpi_type *t = mpi_type(type);
  if (!t)
    return mpi_error(MPI_ERR_TYPE, "no such datatype");
  put(me, count, mpi_elements(t, status->heddle_bytes));
  return MPI_SUCCESS;
}

int heddle_MPI_Test_cancelled(const MPI_Status *status, int *flag) {
  put(mpi_enter("MPI_Test_cancelled"), flag, status->heddle_cancelled);
  return MPI_SUCCESS;
}
