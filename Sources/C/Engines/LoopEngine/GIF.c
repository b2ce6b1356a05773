#include "LoopEngine.h"

#if __has_include(<libavfilter/avfilter.h>) && __has_include(<libavformat/avformat.h>) && \
  __has_include(<webp/mux.h>)

#include "Graphs.h"
#include "Loops.h"

#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <stdio.h>

/// A GIF file, whose colours are chosen by `palettegen` of libavfilter, and given to pictures by `paletteuse`.
typedef struct {
  boxwalk_loop loop;
  int width, height, descriptor;
  /// The filters that make a palette from all pictures.
  AVFilterGraph *choosing;
  /// The filters that map pictures to the colours of the palette; NULL until all were analysed.
  AVFilterGraph *mapping;
  AVCodecContext *encoder;
  AVFormatContext *file;
  AVFrame *frame;
  AVPacket *packet;
  int64_t look_count, last_time;
} gif_loop;

static const enum AVPixelFormat pixels = AV_PIX_FMT_BGRA;

static void gif_free(boxwalk_loop *loop) {
  gif_loop *gif = (gif_loop *)loop;
  avfilter_graph_free(&gif->choosing);
  avfilter_graph_free(&gif->mapping);
  avcodec_free_context(&gif->encoder);
  if (gif->file) {
    if (gif->file->pb) av_freep(&gif->file->pb->buffer);
    avio_context_free(&gif->file->pb);
    avformat_free_context(gif->file);
  }
  av_frame_free(&gif->frame);
  av_packet_free(&gif->packet);
  av_free(gif);
}

/// Passes a picture to a source of a graph.
static int feed(
  AVFilterGraph *graph, const char *source, const gif_loop *gif, const uint8_t *picture,
  int64_t time, char *message) {
  AVFrame *frame = av_frame_alloc();
  if (!frame) return fail(message, "no memory");
  frame->format = pixels;
  frame->width = gif->width;
  frame->height = gif->height;
  frame->sample_aspect_ratio = (AVRational){1, 1};
  frame->pts = time;
  int error = av_frame_get_buffer(frame, 0);
  if (error >= 0) {
    av_image_copy_plane(
      frame->data[0], frame->linesize[0], picture, gif->width * 4, gif->width * 4, gif->height);
    error = av_buffersrc_add_frame(avfilter_graph_get_filter(graph, source), frame);
  }
  av_frame_free(&frame);
  return error < 0 ? fail_with(message, "a picture cannot be filtered", error) : 0;
}

static int gif_look(boxwalk_loop *loop, const uint8_t *picture, char *message) {
  gif_loop *gif = (gif_loop *)loop;
  if (!gif->choosing) return fail(message, "a picture came too late for the palette");
  return feed(gif->choosing, "buffer@in", gif, picture, gif->look_count++, message);
}

/// Chooses the colours, of all pictures that were looked at, and gets ready to give them to pictures.
static int choose(gif_loop *gif, char *message) {
  AVFilterContext *source = avfilter_graph_get_filter(gif->choosing, "buffer@in");
  AVFilterContext *sink = avfilter_graph_get_filter(gif->choosing, "buffersink@out");
  int error = av_buffersrc_add_frame(source, NULL);
  if (error >= 0) error = av_buffersink_get_frame(sink, gif->frame);
  if (error < 0) return fail_with(message, "no palette could be made", error);
  // The dither pattern is the same in each picture: parts that do not move do not flicker, and cost nothing. For
  // photos, the weakest pattern is nearest to the picture, and gives the smallest files.
  char description[500];
  snprintf(
    description, sizeof description,
    "buffer@in=video_size=%dx%d:pix_fmt=bgra:time_base=1/100:pixel_aspect=1/1[a];"
    "buffer@palette=video_size=%dx%d:pix_fmt=%s:time_base=1/100:pixel_aspect=1/1[b];"
    "[a][b]paletteuse=dither=bayer:bayer_scale=5:diff_mode=rectangle,buffersink@out",
    gif->width, gif->height, gif->frame->width, gif->frame->height,
    av_get_pix_fmt_name(gif->frame->format));
  gif->mapping = graph_new(description, 1, message);
  if (!gif->mapping) return -1;
  gif->frame->pts = 0;
  source = avfilter_graph_get_filter(gif->mapping, "buffer@palette");
  error = av_buffersrc_add_frame(source, gif->frame);
  if (error >= 0) error = av_buffersrc_add_frame(source, NULL);
  av_frame_unref(gif->frame);
  avfilter_graph_free(&gif->choosing);
  return error < 0 ? fail_with(message, "the palette cannot be used", error) : 0;
}

/// Encodes a picture of the palette, or the waiting ones with NULL, and writes the output.
static int code(gif_loop *gif, AVFrame *frame, char *message) {
  int error = avcodec_send_frame(gif->encoder, frame);
  while (error >= 0) {
    error = avcodec_receive_packet(gif->encoder, gif->packet);
    if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return 0;
    if (error < 0) break;
    gif->packet->stream_index = 0;
    error = av_write_frame(gif->file, gif->packet);
    av_packet_unref(gif->packet);
  }
  return fail_with(message, "a picture cannot be written", error);
}

