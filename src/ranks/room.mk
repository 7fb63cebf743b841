# Open MPI (mpi.c, the only file that knows it, and loads it when mpirun has
# started the process); without it there is one process.
PACKAGES += libopenmpi-dev openmpi-bin
MPI_INCLUDE ?= $(firstword $(wildcard /usr/lib/*/openmpi/include))
ifeq ($(wildcard $(MPI_INCLUDE)/mpi.h),)
SKIP += src/ranks/mpi.c
ifneq ($(filter all heddle,$(or $(MAKECMDGOALS),all)),)
$(info heddle: without mpi.h (libopenmpi-dev) it does not run under mpirun)
endif
else
SKIP += src/ranks/no_mpi.c
$(BUILD)/src/ranks/mpi.o: override CPPFLAGS += -isystem $(MPI_INCLUDE)
endif
