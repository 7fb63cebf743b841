# Z3 solves conditions on inputs (z3.c, the only file that knows it, and loads
# it when it is asked); without it `heddle test --symbolic` says what to install.
PACKAGES += libz3-dev
Z3_H ?= /usr/include/z3.h
ifeq ($(wildcard $(Z3_H)),)
SKIP += src/sym/z3.c
ifneq ($(filter all heddle,$(or $(MAKECMDGOALS),all)),)
$(info heddle: without z3.h (libz3-dev) inputs cannot be symbolic)
endif
else
LIB_FLAGS += -DHAVE_Z3
endif
