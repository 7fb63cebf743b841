/* story: what the stories of the workbench have in common. */
#ifndef TESTS_SERVE_STORY_H
#define TESTS_SERVE_STORY_H

#include "browser.h"

extern struct browser b;

/* The expression comes to be true: what a page does takes its time. */
void expect(const char *what, const char *expression);
void run(const char *expression);
/* A new file, which is open then. */
void create(const char *name);

#define TEXT(id) "document.getElementById('" id "').textContent"
#define EDITOR "document.querySelector('.CodeMirror').CodeMirror"

void program_story(void);
void space_story(void);
void net_story(void);

#endif
