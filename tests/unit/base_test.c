#include <math.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/bitset.h"
#include "base/map.h"
#include "base/rng.h"
#include "base/text.h"
#include "base/vec.h"
#include "report/json.h"
#include "test.h"

TEST(arena_release_reuses_memory) {
  struct arena a = {0};
  arena_new(&a, uint64_t);
  struct arena_mark m = arena_mark(&a);
  char *first = arena_alloc(&a, 40, 1);
  first[0] = 'x';
  arena_release(&a, m);
  char *again = arena_alloc(&a, 40, 1);
  CHECK(first == again);
  CHECK_EQ(again[0], 0); /* zeroed again */
  arena_free(&a);
}

static void note_end(void *what) {
  struct text *order = *(struct text **)what;
  text_char(order, (char)('a' + order->len));
}

TEST(arena_ends_what_it_holds) {
  struct text order = {0};
  struct text *to = &order;
  struct arena a = {0};
  arena_at_end(&a, note_end, &to);
  struct text **inside = arena_new(&a, struct text *);
  *inside = &order; /* still there when its turn comes */
  arena_at_end(&a, note_end, inside);
  CHECK(!order.len);
  arena_free(&a);
  CHECK_STR(text_str(&order), "ab");
  arena_free(&a); /* once */
  CHECK(order.len == 2);
  text_free(&order);
}

TEST(arena_survives_many_sizes) {
  struct arena a = {0};
  for (size_t size = 0; size < 3000; size += 7)
    memset(arena_alloc(&a, size, 8), 0xff, size);
  CHECK_STR(arena_printf(&a, "%d-%s", 7, "x"), "7-x");
  arena_free(&a);
  CHECK(!a.block);
}

TEST(vec_grows_and_zeroes) {
  VEC(int) v = {0};
  for (int i = 0; i < 100; i++)
    vec_push(&v, i);
  CHECK_EQ(vec_pop(&v), 99);
  vec_resize(&v, 150);
  CHECK_EQ(v.at[98], 98);
  CHECK_EQ(v.at[149], 0);
  int sum = 0;
  vec_each(&v, p) sum += *p;
  CHECK_EQ(sum, 98 * 99 / 2);
  vec_free(&v);
}

TEST(map_finds_what_was_put) {
  struct map m = {0};
  CHECK(!map_get(&m, 5));
  for (uint64_t i = 0; i < 1000; i++)
    map_put(&m, i * 64, i);
  for (uint64_t i = 0; i < 1000; i++)
    CHECK_EQ(*map_get(&m, i * 64), i);
  CHECK(!map_get(&m, 1));
  map_free(&m);
}

TEST(names_are_numbered_in_order) {
  struct names n = {0};
  CHECK_EQ(names_add(&n, "alpha", 5), 0);
  CHECK_EQ(names_add(&n, "al", 2), 1);
  CHECK_EQ(names_add(&n, "alpha", 5), 0);
  CHECK_EQ(names_find(&n, "beta", 4), NAMES_NONE);
  CHECK_STR(n.at.at[1], "al");
  names_free(&n);
}

TEST(bitset_walks_its_members) {
  uint64_t set[BITSET_WORDS(200)] = {0};
  bitset_add(set, 3);
  bitset_add(set, 64);
  bitset_add(set, 199);
  bitset_remove(set, 64);
  size_t sum = 0;
  bitset_each(set, BITSET_WORDS(200), i) sum += i;
  CHECK_EQ(sum, 202);
  CHECK_EQ(bitset_count(set, BITSET_WORDS(200)), 2);
}

TEST(rng_is_the_same_everywhere) {
  struct rng r = rng_seed(1);
  uint64_t first = rng_next(&r);
  r = rng_seed(1);
  CHECK(rng_next(&r) == first);
  for (int i = 0; i < 1000; i++) {
    int32_t x = rng_range(&r, -3, 3);
    CHECK(x >= -3 && x <= 3);
  }
}

TEST(text_counts_in_thousands) {
  struct text t = {0};
  text_count(&t, 1234567);
  CHECK_STR(text_str(&t), "1,234,567");
  text_free(&t);
  CHECK_STR(text_str(&t), "");
}

TEST(text_nearest_is_what_was_meant) {
  const char *names[] = {"node", "server", "x"};
  CHECK_STR(text_nearest("nod", names, 3), "node");
  CHECK_STR(text_nearest("sevrer", names, 3), "server");
  CHECK(!text_nearest("frobnicate", names, 3));
  CHECK(!text_nearest("y", names, 3));
}

