# expat reads networks in XML; without it they are read in .hed only.
PACKAGES += libexpat1-dev
EXPAT_H ?= /usr/include/expat.h
ifeq ($(wildcard $(EXPAT_H)),)
SKIP += src/read/network_xml.c src/read/pnml_xml.c src/read/xml.c
ifneq ($(filter all heddle,$(or $(MAKECMDGOALS),all)),)
$(info heddle: without expat.h (libexpat1-dev) networks are read in .hed only)
endif
else
LIB_FLAGS += -DHAVE_EXPAT
LIB_LIBS += -lexpat
endif

