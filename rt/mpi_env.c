/* Init, Finalize and what a program asks MPI about itself. */
#include <stdio.h>
#include <string.h>

#include "rt/calls.h"
#include "rt/mpi.h"
#include "rt/mpi_win.h"
#include "rt/rank.h"

static void put(int *to, int value) {
  rt_range_write(to, sizeof *to, heddle_here);
  *to = value;
}

static void begin(const char *call, int level) {
  struct mpi_rank *me = mpi_self();
  me->call = call;
  me->site = heddle_here;
  if (me->begun)
    mpi_misuse("%s is called twice", call);
  me->begun = true;
  me->level = level;
  me->main = rt.current->id;
}

int heddle_MPI_Init(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  begin("MPI_Init", MPI_THREAD_SINGLE);
  return MPI_SUCCESS;
}

int heddle_MPI_Init_thread(int *argc, char ***argv, int required,
                           int *provided) {
  (void)argc;
  (void)argv;
  begin("MPI_Init_thread", required);
  put(provided, required);
  return MPI_SUCCESS;
}

int heddle_MPI_Query_thread(int *provided) {
  put(provided, mpi_enter("MPI_Query_thread")->level);
  return MPI_SUCCESS;
}

int heddle_MPI_Is_thread_main(int *flag) {
  put(flag, mpi_enter("MPI_Is_thread_main")->main == rt.current->id);
  return MPI_SUCCESS;
}

int heddle_MPI_Initialized(int *flag) {
  put(flag, mpi_self()->begun);
  return MPI_SUCCESS;
}

int heddle_MPI_Finalized(int *flag) {
  put(flag, mpi_self()->finalized);
  return MPI_SUCCESS;
}

/* What the program still holds is lost. */
static void look_for_lost(const struct mpi_rank *me) {
  MPI_Request first = NULL;
  for (MPI_Request r = me->all; r; r = r->sister)
    if ((r->held && !r->persistent) || (r->persistent && r->active))
      first = r;
  if (first)
    mpi_misuse("MPI_Finalize: the request of %s at line %u was never completed",
               first->call, first->site ? first->site->line : 0);
  for (MPI_Request r = me->all; r; r = r->sister)
    if (r->persistent)
      mpi_misuse("MPI_Finalize: the request of %s at line %u was never freed",
                 r->call, r->site ? r->site->line : 0);
}

static _Noreturn void leaks(const char *what, heddle_at site) {
  mpi_misuse("MPI_Finalize: the %s made at line %u was never freed", what,
             site ? site->line : 0);
}

/* What the program has made by MPI.  MPI does not ask for it to be freed, so
 * this is looked for only on demand. */
static void look_for_leaks(const struct mpi_rank *me) {
  unsigned r = rt_is_rank() ? rt_rank_now() : 0;
  for (int i = MPI_COMM_SELF + 1; i < MPI_HANDLES; i++) {
    const struct mpi_comm *c = mpi_world.comms[i];
    if (c && !c->is_window && !c->freed[r] &&
        mpi_comm_rank(c, r) != MPI_UNDEFINED)
      leaks("communicator", c->site);
  }
  for (int i = 1; i <= mpi_world.wins_len; i++)
    if (mpi_win(i))
      leaks("window", mpi_world.wins[i]->site);
  for (int i = 0; i < MPI_HANDLES; i++) {
    if (me->types[i] && !me->types[i]->freed)
      leaks("datatype", me->types[i]->site);
    if (me->groups[i] && me->groups[i]->size)
      leaks("group", me->groups[i]->site);
    if (me->ops[i])
      leaks("operation", me->ops_sites[i]);
  }
}

int heddle_MPI_Finalize(void) {
  struct mpi_rank *me = mpi_enter("MPI_Finalize");
  if (rt.current->id != me->main)
    mpi_misuse("MPI_Finalize by another thread than that of MPI_Init");
  look_for_lost(me);
  if (rt.wire->flags & WIRE_LEAKS)
    look_for_leaks(me);
  mpi_coll_finalize(me);
  me->finalized = true;
  return MPI_SUCCESS;
}

int heddle_MPI_Abort(MPI_Comm comm, int code) {
  (void)comm;
  rt_fail(FOUND_ABORT, heddle_here, "MPI_Abort() was called with code %d",
          code);
}

/* --- errors -------------------------------------------------------------- */

/* One handler for all communicators of a rank. */
int heddle_MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler) {
  struct mpi_rank *me = mpi_enter("MPI_Comm_set_errhandler");
  (void)comm;
  if (handler != MPI_ERRORS_ARE_FATAL && handler != MPI_ERRORS_RETURN)
    rt_escape(WHY_UNMODELLED, "an error handler of MPI", me->site);
  me->errors_return = handler == MPI_ERRORS_RETURN;
  return MPI_SUCCESS;
}

int heddle_MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler handler) {
  return heddle_MPI_Comm_set_errhandler(comm, handler);
}

int heddle_MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *handler) {
  const struct mpi_rank *me = mpi_enter("MPI_Comm_get_errhandler");
  (void)comm;
  put(handler, me->errors_return ? MPI_ERRORS_RETURN : MPI_ERRORS_ARE_FATAL);
  return MPI_SUCCESS;
}

int heddle_MPI_Errhandler_free(MPI_Errhandler *handler) {
  mpi_enter("MPI_Errhandler_free");
  put(handler, MPI_ERRHANDLER_NULL);
  return MPI_SUCCESS;
}

