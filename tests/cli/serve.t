# The workbench; tests/serve has what it does.

$ heddle serve models networks
heddle: one folder at a time
heddle: try 'heddle serve --help'
[2]
$ heddle serve --port 70000 models
heddle: --port is at most 65535
heddle: try 'heddle serve --help'
[2]
