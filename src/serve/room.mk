# The workbench: HTTP by libmicrohttpd (which server.c loads), JSON read by
# json-c, the editor is CodeMirror; without one of them `heddle serve` says what
# to install.
PACKAGES += libmicrohttpd-dev libjson-c-dev libjs-codemirror
MICROHTTPD_H ?= /usr/include/microhttpd.h
JSON_C_H ?= /usr/include/json-c/json.h
CODEMIRROR ?= /usr/share/javascript/codemirror
ifeq ($(and $(wildcard $(MICROHTTPD_H)),$(wildcard $(JSON_C_H)),$(wildcard $(CODEMIRROR)/lib/codemirror.js)),)
SKIP += $(filter-out src/serve/no_server.c,$(wildcard src/serve/*.c))
ifneq ($(filter all heddle,$(or $(MAKECMDGOALS),all)),)
$(info heddle: without libmicrohttpd-dev, libjson-c-dev and libjs-codemirror there is no heddle serve)
endif
else
LIB_FLAGS += -DHAVE_SERVE -DCODEMIRROR='"$(CODEMIRROR)"'
LIB_LIBS += -ljson-c
endif

# The page is part of the library (assets.c).
$(BUILD)/src/serve/assets.o: $(wildcard src/serve/page/*)
