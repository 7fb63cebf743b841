/* What MPI has on loan: the buffer of a request belongs to MPI until the
 * request is complete, which the program knows only from a Wait or a Test.
 * Until then what is sent may be read and not written, and what is received
 * neither (MPI 3.1, section 3.7.2).
 *
 * Whether the bytes have been looked at already when the program comes to them
 * is up to the system, so an access is a finding whatever its value is.  Every
 * access of the program comes by bounds.c, which asks here as long as anything
 * is on loan; those of MPI's own calls do too, so that a receive into such a
 * buffer is found as well.
 *
 * Nothing is on loan that goes to or comes from MPI_PROC_NULL: there is nobody
 * who could look.  After MPI_Request_free a program may know by other messages
 * that a request is complete, and so its buffer is given back. */
#define IN_MPI
#include "rt/mpi.h"
#include "rt/rank.h"

/* --- bytes ---------------------------------------------------------------- */

static bool is_whole(const struct mpi_type *t) {
  return t->blocks_len == 1 && !t->blocks[0].at &&
         (intptr_t)t->blocks[0].len == t->extent;
}

/* From the first byte of an element to behind its last. */
static void span_of(const struct mpi_type *t, intptr_t *low, intptr_t *high) {
  *low = INTPTR_MAX;
  *high = INTPTR_MIN;
  for (uint32_t b = 0; b < t->blocks_len; b++) {
    intptr_t end = t->blocks[b].at + (intptr_t)t->blocks[b].len;
    *low = t->blocks[b].at < *low ? t->blocks[b].at : *low;
    *high = end > *high ? end : *high;
  }
}

static bool meets(intptr_t at, intptr_t end, intptr_t from, intptr_t to) {
  return at < to && from < end;
}

/* Whether one of these bytes is in the piece.  Elements follow each other by
 * their extent, so most of them are passed over by a division. */
static bool holds_any(const struct mpi_piece *p, intptr_t at, intptr_t end) {
  const struct mpi_type *t = p->type;
  intptr_t low, high, first = 0, last = p->count - 1;
  at -= (intptr_t)p->at;
  end -= (intptr_t)p->at;
  if (is_whole(t))
    return meets(at, end, 0, p->count * t->extent);
  span_of(t, &low, &high);
  if (t->extent > 0) {
    first = at > high ? (at - high) / t->extent : 0;
    last = end <= low ? -1 : (end - low) / t->extent;
    last = last < p->count ? last : p->count - 1;
  }
  for (intptr_t i = first; i <= last; i++)
    for (uint32_t b = 0; b < t->blocks_len; b++) {
      intptr_t from = i * t->extent + t->blocks[b].at;
      if (meets(at, end, from, from + (intptr_t)t->blocks[b].len))
        return true;
    }
  return false;
}

bool mpi_pieces_overlap(const struct mpi_piece *a, const struct mpi_piece *b) {
  const struct mpi_type *t = a->type;
  intptr_t base = (intptr_t)a->at;
  if (!a->count || !b->count)
    return false;
  if (is_whole(t))
    return holds_any(b, base, base + a->count * t->extent);
  for (int i = 0; i < a->count; i++)
    for (uint32_t k = 0; k < t->blocks_len; k++) {
      intptr_t from = base + i * t->extent + t->blocks[k].at;
      if (holds_any(b, from, from + (intptr_t)t->blocks[k].len))
        return true;
    }
  return false;
}

struct mpi_piece mpi_piece(const void *at, int count, MPI_Datatype type,
                           bool written) {
  const struct mpi_type *t = mpi_type(type);
  bool any = t && t->size && count > 0;
  return (struct mpi_piece){at, any ? count : 0, t, written};
}

/* --- lending -------------------------------------------------------------- */

static unsigned line_of(const struct mpi_loan *l) {
  return l->of->site ? l->of->site->line : 0;
}

void mpi_loan_look(struct mpi_rank *me, const struct mpi_piece *p) {
  for (const struct mpi_loan *l = me->loans; l && p->count; l = l->next)
    if ((p->written || l->piece.written) && mpi_pieces_overlap(p, &l->piece))
      mpi_misuse("%s is given the buffer of %s at line %u before that is "
                 "complete",
                 me->call, l->of->call, line_of(l));
}

void mpi_lend(struct mpi_rank *me, MPI_Request r, const struct mpi_piece *p) {
  if (!p->count)
    return;
  struct mpi_loan *l = mpi_alloc(sizeof *l);
  *l = (struct mpi_loan){me->loans, r, *p};
  me->loans = l;
  rt_bounds_ask_always(true);
}

void mpi_give_back(struct mpi_rank *me, const struct heddle_mpi_request *r) {
  for (struct mpi_loan **at = &me->loans; *at;)
    if ((*at)->of == r)
      *at = (*at)->next;
    else
      at = &(*at)->next;
}

/* --- accesses ------------------------------------------------------------- */

void rt_mpi_access(uint64_t at, uint64_t size, bool write, heddle_at site) {
  struct mpi_rank *me = mpi_world.ranks[rt_is_rank() ? rt_rank_now() : 0];
  if (!me)
    return;
  if (mpi_world.wins_len)
    mpi_win_access(me, at, size, write, site);
  for (const struct mpi_loan *l = me->loans; l; l = l->next)
    if ((write || l->piece.written) &&
        holds_any(&l->piece, (intptr_t)at, (intptr_t)(at + size)))
      rt_fail(FOUND_MPI, site,
              "the buffer of %s at line %u is %s before that is complete",
              l->of->call, line_of(l), write ? "written" : "read");
}
