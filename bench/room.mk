# Each measured comparison has a file of its own.
include $(filter-out bench/room.mk,$(wildcard bench/*.mk))
