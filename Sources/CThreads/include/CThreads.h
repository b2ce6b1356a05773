#ifndef BOXWALK_CTHREADS_H
#define BOXWALK_CTHREADS_H

/// Calls `body` for 0, 1, ... below `count`, each on a thread of its own but for the first, which is
/// called on this one. Returns when all have returned.
///
/// Where no more threads can be had, this one does the work of those that are missing.
void boxwalk_run_threads(int count, void (*body)(void *context, int index), void *context);

#endif
