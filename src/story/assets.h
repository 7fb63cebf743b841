/* assets: page.css and page.js as strings. */
#ifndef STORY_ASSETS_H
#define STORY_ASSETS_H

extern const char story_page_css[], story_page_js[];

#endif
