/* What must be so of a forest between two operations. */
#include "base/alloc.h"
#include "base/bitset.h"
#include "dd/forest.h"

static bool is_node(const struct dd *f, const uint64_t *starts, dd_node n) {
  return n == DD_TRUE || (n < f->used && bitset_has(starts, n));
}

static const char *node_sound(const struct dd *f, const uint64_t *starts,
                              dd_node n) {
  const unsigned level = node_level(f, n);
  if (level > f->levels || f->pool[n] & MARK_BIT)
    return "a node is of a level that is not there, or still marked";
  uint64_t values = f->sizes[level];
  if (f->kind == DD_RELATIONS)
    values *= values;
  const uint32_t data = node_data(f, n), len = node_len(f, n);
  if (!node_sparse(f, n) && (len > values || !f->pool[data + len - 1]))
    return "a node has more children than values, or ends in an empty one";
  struct walk w = walk_begin(f, n);
  uint64_t next = 0;
  uint32_t index;
  for (dd_node child; walk_next(f, &w, &index, &child); next = index + 1) {
    if (index < next || index >= values || !child)
      return "children are out of order, or beyond the values";
    if (!is_node(f, starts, child))
      return "a child is no node";
    if (node_level(f, child) >= level)
      return "a child is not below its node";
  }
  return NULL;
}

/* Blocks follow each other without a gap; a bit for each node. */
static const char *pool_sound(const struct dd *f, uint64_t *starts) {
  size_t nodes = 0, at = FIRST_NODE;
  while (at < f->used) {
    if (f->pool[at] >> LEVEL_SHIFT & 0x7fff) {
      bitset_add(starts, at);
      nodes++;
    }
    size_t words = forest_block_words(f, at);
    if (!words)
      return "a block has no words";
    at += words;
  }
  if (at != f->used)
    return "the last block goes beyond the pool";
  return nodes == f->nodes ? NULL : "there are other nodes than are counted";
}

static const char *table_sound(const struct dd *f, const uint64_t *starts) {
  size_t there = 0;
  for (size_t i = 0; i <= f->table_mask; i++) {
    if (!f->table[i])
      continue;
    there++;
    if (f->table[i] <= DD_TRUE || !is_node(f, starts, f->table[i]))
      return "the table names what is no node";
    if (forest_lookup(f, f->table[i]) != f->table[i])
      return "a node is not found by its content, or there twice";
  }
  return there == f->nodes ? NULL : "a node is not in the table";
}

/* Of distances a child is followed by a value: only the pool is looked at. */
const char *dd_sound(const struct dd *f) {
  uint64_t *starts = alloc_zero(BITSET_WORDS(f->used + 1), sizeof *starts);
  const char *wrong = pool_sound(f, starts);
  if (!wrong)
    wrong = table_sound(f, starts);
  for (size_t n = FIRST_NODE; !wrong && n < f->used && f->stride == 1; n++)
    if (bitset_has(starts, n))
      wrong = node_sound(f, starts, (dd_node)n);
  for (size_t b = 2; !wrong && b < BINS; b++)
    for (uint32_t at = f->bins[b]; !wrong && at; at = f->pool[at + 1])
      if (at >= f->used || f->pool[at] != b)
        wrong = "a free block has another size than its bin";
  free(starts);
  return wrong;
}
