$ heddle --version
heddle *
$ heddle chekc
heddle: unknown command 'chekc' (did you mean 'check'?)
[2]
