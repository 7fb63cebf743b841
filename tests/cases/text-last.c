// expect: violated race
// The twin of text-beyond.c: the last that is read is the match, the difference,
// what ends the piece, and the end of what is copied.  Which of
// the calls it is, is a choice: each has to race.
#define _GNU_SOURCE
#include <assert.h>
#include <heddle/rt.h>
#include <pthread.h>
#include <string.h>
#include <wchar.h>
static char text[8] = "12,4567";
static wchar_t wide[8] = L"12,4567";
static char *rest;
static int at = 2;
static void *A(void *u) {
  text[at] = text[at];
  wide[at] = wide[at];
  return u;
}
int main(void) {
  pthread_t a;
  char to[8] = "";
  int which = heddle_choose(17);
  pthread_create(&a, NULL, A, NULL);
  switch (which) {
  case 0: assert(strchr(text, ',') == text + 2); break;
  case 1: assert(strchrnul(text, ',') == text + 2); break;
  case 2: assert(memchr(text, ',', 8) == text + 2); break;
  case 3: assert(strstr(text, "2,") == text + 1); break;
  case 4: assert(strcasestr(text, "2,") == text + 1); break;
  case 5: assert(strspn(text, "12") == 2); break;
  case 6: assert(strcspn(text, ",") == 2); break;
  case 7: assert(strpbrk(text, ",") == text + 2); break;
  case 8: assert(strcmp(text, "12;") < 0); break;
  case 9: assert(strncmp(text, "12,4", 4) == 0); break;
  case 10: assert(strcasecmp(text, "12") > 0); break;
  case 11: strncpy(to, text, 5); assert(to[4] == '5'); break;
  case 12: assert(strnlen(text, 5) == 5); break;
  case 13: strncat(to, text, 4); assert(to[3] == '4'); break;
  case 14: assert(strtok_r(text, ",", &rest) == text); break;
  case 15: assert(wcschr(wide, L',') == wide + 2); break;
  default: assert(wcscmp(wide, L"12;") < 0);
  }
  pthread_join(a, NULL);
}
