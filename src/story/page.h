/* page: a story as one HTML file that can be stepped through.
 *
 * What happened stands at the left, a column for each thread; at the right
 * the source, the lines at which the threads are, the values seen so far and
 * the locks held.  Buttons, a slider and keys go from step to step, forward
 * and back; each step leads to its source line and each line to its steps.
 * Without a script the page is still the whole story, with the same links.
 *
 * The file needs nothing else and fetches nothing (its own policy says so);
 * the style sheet and the script are page.css and page.js of this room,
 * copied into the library when it is built.  All text is escaped, the data of
 * the script too, whatever sources and names contain. */
#ifndef STORY_PAGE_H
#define STORY_PAGE_H

#include "base/text.h"
#include "story/story.h"

/* title: what was run. */
void story_page(struct story *s, const char *title, struct text *out);

#endif
