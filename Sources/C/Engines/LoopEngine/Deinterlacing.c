#include "LoopEngine.h"

#if __has_include(<libavfilter/avfilter.h>) && __has_include(<libavformat/avformat.h>) && \
  __has_include(<webp/mux.h>)

#include "Graphs.h"
#include "Loops.h"

#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/frame.h>
#include <libavutil/pixdesc.h>
#include <stdio.h>

/// FFmpeg's `bwdif`, which makes one picture of the two fields of each picture.
struct boxwalk_deinterlacer {
  AVFilterGraph *graph;
  AVFilterContext *source, *sink;
  /// The number of pictures that were sent.
  int64_t count;
};

void deinterlacer_free(boxwalk_deinterlacer *filter) {
  if (!filter) return;
  avfilter_graph_free(&filter->graph);
  av_free(filter);
}

boxwalk_deinterlacer *deinterlacer_new(
  const boxwalk_movie_frame *first, int threads, char *message) {
  message[0] = 0;
  const AVFrame *frame = (const AVFrame *)first;
  const char *format = av_get_pix_fmt_name(frame->format);
  boxwalk_deinterlacer *filter = av_mallocz(sizeof *filter);
  if (!filter || !format) {
    fail(message, filter ? "pictures have no format that can be deinterlaced" : "no memory");
    deinterlacer_free(filter);
    return NULL;
  }
  // Which field comes first is a property of each picture.
  char description[300];
  snprintf(
    description, sizeof description,
    "buffer@in=video_size=%dx%d:pix_fmt=%s:time_base=1/1:pixel_aspect=1/1,"
    "bwdif=mode=send_frame:parity=auto:deint=interlaced,buffersink@out",
    frame->width, frame->height, format);
  filter->graph = graph_new(description, threads, message);
  if (filter->graph) {
    filter->source = avfilter_graph_get_filter(filter->graph, "buffer@in");
    filter->sink = avfilter_graph_get_filter(filter->graph, "buffersink@out");
    if (filter->source && filter->sink) return filter;
    fail(message, "the filters of FFmpeg cannot be used");
  }
  deinterlacer_free(filter);
  return NULL;
}

int deinterlacer_send(
  boxwalk_deinterlacer *filter, const boxwalk_movie_frame *picture, char *message) {
  AVFrame *frame = NULL;
  if (picture) {
    frame = av_frame_clone((const AVFrame *)picture);
    if (!frame) return fail(message, "no memory");
    frame->pts = filter->count++;
  }
  const int error = av_buffersrc_add_frame(filter->source, frame);
  av_frame_free(&frame);
  return error < 0 ? fail_with(message, "a picture cannot be deinterlaced", error) : 0;
}

int deinterlacer_receive(
  boxwalk_deinterlacer *filter, boxwalk_movie_frame **picture, char *message) {
  AVFrame *frame = av_frame_alloc();
  if (!frame) return fail(message, "no memory");
  const int error = av_buffersink_get_frame(filter->sink, frame);
  if (error >= 0) {
    *picture = (boxwalk_movie_frame *)frame;
    return 1;
  }
  av_frame_free(&frame);
  if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return 0;
  return fail_with(message, "a picture cannot be deinterlaced", error);
}

#endif
