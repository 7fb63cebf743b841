/* heddle completion SHELL: what the shell runs to complete a command line.
 * The scripts know no option: they ask `heddle --list-commands` and
 * `heddle COMMAND --list-options`, which come from the tables, so that they
 * are right for whichever heddle is on the path. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/options.h"

static const char bash[] =
    "# bash: eval \"$(heddle completion bash)\"\n"
    "_heddle() {\n"
    "  local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words=\n"
    "  if [[ $COMP_CWORD == 1 ]]; then\n"
    "    words=$(heddle --list-commands | cut -f1)\n"
    "  elif [[ $command == help || $command == completion ]]; then\n"
    "    words=$(heddle $command --list-options | cut -f1)\n"
    "  elif [[ $word == -* && $command != cc ]]; then\n"
    "    words=$(heddle \"$command\" --list-options 2>/dev/null | cut -f1)\n"
    "  fi\n"
    "  COMPREPLY=()\n"
    "  [[ -z $words ]] || mapfile -t COMPREPLY < <(\n"
    "    compgen -W \"$words\" -- \"$word\")\n"
    "}\n"
    "complete -o bashdefault -o default -F _heddle heddle\n";

static const char zsh[] =
    "#compdef heddle\n"
    "# zsh: eval \"$(heddle completion zsh)\", or a file _heddle in $fpath\n"
    "_heddle() {\n"
    "  local -a rows\n"
    "  local list=\n"
    "  if (( CURRENT == 2 )); then\n"
    "    list=$(heddle --list-commands)\n"
    "  elif [[ $words[2] == help || $words[2] == completion ||\n"
    "          ( $words[CURRENT] == -* && $words[2] != cc ) ]]; then\n"
    "    list=$(heddle $words[2] --list-options 2>/dev/null)\n"
    "  else\n"
    "    _files\n"
    "    return\n"
    "  fi\n"
    "  rows=(${(f)\"$(print -r -- $list | sed 's/:/\\\\:/g; s/\\t/:/')\"})\n"
    "  _describe heddle rows\n"
    "}\n"
    "if [[ $funcstack[1] == _heddle ]]; then\n"
    "  _heddle \"$@\"\n"
    "else\n"
    "  compdef _heddle heddle\n"
    "fi\n";

static const char fish[] =
    "# fish: heddle completion fish | source\n"
    "complete -c heddle -n __fish_use_subcommand -f \\\n"
    "  -a '(heddle --list-commands)'\n"
    "complete -c heddle -f -a '(heddle (commandline -opc)[2] --list-options)' "
    "\\\n"
    "  -n '__fish_seen_subcommand_from help completion'\n"
    "complete -c heddle -f -a '(heddle (commandline -opc)[2] --list-options "
    "\\\n"
    "  2>/dev/null)' -n 'not __fish_use_subcommand;\n"
    "    and not __fish_seen_subcommand_from cc help completion;\n"
    "    and string match -q -- \"-*\" (commandline -ct)'\n";

static const struct {
  const char *name, *script, *summary;
} shells[] = {
    {"bash", bash, "eval \"$(heddle completion bash)\" in .bashrc"},
    {"zsh", zsh, "eval \"$(heddle completion zsh)\" in .zshrc"},
    {"fish", fish, "heddle completion fish | source in config.fish"},
};
enum { SHELLS = sizeof shells / sizeof *shells };

int cmd_completion(int argc, char **argv) {
  static const struct usage usage = {
      "completion", "SHELL",
      "Prints what makes a shell complete commands and options: bash, zsh or\n"
      "fish.",
      "  eval \"$(heddle completion bash)\"       in .bashrc\n"
      "  eval \"$(heddle completion zsh)\"        in .zshrc, after compinit\n"
      "  heddle completion fish | source        in config.fish\n"};
  static const struct option none[] = {{0}};
  if (argc == 2 && !strcmp(argv[1], "--list-options")) {
    for (size_t i = 0; i < SHELLS; i++)
      printf("%s\t%s\n", shells[i].name, shells[i].summary);
    return EXIT_HOLDS;
  }
  struct operands shell = {0};
  int status = options_parse(&usage, none, argc, argv, &shell);
  if (status < 0 && shell.at.len != 1)
    status = usage_error(&usage, "which shell? bash, zsh or fish");
  for (size_t i = 0; status < 0 && i < SHELLS; i++)
    if (!strcmp(shells[i].name, shell.at.at[0])) {
      fputs(shells[i].script, stdout);
      status = EXIT_HOLDS;
    }
  if (status < 0)
    status = usage_error(&usage,
                         "unknown shell '%s'; there are bash, zsh "
                         "and fish",
                         shell.at.at[0]);
  vec_free(&shell.at);
  return status;
}
