/* From a network, edited by its table and its drawing, to its tests. */
#include "story.h"

static const char network[] = "(" EDITOR ".setValue(`machine lamp {\n"
                              "  off: press / light -> on\n"
                              "  on: press / dark -> off\n"
                              "      hold / blink -> on\n"
                              "}\n`), '')";

#define STATE(name)                                                            \
  "[...document.querySelectorAll('#machines g.goes')].find(g => "              \
  "g.textContent.startsWith('" name ", line'))"
#define POINT(name)                                                            \
  "(" STATE(name) ".dispatchEvent(new MouseEvent('click', {bubbles: true})), " \
                  "'')"

static void edits(void) {
  create("lamp.hed");
  run(network);
  expect("it is a network", TEXT("check") " === 'Derive'");
  expect("it is drawn", STATE("off") " !== undefined");
  run("(" STATE("off") ".focus(), '')");
  browser_key(&b, "Enter");
  browser_key(&b, "ArrowDown");
  expect("keys go from state to state, and choose one",
         "document.activeElement === " STATE(
             "on") " && document.querySelector('#machines [name=from]').value "
                   "=== 'off'");
  run(POINT("off"));
  run("(document.querySelector('#machines [name=does]').value = "
      "'hold / dim', '')");
  browser_click(&b, "#machines form button");
  expect("pointing twice makes a transition",
         EDITOR ".getLine(2) === '       hold / dim -> off'");
  run("(document.querySelector('#machines details').open = true, '')");
  expect("and it is in the table",
         "document.querySelectorAll('#machines tbody tr').length === 4");
  run("(e => (e.value = 'fade', e.dispatchEvent(new Event('change')), ''))("
      "[...document.querySelectorAll('#machines .cell-input')].find(e => "
      "e.value === 'off'))");
  expect("a state that is not there",
         "document.querySelector('#messages .error') !== null");
  run("(" EDITOR ".undo(), '')");
  expect("is taken back",
         "document.querySelector('#messages .error') === null");
  run("(document.querySelector('#machines details').open = true, "
      "document.querySelector('[aria-label^=\\'remove lamp: off, "
      "hold\\']').click(), '')");
  expect("removed again", EDITOR ".getLine(2).startsWith('  on: press')");
}

static void derives(void) {
  browser_click(&b, "#check");
  expect("it holds", "document.querySelector('#net .verdict.holds') !== null");
  expect("its mutants are killed",
         "/^[0-9]+ mutants: [0-9]+ killed by [0-9]+ tests?/.test("
         "document.querySelector('#net .searched').textContent)");
  expect("the report is in a frame, at its mutants",
         "/\\/view\\/.*#mutants$/.test(document.querySelector('#net iframe')"
         "?.src)");
  browser_click(&b, "#net p.bar button:nth-child(3)");
  expect("a test driver in C is saved",
         "document.querySelector('#files [data-name=\\'lamp.tests.c\\']') "
         "!== null");
}

void net_story(void) {
  edits();
  derives();
}
