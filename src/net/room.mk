# expat reads networks in XML; without it they are read in .hed only.
PACKAGES += libexpat1-dev
ifeq ($(wildcard /usr/include/expat.h),)
SKIP += src/lang/import/network_xml.c
ifneq ($(filter all heddle,$(or $(MAKECMDGOALS),all)),)
$(info heddle: without expat.h (libexpat1-dev) networks are read in .hed only)
endif
else
LIB_FLAGS += -DHAVE_EXPAT
LIB_LIBS += -lexpat
endif

.PHONY: demo-derive
DEMOS += demo-derive
demo-derive: $(HEDDLE)
	./$(HEDDLE) derive networks/abp.hed
