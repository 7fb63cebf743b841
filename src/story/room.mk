# The page's style sheet and script are part of the library (assets.c).
$(BUILD)/src/story/assets.o: src/story/page.css src/story/page.js
