#include "LoopEngine.h"

#if __has_include(<libavfilter/avfilter.h>) && __has_include(<libavformat/avformat.h>) && \
  __has_include(<webp/mux.h>)

#include "Graphs.h"
#include "Loops.h"

#include <libavutil/error.h>
#include <stdio.h>

int fail_with(char *message, const char *what, int error) {
  char words[AV_ERROR_MAX_STRING_SIZE];
  av_strerror(error, words, sizeof words);
  snprintf(message, BOXWALK_MOVIE_MESSAGE, "%s: %s", what, words);
  return -1;
}

AVFilterGraph *graph_new(const char *description, int threads, char *message) {
  AVFilterGraph *graph = avfilter_graph_alloc();
  if (!graph) {
    fail(message, "no memory");
    return NULL;
  }
  graph->nb_threads = threads;
  int error = avfilter_graph_parse_ptr(graph, description, NULL, NULL, NULL);
  if (error >= 0) error = avfilter_graph_config(graph, NULL);
  if (error >= 0) return graph;
  fail_with(message, "the filters of FFmpeg cannot be used", error);
  avfilter_graph_free(&graph);
  return NULL;
}

#endif