int heddle_MPI_Error_class(int code, int *class_) {
  put(class_, code);
  return MPI_SUCCESS;
}

int heddle_MPI_Error_string(int code, char *text, int *len) {
  static const char *const words[MPI_ERR_LASTCODE] = {
      [MPI_SUCCESS] = "MPI_SUCCESS: no errors",
      [MPI_ERR_BUFFER] = "MPI_ERR_BUFFER: invalid buffer pointer",
      [MPI_ERR_COUNT] = "MPI_ERR_COUNT: invalid count argument",
      [MPI_ERR_TYPE] = "MPI_ERR_TYPE: invalid datatype",
      [MPI_ERR_TAG] = "MPI_ERR_TAG: invalid tag",
      [MPI_ERR_COMM] = "MPI_ERR_COMM: invalid communicator",
      [MPI_ERR_RANK] = "MPI_ERR_RANK: invalid rank",
      [MPI_ERR_REQUEST] = "MPI_ERR_REQUEST: invalid request",
      [MPI_ERR_ROOT] = "MPI_ERR_ROOT: invalid root",
      [MPI_ERR_GROUP] = "MPI_ERR_GROUP: invalid group",
      [MPI_ERR_OP] = "MPI_ERR_OP: invalid reduce operation",
      [MPI_ERR_TOPOLOGY] = "MPI_ERR_TOPOLOGY: invalid communicator topology",
      [MPI_ERR_DIMS] = "MPI_ERR_DIMS: invalid topology dimension",
      [MPI_ERR_ARG] = "MPI_ERR_ARG: invalid argument of some other kind",
      [MPI_ERR_TRUNCATE] = "MPI_ERR_TRUNCATE: message truncated",
      [MPI_ERR_OTHER] = "MPI_ERR_OTHER: known error not in list",
      [MPI_ERR_WIN] = "MPI_ERR_WIN: invalid window",
      [MPI_ERR_SIZE] = "MPI_ERR_SIZE: invalid size of a window",
      [MPI_ERR_DISP] = "MPI_ERR_DISP: invalid displacement unit of a window",
      [MPI_ERR_LOCKTYPE] = "MPI_ERR_LOCKTYPE: invalid kind of lock",
      [MPI_ERR_RMA_SYNC] = "MPI_ERR_RMA_SYNC: wrong epoch of a window",
      [MPI_ERR_RMA_CONFLICT] = "MPI_ERR_RMA_CONFLICT: conflicting accesses",
      [MPI_ERR_RMA_RANGE] = "MPI_ERR_RMA_RANGE: not in the window",
      [MPI_ERR_IN_STATUS] = "MPI_ERR_IN_STATUS: error code in status"};
  const char *word = code >= 0 && code < MPI_ERR_LASTCODE ? words[code] : NULL;
  rt_range_write(text, strlen(word ? word : "unknown error") + 1, heddle_here);
  put(len, (int)strlen(strcpy(text, word ? word : "unknown error")));
  return MPI_SUCCESS;
}

/* --- the machine --------------------------------------------------------- */

double heddle_MPI_Wtime(void) {
  struct timespec t;
  heddle_clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

double heddle_MPI_Wtick(void) {
  return 1e-9;
}

int heddle_MPI_Get_processor_name(char *name, int *len) {
  static const char here[] = "localhost";
  mpi_enter("MPI_Get_processor_name");
  rt_range_write(name, sizeof here, heddle_here);
  memcpy(name, here, sizeof here);
  put(len, (int)sizeof here - 1);
  return MPI_SUCCESS;
}

int heddle_MPI_Get_version(int *version, int *subversion) {
  put(version, MPI_VERSION);
  put(subversion, MPI_SUBVERSION);
  return MPI_SUCCESS;
}

int heddle_MPI_Get_library_version(char *version, int *len) {
  rt_range_write(version, sizeof "Heddle", heddle_here);
  put(len, (int)strlen(strcpy(version, "Heddle")));
  return MPI_SUCCESS;
}

int heddle_MPI_Get_address(const void *at, MPI_Aint *address) {
  rt_range_write(address, sizeof *address, heddle_here);
  *address = (MPI_Aint)at;
  return MPI_SUCCESS;
}

int heddle_MPI_Address(void *at, MPI_Aint *address) {
  return heddle_MPI_Get_address(at, address);
}

MPI_Aint heddle_MPI_Aint_add(MPI_Aint base, MPI_Aint disp) {
  return base + disp;
}

MPI_Aint heddle_MPI_Aint_diff(MPI_Aint a, MPI_Aint b) {
  return a - b;
}

int heddle_MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *base) {
  (void)info;
  void *p = heddle_malloc((size_t)size);
  rt_range_write(base, sizeof p, heddle_here);
  memcpy(base, &p, sizeof p);
  return p ? MPI_SUCCESS : MPI_ERR_OTHER;
}

int heddle_MPI_Free_mem(void *base) {
  heddle_free(base);
  return MPI_SUCCESS;
}

int heddle_MPI_Pcontrol(const int level, ...) {
  (void)level;
  return MPI_SUCCESS;
}

int heddle_MPI_Info_create(MPI_Info *info) {
  put(info, 1);
  return MPI_SUCCESS;
}

int heddle_MPI_Info_set(MPI_Info info, const char *key, const char *value) {
  (void)info;
  (void)key;
  (void)value;
  return MPI_SUCCESS;
}

int heddle_MPI_Info_free(MPI_Info *info) {
  put(info, MPI_INFO_NULL);
  return MPI_SUCCESS;
}
