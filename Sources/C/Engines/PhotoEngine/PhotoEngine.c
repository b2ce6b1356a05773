// dladdr.
#define _GNU_SOURCE

#include "PhotoEngine.h"

#if __has_include(<libavcodec/avcodec.h>)

#include <dlfcn.h>
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavutil/dict.h>
#include <libavutil/pixdesc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct boxwalk_av_decoder {
  boxwalk_av_owner owner;
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
  // The first thing that libavcodec complained of.
  char complaint[BOXWALK_AV_MESSAGE];
};

// The decoder that is at work in this thread: libavcodec calls us back in the thread that called it.
static _Thread_local boxwalk_av_decoder *current;

// Receives messages that FFmpeg would print. A complaint about the data means that the picture is unreliable.
static void hear(void *object, int level, const char *format, va_list arguments) {
  (void)object;
  if (!current || current->complaint[0]) return;
  // The error concealment of H.264 is a mere information.
  const int conceals = level <= AV_LOG_INFO && strncmp(format, "concealing", 10) == 0;
  if (level > AV_LOG_WARNING && !conceals) return;
  // The message of FFmpeg 6 about a flag that concerns other layers.
  if (strncmp(format, "sps_multilayer_extension_flag", 29) == 0) return;
  vsnprintf(current->complaint, sizeof current->complaint, format, arguments);
  for (char *c = current->complaint; *c; c++) {
    if (*c == '\n') *c = 0;
  }
}

static const char *path(void) {
  Dl_info info;
  return dladdr((void *)avcodec_version, &info) && info.dli_fname ? info.dli_fname : "";
}

static int has(const char *decoder) { return avcodec_find_decoder_by_name(decoder) != NULL; }

// MARK: Decoders

// Replaces avcodec_default_get_buffer2, and calls it.
static int get_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  boxwalk_av_decoder *decoder = current;
  if (!decoder || decoder->context != context) return AVERROR(EINVAL);
  boxwalk_av_canvas canvas = {
    .width = frame->width,
    .height = frame->height,
    .format = av_get_pix_fmt_name(frame->format),
  };
  if (!canvas.format || !decoder->owner.may_allocate(decoder->owner.user, &canvas))
    return AVERROR(EINVAL);
  const int code = avcodec_default_get_buffer2(context, frame, flags);
  if (code < 0) return code;
  canvas.luma = frame->data[0];
  canvas.stride = frame->linesize[0];
  if (!canvas.luma || canvas.stride <= 0 ||
      !decoder->owner.has_allocated(decoder->owner.user, &canvas)) {
    av_frame_unref(frame);
    return AVERROR(EINVAL);
  }
  return 0;
}

static void decoder_free(boxwalk_av_decoder *decoder) {
  if (!decoder) return;
  av_frame_free(&decoder->frame);
  av_packet_free(&decoder->packet);
  avcodec_free_context(&decoder->context);
  free(decoder);
}

static boxwalk_av_decoder *fail_new(
  boxwalk_av_decoder *decoder, char *message, const char *name, const char *reason) {
  snprintf(message, BOXWALK_AV_MESSAGE, "libavcodec's decoder %s %s", name, reason);
  decoder_free(decoder);
  return NULL;
}

// Opens the decoder; NULL, or the error.
static const char *open_context(
  AVCodecContext *context, const AVCodec *codec, const char *options) {
  AVDictionary *left = NULL;
  int code = av_dict_parse_string(&left, options, "=", ":", 0);
  if (code >= 0) code = avcodec_open2(context, codec, &left);
  // Options that were understood are removed.
  const int has_unknown = av_dict_count(left) > 0;
  av_dict_free(&left);
  return code < 0 ? "cannot be set up" : has_unknown ? "lacks an option" : NULL;
}

static boxwalk_av_decoder *decoder_new(
  const char *name, const char *choices, boxwalk_av_owner owner,
  char message[BOXWALK_AV_MESSAGE]) {
  boxwalk_av_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return fail_new(NULL, message, name, "has no memory");
  decoder->owner = owner;
  const AVCodec *codec = avcodec_find_decoder_by_name(name);
  if (!codec) return fail_new(decoder, message, name, "is not there");
  decoder->context = avcodec_alloc_context3(codec);
  decoder->packet = av_packet_alloc();
  decoder->frame = av_frame_alloc();
  if (!decoder->context || !decoder->packet || !decoder->frame)
    return fail_new(decoder, message, name, "has no memory");
  decoder->context->get_buffer2 = get_buffer;
  // One thread, so that a picture is returned at once, and callbacks come in the calling thread. Damage is an error,
  // picture hashes are compared, and errors are not concealed. Pictures are cropped as the bitstream states, without
  // alignment for vector instructions.
  decoder->context->thread_count = 1;
  decoder->context->err_recognition =
    AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER | AV_EF_EXPLODE;
  decoder->context->error_concealment = 0;
  decoder->context->flags |= AV_CODEC_FLAG_UNALIGNED;
  const char *problem = open_context(decoder->context, codec, choices);
  if (problem) return fail_new(decoder, message, name, problem);
  return decoder;
}

static uint8_t *fill(AVPacket *packet, size_t size) {
  av_packet_unref(packet);
  // FFmpeg adds padding, and counts with `int`.
  if (size == 0 || size > (size_t)1 << 30) return NULL;
  return av_new_packet(packet, (int)size) < 0 ? NULL : packet->data;
}

static uint8_t *input(boxwalk_av_decoder *decoder, size_t size) {
  return fill(decoder->packet, size);
}

static void prepare(boxwalk_av_decoder *decoder) {
  // Without a current decoder nothing is heard, and there is no memory for a picture.
  avcodec_send_packet(decoder->context, decoder->packet);
  av_packet_unref(decoder->packet);
}

