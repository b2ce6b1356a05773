// Graphs of FFmpeg's filters.
#include <libavfilter/avfilter.h>

#pragma GCC visibility push(hidden)

/// A graph of filters, described as for FFmpeg's command; NULL, with the reason in `message`.
AVFilterGraph *graph_new(const char *description, int threads, char *message);
/// Writes what happened into `message`, and FFmpeg's words for it; -1.
int fail_with(char *message, const char *what, int error);

#pragma GCC visibility pop
