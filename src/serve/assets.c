#include "serve/assets.h"

#include <string.h>

#include "base/sound.h"

/* Copied by the assembler, so that they stay files of their own; room.mk
 * says that this one depends on them. */
#define ASSET(name, file)                                                      \
  __asm__(".section .rodata\n"                                                 \
          ".global serve_" #name ", serve_" #name "_end\n"                     \
          "serve_" #name ":\n"                                                 \
          ".incbin \"" file "\"\n"                                             \
          "serve_" #name "_end:\n"                                             \
          ".byte 0\n"                                                          \
          ".text\n");                                                          \
  extern const char serve_##name[], serve_##name##_end[]
#define PAGE(name, file) ASSET(name, "src/serve/page/" file)
/* CodeMirror, as Debian has it (libjs-codemirror). */
#define EDITOR(name, file) ASSET(name, CODEMIRROR "/" file)

PAGE(index, "index.html");
PAGE(style, "style.css");
PAGE(boot, "boot.js");
PAGE(main, "main.js");
PAGE(api, "api.js");
PAGE(editor, "editor.js");
PAGE(files, "files.js");
PAGE(machines, "machines.js");
PAGE(findings, "findings.js");
PAGE(run, "run.js");
PAGE(mode, "mode.js");
PAGE(step, "step.js");
PAGE(dom, "dom.js");
PAGE(job, "job.js");
PAGE(tabs, "tabs.js");
PAGE(program, "program.js");
PAGE(net, "net.js");
PAGE(matrix, "matrix.js");
PAGE(mutant, "mutant.js");
PAGE(space, "space.js");
EDITOR(codemirror, "lib/codemirror.js");
EDITOR(codemirror_style, "lib/codemirror.css");
EDITOR(hint, "addon/hint/show-hint.js");
EDITOR(hint_style, "addon/hint/show-hint.css");
EDITOR(simple, "addon/mode/simple.js");
EDITOR(brackets, "addon/edit/matchbrackets.js");
EDITOR(clike, "mode/clike/clike.js");

static const char css[] = "text/css; charset=utf-8",
                  js[] = "text/javascript; charset=utf-8";

#define ROW(path, type, name)                                                  \
  { path, type, serve_##name, serve_##name##_end }
static const struct asset assets[] = {
    ROW("/page/boot.js", js, boot),
    ROW("/page/main.js", js, main),
    ROW("/page/api.js", js, api),
    ROW("/page/editor.js", js, editor),
    ROW("/page/files.js", js, files),
    ROW("/page/machines.js", js, machines),
    ROW("/page/findings.js", js, findings),
    ROW("/page/run.js", js, run),
    ROW("/page/mode.js", js, mode),
    ROW("/page/step.js", js, step),
    ROW("/page/dom.js", js, dom),
    ROW("/page/job.js", js, job),
    ROW("/page/tabs.js", js, tabs),
    ROW("/page/program.js", js, program),
    ROW("/page/net.js", js, net),
    ROW("/page/matrix.js", js, matrix),
    ROW("/page/mutant.js", js, mutant),
    ROW("/page/space.js", js, space),
    ROW("/codemirror/codemirror.js", js, codemirror),
    ROW("/codemirror/codemirror.css", css, codemirror_style),
    ROW("/codemirror/show-hint.js", js, hint),
    ROW("/codemirror/show-hint.css", css, hint_style),
    ROW("/codemirror/simple.js", js, simple),
    ROW("/codemirror/matchbrackets.js", js, brackets),
    ROW("/codemirror/clike.js", js, clike),
};

void asset_front(struct text *out, const char *nonce) {
  static const char link[] =
      "<link rel=\"stylesheet\" href=\"/page/style.css\">";
  const char *at = strstr(serve_index, link);
  EXPECTS(at);
  text_add_n(out, serve_index, (size_t)(at - serve_index));
  text_printf(out, "<style nonce=\"%s\">\n", nonce);
  text_add(out, serve_style);
  text_add(out, "</style>");
  text_add(out, at + sizeof link - 1);
}

const struct asset *asset_find(const char *path) {
  for (size_t i = 0; i < sizeof assets / sizeof *assets; i++)
    if (!strcmp(assets[i].path, path))
      return &assets[i];
  return NULL;
}
