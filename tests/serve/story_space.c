/* From three parameters, made in a table, to an exported array. */
#include "story.h"

#define FIND(label) "document.querySelector('[aria-label=\\'" label "\\']')"
#define ADD(n) "#space details:nth-of-type(" n ") > button"
#define PRESS(text)                                                            \
  "([...document.querySelectorAll('#space button')].find(e => "                \
  "e.textContent.startsWith('" text "')).click(), '')"

static void fill(const char *label, const char *value) {
  struct text text = {0};
  text_printf(&text,
              "(e => (e.value = '%s', e.dispatchEvent(new Event('change')), "
              "''))(document.querySelector('[aria-label=\"%s\"]'))",
              value, label);
  run(text_str(&text));
  text_free(&text);
}

static void writes(void) {
  create("print.txt");
  run("(" EDITOR ".setValue('Paper: A4, A5, letter\\n'), '')");
  expect("it is a space of parameters", TEXT("check") " === 'Cover'");
  expect("a row for it", FIND("values of Paper") "?.value === "
                                                 "'A4, A5, letter'");
  browser_click(&b, ADD("1"));
  expect("another", FIND("name of P2") " !== null");
  fill("name of P2", "Colour");
  expect("has a name", FIND("values of Colour") " !== null");
  fill("values of Colour", "grey, colour, photo");
  browser_click(&b, ADD("1"));
  expect("a third", FIND("name of P3") " !== null");
  browser_click(&b, ADD("3"));
  expect("and a rule, in the text",
         EDITOR ".getValue() === 'Paper: A4, A5, letter\\nColour: grey, "
                "colour, photo\\nP3: yes, no\\nIF [Paper] = \"A4\" THEN "
                "[Colour] <> \"grey\";\\n'");
  expect("nothing is wrong with it",
         "document.querySelectorAll('#messages li').length === 0");
}

static void covers(void) {
  run("(document.querySelector('#space [name=time]').value = '1', '')");
  browser_click(&b, "#check");
  expect("tests", "/^[0-9]+ tests$/.test(document.querySelector("
                  "'#space .verdict')?.textContent)");
  expect("eight or nine of them, in a table",
         "(n => n === 8 || n === 9)(document.querySelectorAll("
         "'.tests tbody tr').length)");
  run(PRESS("Coverage by strength"));
  expect("all pairs are covered, and some of the triples",
         "(t => /2\\s*20\\s*20\\s*100.0 %/.test(t) && "
         "/3\\s*[0-9]+\\s*16/.test(t))([...document.querySelectorAll("
         "'#space caption')].find(c => c.textContent.startsWith('Coverage'))"
         "?.parentElement.innerText ?? '')");
  expect("the tests are a file", "document.querySelector('#files [data-name="
                                 "\\'print.tsv\\']') !== null");
}

static void changes(void) {
  fill("values of P3", "yes, no, perhaps");
  run(PRESS("What a change costs"));
  expect("kept and extended, or fresh",
         "[...document.querySelectorAll('#space caption')].some(c => "
         "c.textContent.startsWith('What the change') && c.parentElement"
         ".tBodies[0].rows.length === 2)");
  run("(document.querySelector('#space .export select').value = 'csv', '')");
  run(PRESS("Export"));
  expect("it is exported",
         "document.querySelector('#space .export pre').textContent"
         ".startsWith('Paper,Colour,P3')");
  expect("as a file", "document.querySelector('#files [data-name="
                      "\\'print.tests.csv\\']') !== null");
}

/* Tests that are there are a table, too: one more, changed by hand. */
static void edits(void) {
  run(PRESS("Existing tests"));
  expect("the saved tests",
         "document.querySelector('#space .verdict').textContent"
         ".endsWith('tests, as saved')");
  run("(window.before = document.querySelectorAll('.tests tr').length, " PRESS(
      "Add a test") ", '')");
  run("((c) => (c.textContent = 'A5', c.dispatchEvent(new Event('input', "
      "{bubbles: true})), ''))(document.querySelector("
      "'.tests tr:last-child td:nth-child(2)'))");
  run(PRESS("Save print.tsv"));
  expect("one more is saved",
         TEXT("status") " === 'saved print.tsv' && "
                        "document.querySelectorAll('.tests tr').length === "
                        "before + 1");
  browser_click(&b, "[aria-label='remove test 2']");
  expect("and one less, the keyboard on the next",
         "document.querySelectorAll('.tests tr').length === before && "
         "document.activeElement.getAttribute('aria-label') === "
         "'remove test 2'");
}

void space_story(void) {
  writes();
  covers();
  changes();
  edits();
}
