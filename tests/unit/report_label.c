#include <string.h>

#include "report/label.h"
#include "test.h"

static void check_add(const char *s, size_t max, const char *expected) {
  struct text t = {0};
  label_add(&t, s, max);
  CHECK_STR(text_str(&t), expected);
  text_free(&t);
}

static void check_xml(const char *s, size_t max, const char *expected) {
  struct text t = {0};
  label_xml(&t, s, max);
  CHECK_STR(text_str(&t), expected);
  text_free(&t);
}

TEST(label_width_counts_cells) {
  CHECK_EQ(label_width(NULL), 0);
  CHECK_EQ(label_width("abc"), 3);
  CHECK_EQ(label_width("\xCE\xA0"
                       "1"),
           2);                                          /* Pi */
  CHECK_EQ(label_width("e\xCC\x81"), 1);                /* e + accent */
  CHECK_EQ(label_width("\xE6\xBC\xA2\xE5\xAD\x97"), 4); /* two kanji */
  CHECK_EQ(label_width("\xFF\xFE"), 2);                 /* two bad bytes */
}

TEST(label_add_makes_every_string_harmless) {
  check_add("a\tb\nc", LABEL_WHOLE, "a b c");
  check_add("\033[31mred", LABEL_WHOLE, "\xEF\xBF\xBD[31mred");
  check_add("\xC2\x9B"
            "31m",
            LABEL_WHOLE,
            "\xEF\xBF\xBD"
            "31m"); /* C1 CSI */
  check_add("\xE2\x80\xAE"
            "x",
            LABEL_WHOLE,
            "\xEF\xBF\xBD"
            "x"); /* RLO */
  check_add("\xC0\x80", LABEL_WHOLE, "\xEF\xBF\xBD\xEF\xBF\xBD");
  check_add("\xED\xA0\x80", LABEL_WHOLE,
            "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); /* a surrogate */
  check_add("\xF5\x80\x80\x80", 2, "..");
  check_add("\xE2\x82", LABEL_WHOLE, "\xEF\xBF\xBD\xEF\xBF\xBD"); /* cut off */
}

TEST(label_add_cuts_to_cells_not_bytes) {
  check_add("abcdef", 6, "abcdef");
  check_add("abcdef", 5, "abc..");
  check_add("abcdef", 2, "..");
  check_add("abcdef", 1, ".");
  check_add("abcdef", 0, "");
  check_add("\xCE\xA0\xCE\xA0\xCE\xA0\xCE\xA0", 3, "\xCE\xA0..");
  check_add("\xE6\xBC\xA2\xE5\xAD\x97", 3, ".."); /* a half fits nowhere */
}

TEST(label_xml_escapes_markup) {
  check_xml("<a href=\"x\">&'", LABEL_WHOLE,
            "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
  check_xml("<<<<", 3, "&lt;&lt;\xE2\x80\xA6");
  check_xml("\x01", LABEL_WHOLE, "\xEF\xBF\xBD");
  check_xml(NULL, 3, "");
}

TEST(label_pad_fills_to_the_width) {
  struct text t = {0};
  label_pad(&t, "ab", 4);
  label_pad(&t, "abcdef", 4);
  label_pad(&t, NULL, 2);
  CHECK_STR(text_str(&t), "ab  ab..  ");
  text_free(&t);
}

TEST(label_wrap_breaks_at_spaces_and_loses_nothing) {
  const char *s = "one two  threeandmore x";
  const char *next;
  CHECK_EQ(label_wrap(s, 8, &next), 7);
  CHECK_STR(next, "threeandmore x");
  CHECK_EQ(label_wrap(next, 8, &next), 8);
  CHECK_STR(next, "more x");
  CHECK_EQ(label_wrap(next, 8, &next), 6);
  CHECK(next == NULL);
  CHECK_EQ(label_wrap("abc", 0, &next), 1); /* always goes on */
  CHECK_STR(next, "bc");
  CHECK_EQ(label_wrap("a\nb", 9, &next), 1);
  CHECK_STR(next, "b");
  CHECK_EQ(label_wrap("", 9, &next), 0);
  CHECK(next == NULL);
}
