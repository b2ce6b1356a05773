#ifndef BOXWALK_CTHREADS_H
#define BOXWALK_CTHREADS_H

#include <stdint.h>

/// Calls `body` for 0, 1, ... below `count`, each on a thread of its own but for the first, which is
/// called on this one. Returns when all have returned.
///
/// Where no more threads can be had, this one does the work of those that are missing.
void boxwalk_run_threads(int count, void (*body)(void *context, int index), void *context);

/// The cores that this process may use: at least one.
int boxwalk_core_count(void);

/// An amount that threads share, of which each takes a part and gives it back.
typedef struct boxwalk_budget boxwalk_budget;

/// NULL if there is no memory.
boxwalk_budget *boxwalk_budget_make(uint64_t amount);
void boxwalk_budget_free(boxwalk_budget *budget);

/// Waits until so much is left, in the order in which threads come. Who wants more than there is gets
/// all of it.
void boxwalk_budget_take(boxwalk_budget *budget, uint64_t amount);
void boxwalk_budget_give(boxwalk_budget *budget, uint64_t amount);

#endif