/// Encodes the finished output of the filters.
static int drain(gif_loop *gif, char *message) {
  AVFilterContext *sink = avfilter_graph_get_filter(gif->mapping, "buffersink@out");
  while (1) {
    int error = av_buffersink_get_frame(sink, gif->frame);
    if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return 0;
    if (error < 0) return fail_with(message, "a picture cannot be filtered", error);
    gif->frame->pict_type = AV_PICTURE_TYPE_NONE;
    error = code(gif, gif->frame, message);
    av_frame_unref(gif->frame);
    if (error != 0) return -1;
  }
}

static int gif_add(boxwalk_loop *loop, const uint8_t *picture, int64_t time, char *message) {
  gif_loop *gif = (gif_loop *)loop;
  if (!gif->mapping && choose(gif, message) != 0) return -1;
  gif->last_time = time;
  if (feed(gif->mapping, "buffer@in", gif, picture, time, message) != 0) return -1;
  return drain(gif, message);
}

static int gif_end(boxwalk_loop *loop, int64_t end, char *message) {
  gif_loop *gif = (gif_loop *)loop;
  if (!gif->mapping) return fail(message, "there is no picture");
  int error = av_buffersrc_add_frame(avfilter_graph_get_filter(gif->mapping, "buffer@in"), NULL);
  if (error < 0) return fail_with(message, "the pictures cannot be filtered", error);
  if (drain(gif, message) != 0 || code(gif, NULL, message) != 0) return -1;
  error = av_opt_set_int(gif->file->priv_data, "final_delay", end - gif->last_time, 0);
  if (error >= 0) error = av_write_trailer(gif->file);
  if (error >= 0) error = gif->file->pb->error;
  return error < 0 ? fail_with(message, "the file cannot be written", error) : 0;
}

#if LIBAVFORMAT_VERSION_MAJOR >= 61
static int write_bytes(void *loop, const uint8_t *bytes, int count) {
#else
static int write_bytes(void *loop, uint8_t *bytes, int count) {
#endif
  const int descriptor = ((gif_loop *)loop)->descriptor;
  return write_all(descriptor, bytes, (size_t)count) == 0 ? count : AVERROR(EIO);
}

static int open_encoder(gif_loop *gif) {
  const AVCodec *codec = avcodec_find_encoder(AV_CODEC_ID_GIF);
  if (!codec) return AVERROR_ENCODER_NOT_FOUND;
  gif->encoder = avcodec_alloc_context3(codec);
  if (!gif->encoder) return AVERROR(ENOMEM);
  gif->encoder->width = gif->width;
  gif->encoder->height = gif->height;
  gif->encoder->pix_fmt = AV_PIX_FMT_PAL8;
  gif->encoder->time_base = (AVRational){1, 100};
  gif->encoder->thread_count = 1;
  return avcodec_open2(gif->encoder, codec, NULL);
}

static int open_file(gif_loop *gif, int play_count) {
  int error = avformat_alloc_output_context2(&gif->file, NULL, "gif", NULL);
  if (error < 0) return error;
  const int room = 1 << 16;
  uint8_t *buffer = av_malloc(room);
  if (!buffer) return AVERROR(ENOMEM);
  gif->file->pb = avio_alloc_context(buffer, room, 1, gif, NULL, write_bytes, NULL);
  if (!gif->file->pb) {
    av_free(buffer);
    return AVERROR(ENOMEM);
  }
  gif->file->flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT;
  AVStream *stream = avformat_new_stream(gif->file, NULL);
  if (!stream) return AVERROR(ENOMEM);
  stream->time_base = gif->encoder->time_base;
  error = avcodec_parameters_from_context(stream->codecpar, gif->encoder);
  if (error < 0) return error;
  // The format counts how often it is played again, and says nothing if it is played once.
  const int again = play_count == 0 ? 0 : play_count == 1 ? -1 : play_count - 1;
  error = av_opt_set_int(gif->file->priv_data, "loop", again, 0);
  return error < 0 ? error : avformat_write_header(gif->file, NULL);
}

boxwalk_loop *gif_new(const boxwalk_loop_settings *settings, int descriptor, char *message) {
  message[0] = 0;
  gif_loop *gif = av_mallocz(sizeof *gif);
  if (!gif) {
    fail(message, "no memory");
    return NULL;
  }
  gif->loop = (boxwalk_loop){.free = gif_free, .look = gif_look, .add = gif_add, .end = gif_end};
  gif->width = settings->width;
  gif->height = settings->height;
  gif->descriptor = descriptor;
  gif->frame = av_frame_alloc();
  gif->packet = av_packet_alloc();
  int error = gif->frame && gif->packet ? open_encoder(gif) : AVERROR(ENOMEM);
  if (error >= 0) error = open_file(gif, settings->play_count);
  if (error < 0) {
    fail_with(message, "FFmpeg cannot write GIF files here", error);
    gif_free(&gif->loop);
    return NULL;
  }
  // From 80 on, the output has all colours that the format can have.
  const int all = settings->quality * 256 / 80;
  char description[300];
  snprintf(
    description, sizeof description,
    "buffer@in=video_size=%dx%d:pix_fmt=bgra:time_base=1/100:pixel_aspect=1/1,"
    "palettegen=max_colors=%d:stats_mode=full,buffersink@out",
    gif->width, gif->height, all > 256 ? 256 : all < 4 ? 4 : all);
  gif->choosing = graph_new(description, 1, message);
  if (gif->choosing) return &gif->loop;
  gif_free(&gif->loop);
  return NULL;
}

#endif