TEST(text_files_are_replaced_whole) {
  char path[] = "/tmp/heddle-test-XXXXXX";
  close(mkstemp(path));
  struct text t = {0}, back = {0};
  text_add(&t, "hello");
  CHECK(text_write_file(&t, path));
  CHECK(text_read_file(&back, path));
  CHECK_STR(text_str(&back), "hello");
  CHECK(!text_write_file(&t, "/nonexistent/x"));
  CHECK(!text_read_file(&back, "/tmp") && errno == EISDIR);
  unlink(path);
  text_free(&t);
  text_free(&back);
}

TEST(text_files_stay_where_links_lead_and_with_their_modes) {
  char path[] = "/tmp/heddle-test-XXXXXX", link[64];
  close(mkstemp(path));
  snprintf(link, sizeof link, "%s.link", path);
  struct text t = {0}, back = {0};
  struct stat st;
  CHECK(!chmod(path, 0640) && !symlink(path, link));
  text_add(&t, "hello");
  CHECK(text_write_file(&t, link));
  CHECK(!lstat(link, &st) && S_ISLNK(st.st_mode));
  CHECK(text_read_file(&back, path));
  CHECK_STR(text_str(&back), "hello");
  CHECK(!stat(path, &st));
  CHECK_EQ(st.st_mode & 0777, 0640);
  unlink(link);
  unlink(path);
  text_free(&t);
  text_free(&back);
}

TEST(json_escapes_and_nests) {
  struct text t = {0};
  struct json j = {.out = &t};
  json_begin(&j, "test/1");
  json_put_string(&j, "s", "a\"b\\\n\xff\xc3\xa9");
  json_key(&j, "list");
  json_open(&j, '[');
  json_int(&j, -1);
  json_close(&j);
  json_end(&j);
  CHECK_STR(text_str(&t), "{\n  \"schema\": \"test/1\",\n  \"s\": "
                          "\"a\\\"b\\\\\\n\xef\xbf\xbd\xc3\xa9\",\n  "
                          "\"list\": [\n    -1\n  ]\n}\n");
  text_free(&t);
}

/* The same calls, once written and once kept and then written. */
static void write_some(struct json *j) {
  json_put_string(j, "text", "a\"b");
  json_put_int(j, "int", INT64_MIN);
  json_put_uint(j, "uint", UINT64_MAX);
  json_put_real(j, "real", 0.5);
  json_put_real(j, "none", NAN);
  json_put_bool(j, "bool", true);
  json_key(j, "group");
  json_open(j, '{');
  json_key(j, "empty");
  json_open(j, '[');
  json_close(j);
  json_close(j);
  json_key(j, "list");
  json_open(j, '[');
  json_string(j, "one");
  json_open(j, '{');
  json_put_uint(j, "two", 2);
  json_close(j);
  json_close(j);
  json_put_uint(j, "last", 3);
}

TEST(json_that_is_kept_is_written_the_same) {
  struct text one = {0}, two = {0};
  struct json j = {.out = &one}, again = {.out = &two};
  struct arena a = {0};
  const struct heddle_detail *first;
  struct json kept = json_keep(&a, &first);
  json_begin(&j, "test/1");
  write_some(&j);
  json_end(&j);
  write_some(&kept);
  json_begin(&again, "test/1");
  json_details(&again, first);
  json_end(&again);
  CHECK_STR(text_str(&two), text_str(&one));
  CHECK_STR(first->name, "text");
  CHECK_EQ(first->next->is.number, INT64_MIN);
  kept = json_keep(&a, &first);
  CHECK(!first);
  arena_free(&a);
  text_free(&one);
  text_free(&two);
}

#ifndef __SANITIZE_ADDRESS__ /* which ends at sizes that cannot be */
struct hungry {
  size_t bytes;
  bool before, after, ended;
};

static void eat(void *arg) {
  struct hungry *h = arg;
  h->before = alloc_used_up();
  free(alloc_resize(NULL, h->bytes, 1));
  h->after = alloc_used_up();
  h->ended = true;
}

static void eat_guarded(void *arg) {
  struct hungry *h = arg;
  h->before = alloc_guarded(eat, h);
  h->after = alloc_used_up();
}

TEST(without_memory_a_guarded_job_is_left_and_the_process_lives) {
  struct hungry modest = {.bytes = 100}, greedy = {.bytes = SIZE_MAX / 2};
  CHECK(alloc_guarded(eat, &modest));
  CHECK(modest.ended && !modest.before && !modest.after);
  CHECK(!alloc_guarded(eat, &greedy));
  CHECK(!greedy.ended);
  CHECK(alloc_guarded(eat, &modest)); /* the next one is as before */
  CHECK(!modest.after && !alloc_used_up());
}

TEST(a_guard_inside_a_guard_tells_it_that_memory_is_used_up) {
  struct hungry greedy = {.bytes = SIZE_MAX / 2};
  CHECK(alloc_guarded(eat_guarded, &greedy));
  CHECK(!greedy.before && greedy.after);
}
#endif
