#ifndef BOXWALK_SYSTEM_THREADS_H
#define BOXWALK_SYSTEM_THREADS_H

#include <stdint.h>

/// Calls `body` for 0, 1, ... below `count`, each on a separate thread, except the first, which is called on this
/// thread. Returns when all have returned.
///
/// If no more threads can be started, this thread does the work of the missing ones, afterwards. Returns -1, and calls
/// nothing, if the first call needs another one beside it, and there is no other thread at all.
int system_run_threads(
    int count, int needs_another, void (*body)(void *context, int index), void *context);

/// The cores that this process may use: at least one.
int system_core_count(void);

/// An amount that threads share: each takes a part of it and gives it back.
typedef struct system_budget system_budget;

/// NULL if there is no memory.
system_budget *system_budget_make(uint64_t amount);
void system_budget_free(system_budget *budget);

/// Waits until this amount is left, in the order of the requests. A thread that requests more than the total gets all
/// of it.
void system_budget_take(system_budget *budget, uint64_t amount);
void system_budget_give(system_budget *budget, uint64_t amount);

#endif
