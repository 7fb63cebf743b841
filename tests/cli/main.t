$ heddle --version
heddle *
$ heddle chekc
heddle: unknown command 'chekc' (did you mean 'check'?)
[2]

# help of a command is its --help, and shells are given what they ask for.
$ heddle help derive | head -n 1
usage: heddle derive [options] NETWORK ...

$ heddle help derivve
heddle: unknown command 'derivve' (did you mean 'derive'?)
[2]

$ heddle help check test
heddle: 'help' is of one command, and 'test' is one more
[2]

$ heddle completion csh
heddle: unknown shell 'csh'; there are bash, zsh and fish
heddle: try 'heddle completion --help'
[2]

$ heddle completion
heddle: which shell? bash, zsh or fish
heddle: try 'heddle completion --help'
[2]
