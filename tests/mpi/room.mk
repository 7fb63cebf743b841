# The model of MPI against trying everything, more of it.
SOAKS += soak-mpi
.PHONY: soak-mpi
soak-mpi: all
	@HEDDLE="$(abspath $(HEDDLE))" BUILD=$(BUILD) SCRIPTS=2000 FIRST=5000 tests/mpi/run
