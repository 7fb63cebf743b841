/* How fast the workbench is, by Chromium's own clocks: first paint, an edit
 * of a model of a thousand lines, frames of a run of ten thousand steps and of
 * a table of mutants.
 *
 *     serve-bars BROWSER FOLDER LINK     LINK serves a folder without files
 *
 * Prints the figures; fails only where one is five times what it should be,
 * so that a loaded machine does not count. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "browser.h"

static struct browser b;
static unsigned failed;

/* The number that the expression comes to be. */
static double figure(const char *expression) {
  struct text got = {0};
  double value = -1;
  for (int i = 0; i < 2400 && value < 0; i++) {
    text_clear(&got);
    if (browser_ask(&b, expression, &got) && got.len)
      value = strtod(text_str(&got), NULL);
    else
      usleep(50000);
  }
  text_free(&got);
  return value;
}

static void bar(const char *what, const char *expression, double most) {
  double ms = figure(expression);
  printf("%-50s %6.1f ms (bar %.0f)\n", what, ms, most);
  failed += ms < 0 || ms > 5 * most;
}

static void run(const char *expression) {
  struct text got = {0};
  browser_ask(&b, expression, &got);
  text_free(&got);
}

/* Ten processes of a hundred lines; a character is typed twenty times, and
 * each time it is measured until what is wrong stands under its line, which is
 * in view, or is gone. */
static const char edits[] =
    "(async () => {"
    "const e = document.querySelector('.CodeMirror').CodeMirror;"
    "let text = ''; for (let p = 0; p < 10; p++) {"
    "  text += `process P${p} {\\n`;"
    "  for (let i = 0; i < 97; i++)"
    "    text += `  ${i}: P${(p + 1) % 10}!m${i} -> ${(i + 1) % 97}\\n`;"
    "  text += '}\\n\\n' }"
    "for (let p = 0; p < 10; p++)"
    "  text = `channel P${p} -> P${(p + 1) % 10} [1]\\n` + text;"
    "e.setValue(text); e.setCursor(500, 6); e.scrollIntoView(null, 100);"
    "const until = async wrong => {"
    "  while (!!document.querySelector('.below.error') !== wrong)"
    "    await new Promise(r => setTimeout(r, 1)) };"
    "await until(false); await new Promise(r => setTimeout(r, 1500));"
    "const all = [];"
    "for (let i = 0; i < 20; i++) {"
    "  const begin = performance.now();"
    "  if (i % 2) e.undo(); else e.replaceRange('Q', {line: 500, ch: 6});"
    "  await until(i % 2 === 0); all.push(performance.now() - begin);"
    "  await new Promise(r => setTimeout(r, 200)) }"
    "all.sort((a, b) => a - b);"
    "window.lines = e.lineCount(); window.edit = String(all[10]);"
    "window.worst = String(all.at(-1)) })()";

static const char frames[] =
    "(async () => { const { drawRun } = await import('/page/run.js');"
    "const run = Array.from({length: 10000}, (_, i) => ({process: 'P' + i % 3,"
    "step: i % 2 ? 'x?m' : 'x!m', object: 'c', line: 1}));"
    "document.getElementById('tab-result').click();"
    "document.getElementById('result').replaceChildren(drawRun({run}));"
    "await new Promise(r => setTimeout(r, 500));"
    "const view = document.querySelector('.run-view');"
    "const all = []; let last = 0;"
    "for (let i = 0; i < 200; i++) {"
    "  view.scrollTop = i * 1490; await new Promise(requestAnimationFrame);"
    "  const now = performance.now(); if (last) all.push(now - last);"
    "  last = now }"
    "all.sort((a, b) => a - b); window.typical = String(all[100]);"
    "window.longest = String(all.at(-1)) })()";

/* Two thousand mutants by four hundred tests, scrolled both ways. */
static const char matrix[] =
    "(async () => { const { drawMatrix } = await import('/page/matrix.js');"
    "const all = Array.from({length: 2000}, (_, i) => ({operator: 'output', "
    "machine: 'm', from: 's', input: 'i', becomes: 'o', text: `t${i}`, "
    "fate: 'killed', tests: Array.from({length: 100}, (_, t) => 1 + (i + 4 * "
    "t) % 400).sort((a, b) => a - b)}));"
    "document.getElementById('result').replaceChildren(drawMatrix(all, 400, "
    "() => {}));"
    "await new Promise(r => setTimeout(r, 500));"
    "const view = document.querySelector('.matrix');"
    "const times = []; let last = 0;"
    "for (let i = 0; i < 200; i++) {"
    "  view.scrollTop = i * 230; view.scrollLeft = i * 40;"
    "  await new Promise(requestAnimationFrame);"
    "  const now = performance.now(); if (last) times.push(now - last);"
    "  last = now }"
    "times.sort((a, b) => a - b); window.matrixTypical = String(times[100]);"
    "window.matrixLongest = String(times.at(-1)) })()";

int main(int argc, char **argv) {
  signal(SIGPIPE, SIG_IGN);
  if (argc != 4 || !browser_open(&b, argv[1], argv[2])) {
    printf("failed: no browser\n");
    return 1;
  }
  browser_size(&b, 1400, 860);
  browser_visit(&b, argv[3]);
  bar("first paint",
      "performance.getEntriesByType('paint')[0]?.startTime ?? ''", 200);
  figure("document.documentElement.dataset.ready ? 1 : ''");
  run("(document.getElementById('name').value = 'bars.hed', '')");
  browser_click(&b, "#new button");
  figure("document.getElementById('file').textContent === 'bars.hed' ? 1 : ''");
  run(edits);
  bar("an edit of 1,000 lines, the median of 20", "window.edit ?? ''", 50);
  bar("the longest of them", "window.worst ?? ''", 50);
  run("(document.querySelector('.CodeMirror').CodeMirror.setValue(''), '')");
  run(frames);
  bar("a frame of a run of 10,000 steps, the median", "window.typical ?? ''",
      50);
  bar("the longest of 200", "window.longest ?? ''", 50);
  run(matrix);
  bar("a frame of 2,000 mutants by 400 tests, the median",
      "window.matrixTypical ?? ''", 50);
  bar("the longest of 200", "window.matrixLongest ?? ''", 50);
  browser_close(&b);
  return failed > 0;
}
