#include "explore/queue.h"

#include <string.h>

#include "base/sound.h"

static bool is_port(const struct model *m, object_id o) {
  EXPECTS(o < m->object_count);
  return m->objects[o].kind == OBJECT_PORT;
}

static bool is_causal(const struct model *m, object_id o) {
  return is_port(m, o) && m->scheme == SCHEME_CAUSAL;
}

/* Words before the payload: the message, and under fifo its sender. */
static size_t head_words(const struct model *m, object_id o) {
  EXPECTS(o < m->object_count);
  return is_port(m, o) && m->scheme == SCHEME_FIFO ? 2 : 1;
}

static size_t entry_words(const struct model *m, size_t head,
                          const int32_t *entry) {
  return head + m->messages[entry[head - 1]].arity;
}

size_t queue_count(const struct model *m, object_id o, const struct words *w) {
  EXPECTS(o < m->object_count);
  if (is_causal(m, o))
    return causal_count(m, o, w);
  size_t head = head_words(m, o), count = 0;
  for (size_t at = 0; at < w->len; at += entry_words(m, head, w->at + at))
    count++;
  return count;
}

static int compare(const int32_t *a, const int32_t *b, size_t words) {
  for (size_t i = 0; i < words; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

/* Where the new entry goes: at the end; under fifo behind the last of its
 * sender; under async where it belongs in ascending order. */
static size_t place_for(const struct model *m, object_id o,
                        const struct words *w, const int32_t *entry,
                        size_t words) {
  EXPECTS(o < m->object_count && entry && words);
  if (!is_port(m, o) || m->scheme == SCHEME_MAILBOX)
    return w->len;
  size_t head = head_words(m, o), at = 0;
  while (at < w->len) {
    const int32_t *there = w->at + at;
    if (m->scheme == SCHEME_FIFO ? there[0] > entry[0]
        : there[0] != entry[0]   ? there[0] > entry[0]
                                 : compare(there, entry, words) > 0)
      break;
    at += entry_words(m, head, there);
  }
  return at;
}

static void make_room(struct words *w, size_t at, size_t words) {
  EXPECTS(at <= w->len);
  size_t len = w->len;
  words_resize(w, len + words);
  memmove(w->at + at + words, w->at + at, (len - at) * sizeof *w->at);
}

static void close_gap(struct words *w, size_t at, size_t words) {
  EXPECTS(at + words <= w->len);
  memmove(w->at + at, w->at + at + words,
          (w->len - at - words) * sizeof *w->at);
  w->len -= words;
}

void queue_send(const struct model *m, object_id o, struct words *w,
                process_id sender, message_id message, const int32_t *payload) {
  EXPECTS(o < m->object_count && sender < m->process_count);
  EXPECTS(message < m->message_count);
  if (is_causal(m, o)) {
    causal_send(m, o, w, sender, message, payload);
    return;
  }
  size_t head = head_words(m, o), arity = m->messages[message].arity;
  int32_t entry[head + arity];
  entry[0] = (int32_t)sender; /* overwritten where it is not kept */
  entry[head - 1] = (int32_t)message;
  for (size_t i = 0; i < arity; i++)
    entry[head + i] = payload[i];
  size_t at = place_for(m, o, w, entry, head + arity);
  make_room(w, at, head + arity);
  memcpy(w->at + at, entry, (head + arity) * sizeof *entry);
}

void queue_frontier(const struct model *m, object_id o, const struct words *w,
                    struct frontier_list *out) {
  EXPECTS(o < m->object_count);
  vec_clear(&out->at);
  if (is_causal(m, o)) {
    causal_frontier(m, o, w, out);
    return;
  }
  bool fifo = is_port(m, o) && m->scheme == SCHEME_FIFO;
  bool async = is_port(m, o) && m->scheme == SCHEME_ASYNC;
  size_t head = head_words(m, o), last = 0, last_words = 0;
  for (size_t at = 0; at < w->len;) {
    const int32_t *entry = w->at + at;
    size_t words = entry_words(m, head, entry);
    bool again =
        !at     ? false
        : fifo  ? w->at[last] == entry[0]
        : async ? words == last_words && !compare(w->at + last, entry, words)
                : true;
    if (!again) {
      int32_t choice = fifo ? entry[0] : (int32_t)out->at.len;
      struct queue_pending p = {choice, (message_id)entry[head - 1], at + head};
      vec_push(&out->at, p);
      last = at;
      last_words = words;
    }
    at += words;
  }
}

void queue_receive(const struct model *m, object_id o, struct words *w,
                   const struct queue_pending *p, process_id receiver) {
  EXPECTS(o < m->object_count && p->message < m->message_count);
  EXPECTS(p->payload <= w->len);
  if (is_causal(m, o)) {
    causal_receive(m, o, w, p, receiver);
    return;
  }
  size_t head = head_words(m, o);
  close_gap(w, p->payload - head, head + m->messages[p->message].arity);
}