// Receives the finished pictures; all but the first are refused.
static int receive(boxwalk_av_decoder *decoder, AVFrame *other, int *count) {
  for (;;) {
    AVFrame *frame = *count == 0 ? decoder->frame : other;
    const int code = avcodec_receive_frame(decoder->context, frame);
    if (code < 0) return code == AVERROR(EAGAIN) || code == AVERROR_EOF ? 0 : code;
    *count += 1;
  }
}

static void describe(const AVFrame *frame, boxwalk_av_picture *picture) {
  for (int i = 0; i < 3; i++) {
    picture->planes[i] = frame->data[i];
    picture->strides[i] = frame->linesize[i];
  }
  picture->width = frame->width;
  picture->height = frame->height;
  picture->format = av_get_pix_fmt_name(frame->format);
}

static int decode(
  boxwalk_av_decoder *decoder, boxwalk_av_picture *picture, char message[BOXWALK_AV_MESSAGE]) {
  av_frame_unref(decoder->frame);
  decoder->complaint[0] = 0;
  int count = 0;
  AVFrame *other = av_frame_alloc();
  if (!other) {
    snprintf(message, BOXWALK_AV_MESSAGE, "no memory");
    return -1;
  }

  // Another module that uses the same FFmpeg may listen, too.
  av_log_set_callback(hear);
  current = decoder;
  int code = avcodec_send_packet(decoder->context, decoder->packet);
  if (code >= 0) code = receive(decoder, other, &count);
  // Ends the input, so that pictures that are held back are returned.
  if (code >= 0) code = avcodec_send_packet(decoder->context, NULL);
  if (code >= 0) code = receive(decoder, other, &count);
  avcodec_flush_buffers(decoder->context);
  current = NULL;

  av_packet_unref(decoder->packet);
  av_frame_free(&other);
  if (code < 0 && !decoder->complaint[0])
    av_strerror(code, decoder->complaint, sizeof decoder->complaint);
  if (decoder->complaint[0]) {
    snprintf(message, BOXWALK_AV_MESSAGE, "%s", decoder->complaint);
    return -1;
  }
  if (count > 1) {
    snprintf(message, BOXWALK_AV_MESSAGE, "more than one picture");
    return -1;
  }
  if (count == 0) return 0;
  describe(decoder->frame, picture);
  return 1;
}

static void *keep(boxwalk_av_decoder *decoder) {
  AVFrame *frame = av_frame_alloc();
  if (frame) av_frame_move_ref(frame, decoder->frame);
  return frame;
}

static void let_go(void *picture) {
  AVFrame *frame = picture;
  av_frame_free(&frame);
}

// MARK: Movies

struct boxwalk_av_stream {
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
};

static void stream_free(boxwalk_av_stream *stream) {
  if (!stream) return;
  av_frame_free(&stream->frame);
  av_packet_free(&stream->packet);
  avcodec_free_context(&stream->context);
  free(stream);
}

static boxwalk_av_stream *stream_new(
  const char *name, const char *choices, char message[BOXWALK_AV_MESSAGE]) {
  const char *problem = "has no memory";
  boxwalk_av_stream *stream = calloc(1, sizeof *stream);
  const AVCodec *codec = avcodec_find_decoder_by_name(name);
  if (stream && codec) {
    stream->context = avcodec_alloc_context3(codec);
    stream->packet = av_packet_alloc();
    stream->frame = av_frame_alloc();
    if (stream->context && stream->packet && stream->frame)
      problem = open_context(stream->context, codec, choices);
  }
  if (!codec) problem = "is not there";
  if (!problem) return stream;
  snprintf(message, BOXWALK_AV_MESSAGE, "libavcodec's decoder %s %s", name, problem);
  stream_free(stream);
  return NULL;
}

static uint8_t *stream_input(boxwalk_av_stream *stream, size_t size) {
  return fill(stream->packet, size);
}

static int stream_send(boxwalk_av_stream *stream, uint32_t number) {
  stream->packet->pts = number;
  stream->packet->dts = number;
  const int code = avcodec_send_packet(stream->context, stream->packet);
  av_packet_unref(stream->packet);
  return code < 0 ? -1 : 0;
}

static void stream_end(boxwalk_av_stream *stream) { avcodec_send_packet(stream->context, NULL); }

static int stream_receive(
  boxwalk_av_stream *stream, boxwalk_av_picture *picture, uint32_t *number) {
  const int code = avcodec_receive_frame(stream->context, stream->frame);
  if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return 0;
  if (code < 0 || stream->frame->pts < 0 || stream->frame->pts > UINT32_MAX) return -1;
  *number = (uint32_t)stream->frame->pts;
  describe(stream->frame, picture);
  return 1;
}

const boxwalk_photo_engine *boxwalk_photo_engine_of_module(void) {
  static const boxwalk_photo_engine engine = {
    .interface = BOXWALK_PHOTO_ENGINE_INTERFACE,
    .version = avcodec_version,
    .release = av_version_info,
    .path = path,
    .has = has,
    .decoder_new = decoder_new,
    .decoder_free = decoder_free,
    .input = input,
    .prepare = prepare,
    .decode = decode,
    .keep = keep,
    .let_go = let_go,
    .stream_new = stream_new,
    .stream_free = stream_free,
    .stream_input = stream_input,
    .stream_send = stream_send,
    .stream_end = stream_end,
    .stream_receive = stream_receive,
  };
  av_log_set_callback(hear);
  return &engine;
}

#else

const boxwalk_photo_engine *boxwalk_photo_engine_of_module(void) { return NULL; }

#endif
