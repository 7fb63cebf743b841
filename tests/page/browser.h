/* browser: a headless Chromium, driven from outside by its own protocol
 * (Chrome DevTools Protocol, over --remote-debugging-pipe).
 *
 *     struct browser b;
 *     if (!browser_open(&b, "/usr/bin/chromium", folder)) ...
 *     browser_visit(&b, "file:///tmp/page.html");
 *     browser_key(&b, "ArrowRight");
 *     browser_click(&b, "#forward");
 *     browser_ask(&b, "document.title", &out);
 *     browser_close(&b);
 *
 * Just enough of the protocol for a test: one page, answers that are strings.
 * Keys and clicks go through the browser's input, not through scripts. */
#ifndef TESTS_PAGE_BROWSER_H
#define TESTS_PAGE_BROWSER_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/text.h"

struct browser {
  pid_t process;
  int to, from;
  unsigned last;       /* number of the last command */
  struct text session; /* of the page */
  struct text input;   /* read and not used yet */
  unsigned exceptions; /* scripts that failed */
  unsigned requests;   /* anything fetched that is no file */
};

/* folder: where it may write. */
bool browser_open(struct browser *b, const char *program, const char *folder);
bool browser_visit(struct browser *b, const char *url);
/* The value of an expression as a string; false when it failed. */
bool browser_ask(struct browser *b, const char *expression, struct text *out);
/* "ArrowRight", "m", "Ctrl-Enter". */
bool browser_key(struct browser *b, const char *key);
/* Letters, one by one, as a keyboard sends them. */
bool browser_type(struct browser *b, const char *text);
/* The middle of the first element that the selector finds. */
bool browser_click(struct browser *b, const char *selector);
/* Presses the mouse on the one, moves to the other and lets go there. */
bool browser_drag(struct browser *b, const char *from, const char *to);
bool browser_dark(struct browser *b, bool dark);
bool browser_size(struct browser *b, unsigned width, unsigned height);
void browser_close(struct browser *b);

#endif
