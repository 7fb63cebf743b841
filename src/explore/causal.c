/* Causal order over all ports (see queue.h). */
#include <string.h>

#include "base/sound.h"
#include "explore/queue.h"

enum { HEAD = 3, ROW_BITS = 31 }; /* port sender message; a word stays >= 0 */

struct net {
  size_t count;     /* entries */
  size_t row_words; /* of each row */
  size_t rows;      /* index of the first row */
};

static size_t entry_words(const struct model *m, const int32_t *entry) {
  return HEAD + m->messages[entry[2]].arity;
}

static size_t words_for(size_t bits) {
  return (bits + ROW_BITS - 1) / ROW_BITS;
}

static struct net look(const struct model *m, const struct words *w) {
  struct net n = {.count = (size_t)w->at[0], .rows = 1};
  n.row_words = words_for(n.count);
  for (size_t i = 0; i < n.count; i++)
    n.rows += entry_words(m, w->at + n.rows);
  return n;
}

static bool row_has(const int32_t *row, size_t i) {
  return row[i / ROW_BITS] >> i % ROW_BITS & 1;
}

static void row_set(int32_t *row, size_t i) {
  row[i / ROW_BITS] |= (int32_t)(1u << i % ROW_BITS);
}

void causal_empty(struct words *w) {
  w->len = 0;
  words_push(w, 0); /* rows of no bits have no words */
}

size_t causal_count(const struct model *m, object_id o, const struct words *w) {
  EXPECTS(o < m->object_count);
  size_t count = 0, at = 1;
  for (int32_t i = 0; i < w->at[0]; i++) {
    count += w->at[at] == (int32_t)o;
    at += entry_words(m, w->at + at);
  }
  return count;
}

/* Copies a row of `from` bits into one of `to` bits, with entry `at` made
 * room for (to > from, the new bit is 0) or left out (to < from). */
static void shift_row(const int32_t *row, size_t from, int32_t *out, size_t to,
                      size_t at) {
  for (size_t i = 0; i < from; i++) {
    if (!row_has(row, i) || (to < from && i == at))
      continue;
    size_t j = i < at ? i : to > from ? i + 1 : i - 1;
    row_set(out, j);
  }
}

/* The rows of w after entry `at` came (grow) or went; written to out. */
static void shift_rows(const struct model *m, const struct words *w,
                       const struct net *n, bool grow, size_t at,
                       struct words *out) {
  size_t to = grow ? n->count + 1 : n->count - 1, row_words = words_for(to);
  size_t rows = n->count + m->process_count;
  for (size_t r = 0; r < rows; r++) {
    if (!grow && r == at)
      continue;
    if (grow && r == at) { /* the row of the new entry, filled by send */
      for (size_t k = 0; k < row_words; k++)
        words_push(out, 0);
    }
    size_t begin = out->len;
    for (size_t k = 0; k < row_words; k++)
      words_push(out, 0);
    shift_row(w->at + n->rows + r * n->row_words, n->count, out->at + begin, to,
              at);
  }
}

void causal_send(const struct model *m, object_id o, struct words *w,
                 process_id sender, message_id message,
                 const int32_t *payload) {
  EXPECTS(o < m->object_count && sender < m->process_count);
  EXPECTS(message < m->message_count);
  struct net n = look(m, w);
  size_t at = 1, place = 0;
  for (; place < n.count; place++) {
    const int32_t *e = w->at + at;
    if (e[0] > (int32_t)o || (e[0] == (int32_t)o && e[1] > (int32_t)sender))
      break;
    at += entry_words(m, e);
  }
  struct words out = {0};
  words_push(&out, (int32_t)n.count + 1);
  for (size_t i = 1; i < at; i++)
    words_push(&out, w->at[i]);
  words_push(&out, (int32_t)o);
  words_push(&out, (int32_t)sender);
  words_push(&out, (int32_t)message);
  for (uint32_t k = 0; k < m->messages[message].arity; k++)
    words_push(&out, payload[k]);
  for (size_t i = at; i < n.rows; i++)
    words_push(&out, w->at[i]);
  size_t rows = out.len, row_words = words_for(n.count + 1);
  shift_rows(m, w, &n, true, place, &out);
  /* Its past is what the sender knows of; then the sender knows of it. */
  int32_t *mine = out.at + rows + (n.count + 1 + sender) * row_words;
  memcpy(out.at + rows + place * row_words, mine, row_words * sizeof *out.at);
  row_set(mine, place);
  words_free(w);
  *w = out;
}

void causal_frontier(const struct model *m, object_id o, const struct words *w,
                     struct frontier_list *out) {
  EXPECTS(o < m->object_count && out);
  struct net n = look(m, w);
  size_t first = SIZE_MAX, end = 0, at = 1; /* entries of this port */
  for (size_t i = 0; i < n.count; i++) {
    if (w->at[at] == (int32_t)o) {
      first = first == SIZE_MAX ? i : first;
      end = i + 1;
    }
    at += entry_words(m, w->at + at);
  }
  at = 1;
  for (size_t i = 0; i < end; i++) {
    const int32_t *e = w->at + at, *row = w->at + n.rows + i * n.row_words;
    bool free = i >= first;
    for (size_t j = first; j < end && free; j++)
      free = !row_has(row, j);
    if (free) {
      struct queue_pending p = {e[1], (message_id)e[2], at + HEAD};
      vec_push(&out->at, p);
    }
    at += entry_words(m, e);
  }
}

void causal_receive(const struct model *m, object_id o, struct words *w,
                    const struct queue_pending *p, process_id receiver) {
  EXPECTS(o < m->object_count && p->message < m->message_count);
  EXPECTS(receiver < m->process_count && p->payload <= w->len);
  (void)o;
  struct net n = look(m, w);
  size_t gone = 0, at = 1;
  for (; at + HEAD != p->payload; gone++)
    at += entry_words(m, w->at + at);
  /* The receiver now knows what the message knew of. */
  int32_t *knows = w->at + n.rows + (n.count + receiver) * n.row_words;
  const int32_t *past = w->at + n.rows + gone * n.row_words;
  for (size_t k = 0; k < n.row_words; k++)
    knows[k] |= past[k];
  struct words out = {0};
  words_push(&out, (int32_t)n.count - 1);
  size_t next = at + entry_words(m, w->at + at);
  for (size_t i = 1; i < n.rows; i++)
    if (i < at || i >= next)
      words_push(&out, w->at[i]);
  shift_rows(m, w, &n, false, gone, &out);
  words_free(w);
  *w = out;
}
