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
      "[...document.querySelectorAll('#machines [aria-label^=where]')].find(e "
      "=> e.value === 'off'))");
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
  browser_click(&b, "#net p.bar button:nth-child(3)");
  expect("a test driver in C is saved",
         "document.querySelector('#files [data-name=\\'lamp.tests.c\\']') "
         "!== null");
}

#define NOTE "document.querySelector('.matrix-part .run-note').textContent"

/* Which test kills which mutant: a cell is chosen by pointing or with keys, and
 * shows the fault in the drawing, and the run of the test. */
static void kills(void) {
  expect("a row for each mutant",
         "document.querySelectorAll('.matrix [role=row]').length === 11 && "
         "document.querySelector('.matrix').getAttribute('aria-rowcount') "
         "=== '11'");
  expect("a cell for each test, which says what it is",
         "document.querySelectorAll('.matrix-cell.kills').length === 16 && "
         "document.getElementById('cell-8-1').getAttribute('aria-label') === "
         "'mutant 9, test 2: not killed'");
  browser_click(&b, "#cell-8-0");
  expect("a mutant is shown",
         "document.querySelector('.mutant h3')?.textContent === \"Mutant 9: "
         "lamp on --press/dark--> off leads to 'on'\"");
  expect("its fault in the drawing: an edge, and where it leads instead",
         "document.querySelector('.mutant .fault title')?.textContent === "
         "'on: press / dark -> off' && "
         "document.querySelector('.mutant .fault-arrow') !== null");
  expect("the run of the test, up to its answer",
         "document.querySelector('.mutant .verdict')?.textContent === "
         "'killed by input 3, press: dark instead of light' && "
         "document.querySelectorAll('.mutant .step.bad').length === 3 && "
         "document.querySelectorAll('.mutant .arrow').length === 6");
  expect("its line is lit", EDITOR ".lineInfo(2).bgClass === 'lit'");
  run("(document.querySelector('.matrix').focus(), '')");
  browser_key(&b, "ArrowRight");
  expect("keys go through the cells",
         NOTE " === \"mutant 9: lamp on --press/dark--> off leads to 'on': "
              "test 2 does not kill it\"");
  browser_key(&b, "Enter");
  expect("a test that does not kill it",
         "document.querySelector('.mutant .verdict')?.textContent === "
         "'not killed: it answers as the network does'");
  run("(f => (f.elements.which.value = 'killed by one test only', "
      "f.elements.with.value = 'blink-->', f.dispatchEvent(new "
      "Event('input')), ''))(document.querySelector('.matrix-part form'))");
  expect("some of them only", NOTE " === '3 mutants of 10' && "
                                   "document.querySelectorAll('.matrix-row')"
                                   ".length === 3");
  run("([...document.querySelectorAll('#net summary')].find(e => "
      "e.textContent === 'The report').click(), '')");
  expect("the report is in a frame, at its mutants",
         "/\\/view\\/.*#mutants$/.test(document.querySelector('#net iframe')"
         "?.src)");
}

/* Five thousand mutants and four hundred tests: only what is in view is there,
 * and the last cell is reached. */
static void many(void) {
  run("(async () => { const { drawMatrix } = await import('/page/matrix.js');"
      "const all = Array.from({length: 5000}, (_, i) => ({operator: 'output', "
      "machine: 'm', from: 's', input: 'i', becomes: 'o', text: `t${i}`, "
      "fate: i % 9 ? 'killed' : 'equivalent', tests: i % 9 ? [i % 400 + 1] : "
      "[]}));"
      "document.querySelector('#net > div').replaceChildren(drawMatrix(all, "
      "400, (...it) => { window.chosen = it.join() })) })()");
  expect("few cells stand for many",
         "(n => n > 50 && n < 3000)(document.querySelectorAll("
         "'.matrix-cell').length)");
  run("(document.querySelector('.matrix').focus(), '')");
  browser_key(&b, "Ctrl-End");
  browser_key(&b, "Enter");
  expect("the last", "window.chosen === '4999,399' && "
                     "document.getElementById('cell-4999-399') !== null");
  browser_key(&b, "Home");
  browser_key(&b, "n");
  expect("the next that kills", NOTE " === 'mutant 5000: t4999: test 200 "
                                     "kills it'");
}

void net_story(void) {
  edits();
  derives();
  kills();
  many();
}
