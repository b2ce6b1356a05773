#include "CLibAV.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: What is known of FFmpeg

typedef struct AVCodec AVCodec;
typedef struct AVCodecContext AVCodecContext;
typedef struct AVDictionary AVDictionary;

// The start of AVPacket.
typedef struct {
  void *buf;
  int64_t pts, dts;
  uint8_t *data;
  int size;
} AVPacket;

// The start of AVFrame.
typedef struct {
  uint8_t *data[8];
  int linesize[8];
  uint8_t **extended_data;
  int width, height;
  int nb_samples;
  int format;
} AVFrame;

typedef int get_buffer_function(AVCodecContext *, AVFrame *, int);

enum {
  // AVERROR_EOF: the tag "EOF ", negated.
  ERROR_END = -(int)('E' | 'O' << 8 | 'F' << 16 | (unsigned)' ' << 24),
  // AV_LOG_WARNING.
  LEVEL_WARNING = 24,
  LEVEL_INFO = 32,
  // The bytes of an AVCodecContext that are looked at. The smallest, of version 62, has more.
  CONTEXT_BYTES = 640,
};

#define FUNCTIONS(X) \
  X(unsigned, avcodec_version, (void)) \
  X(const char *, av_version_info, (void)) \
  X(void, av_log_set_callback, (void (*)(void *, int, const char *, va_list))) \
  X(const AVCodec *, avcodec_find_decoder_by_name, (const char *)) \
  X(AVCodecContext *, avcodec_alloc_context3, (const AVCodec *)) \
  X(void, avcodec_free_context, (AVCodecContext **)) \
  X(int, av_opt_set, (void *, const char *, const char *, int)) \
  X(int, av_dict_parse_string, (AVDictionary **, const char *, const char *, const char *, int)) \
  X(int, av_dict_count, (const AVDictionary *)) \
  X(void, av_dict_free, (AVDictionary **)) \
  X(int, avcodec_open2, (AVCodecContext *, const AVCodec *, AVDictionary **)) \
  X(int, avcodec_default_get_buffer2, (AVCodecContext *, AVFrame *, int)) \
  X(int, avcodec_send_packet, (AVCodecContext *, const AVPacket *)) \
  X(int, avcodec_receive_frame, (AVCodecContext *, AVFrame *)) \
  X(void, avcodec_flush_buffers, (AVCodecContext *)) \
  X(AVPacket *, av_packet_alloc, (void)) \
  X(void, av_packet_free, (AVPacket **)) \
  X(int, av_new_packet, (AVPacket *, int)) \
  X(void, av_packet_unref, (AVPacket *)) \
  X(AVFrame *, av_frame_alloc, (void)) \
  X(void, av_frame_free, (AVFrame **)) \
  X(void, av_frame_unref, (AVFrame *)) \
  X(void, av_frame_move_ref, (AVFrame *, AVFrame *)) \
  X(const char *, av_get_pix_fmt_name, (int)) \
  X(int, av_strerror, (int, char *, size_t))

struct boxwalk_av_library {
  boxwalk_library_file file;
#define MEMBER(result, name, arguments) result(*name) arguments;
  FUNCTIONS(MEMBER)
#undef MEMBER
};

struct boxwalk_av_decoder {
  const boxwalk_av_library *library;
  boxwalk_av_owner owner;
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
  // The first thing that libavcodec complained of.
  char complaint[BOXWALK_AV_MESSAGE];
};

// The decoder that is at work in this thread: libavcodec calls us back in the thread that called it.
static _Thread_local boxwalk_av_decoder *current;

// MARK: The library

// What FFmpeg would print. A complaint about the data is a reason not to trust the picture.
static void hear(void *object, int level, const char *format, va_list arguments) {
  (void)object;
  if (!current || current->complaint[0]) return;
  // The error concealment of H.264 is a mere information.
  const int conceals = level <= LEVEL_INFO && strncmp(format, "concealing", 10) == 0;
  if (level > LEVEL_WARNING && !conceals) return;
  // What FFmpeg 6 says of a flag that is about other layers than ours.
  if (strncmp(format, "sps_multilayer_extension_flag", 29) == 0) return;
  vsnprintf(current->complaint, sizeof current->complaint, format, arguments);
  for (char *c = current->complaint; *c; c++) {
    if (*c == '\n') *c = 0;
  }
}

static int begin(void *table, const char *name, char *message) {
  const boxwalk_av_library *library = table;
  const unsigned major = library->avcodec_version() >> 16;
  if (major < BOXWALK_AV_MAJOR_FIRST || major > BOXWALK_AV_MAJOR_LAST) {
    snprintf(
      message, BOXWALK_AV_MESSAGE, "%s is version %u of libavcodec; %d to %d are known", name, major,
      BOXWALK_AV_MAJOR_FIRST, BOXWALK_AV_MAJOR_LAST);
    return 0;
  }
  library->av_log_set_callback(hear);
  return 1;
}

// Functions of libavutil are found too: libavcodec depends on it.
static const boxwalk_library_function functions[] = {
#define FUNCTION(result, name, arguments) {#name, offsetof(boxwalk_av_library, name)},
  FUNCTIONS(FUNCTION)
#undef FUNCTION
};

static const boxwalk_library_kind kind = {
  .functions = functions,
  .function_count = sizeof functions / sizeof functions[0],
  .table_size = sizeof(boxwalk_av_library),
  .begin = begin,
};

const boxwalk_av_library *boxwalk_av_open(const char *name, char message[BOXWALK_AV_MESSAGE]) {
  return boxwalk_library_open(&kind, name, message);
}

unsigned boxwalk_av_version(const boxwalk_av_library *library) { return library->avcodec_version(); }

const char *boxwalk_av_release(const boxwalk_av_library *library) {
  return library->av_version_info();
}

const char *boxwalk_av_path(const boxwalk_av_library *library) { return library->file.path; }

int boxwalk_av_has(const boxwalk_av_library *library, const char *decoder) {
  return library->avcodec_find_decoder_by_name(decoder) != NULL;
}

// MARK: Decoders

// Stands in for avcodec_default_get_buffer2, which it calls.
static int get_buffer(AVCodecContext *context, AVFrame *frame, int flags) {
  boxwalk_av_decoder *decoder = current;
  if (!decoder || decoder->context != context) return -EINVAL;
  boxwalk_av_canvas canvas = {
    .width = frame->width,
    .height = frame->height,
    .format = decoder->library->av_get_pix_fmt_name(frame->format),
  };
  if (!canvas.format || !decoder->owner.may_allocate(decoder->owner.user, &canvas)) return -EINVAL;
  const int code = decoder->library->avcodec_default_get_buffer2(context, frame, flags);
  if (code < 0) return code;
  canvas.luma = frame->data[0];
  canvas.stride = frame->linesize[0];
  if (!canvas.luma || canvas.stride <= 0 ||
      !decoder->owner.has_allocated(decoder->owner.user, &canvas)) {
    decoder->library->av_frame_unref(frame);
    return -EINVAL;
  }
  return 0;
}

// The callback has no option, and its place differs from version to version. But its value is
// known: the one word of a new context that is the address of avcodec_default_get_buffer2.
static int replace_get_buffer(const boxwalk_av_library *library, AVCodecContext *context) {
  get_buffer_function **words = (get_buffer_function **)context, **found = NULL;
  for (size_t i = 0; i < CONTEXT_BYTES / sizeof *words; i++) {
    if (words[i] != library->avcodec_default_get_buffer2) continue;
    if (found) return 0;
    found = &words[i];
  }
  if (found) *found = get_buffer;
  return found != NULL;
}

static boxwalk_av_decoder *fail_new(
  boxwalk_av_decoder *decoder, char *message, const char *name, const char *reason) {
  snprintf(message, BOXWALK_AV_MESSAGE, "libavcodec's decoder %s %s", name, reason);
  boxwalk_av_decoder_free(decoder);
  return NULL;
}

// Sets up the decoder; NULL, or what is wrong.
static const char *open_context(
  const boxwalk_av_library *library, AVCodecContext *context, const AVCodec *codec,
  const char *options) {
  AVDictionary *left = NULL;
  int code = library->av_dict_parse_string(&left, options, "=", ":", 0);
  if (code >= 0) code = library->avcodec_open2(context, codec, &left);
  // What was understood is taken out.
  const int has_unknown = library->av_dict_count(left) > 0;
  library->av_dict_free(&left);
  return code < 0 ? "cannot be set up" : has_unknown ? "lacks an option" : NULL;
}

boxwalk_av_decoder *boxwalk_av_decoder_new(
  const boxwalk_av_library *library, const char *name, const char *choices,
  boxwalk_av_owner owner, char message[BOXWALK_AV_MESSAGE]) {
  boxwalk_av_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return fail_new(NULL, message, name, "has no memory");
  decoder->library = library;
  decoder->owner = owner;
  const AVCodec *codec = library->avcodec_find_decoder_by_name(name);
  if (!codec) return fail_new(decoder, message, name, "is not there");
  decoder->context = library->avcodec_alloc_context3(codec);
  decoder->packet = library->av_packet_alloc();
  decoder->frame = library->av_frame_alloc();
  if (!decoder->context || !decoder->packet || !decoder->frame)
    return fail_new(decoder, message, name, "has no memory");
  if (!replace_get_buffer(library, decoder->context))
    return fail_new(decoder, message, name, "does not let memory be ours");
  // One thread, so that a picture comes out at once and callbacks come where they are awaited.
  // Damage is an error, picture hashes are compared, and nothing is made up. Pictures are cut
  // where the bitstream says and not where vector instructions would like it.
  static const char *const options[][2] = {
    {"threads", "1"},
    {"err_detect", "+crccheck+bitstream+buffer+explode"},
    {"ec", "0"},
    {"flags", "+unaligned"},
  };
  for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
    if (library->av_opt_set(decoder->context, options[i][0], options[i][1], 0) < 0)
      return fail_new(decoder, message, name, "lacks an option");
  }
  const char *problem = open_context(library, decoder->context, codec, choices);
  if (problem) return fail_new(decoder, message, name, problem);
  return decoder;
}

void boxwalk_av_decoder_free(boxwalk_av_decoder *decoder) {
  if (!decoder) return;
  const boxwalk_av_library *library = decoder->library;
  if (decoder->frame) library->av_frame_free(&decoder->frame);
  if (decoder->packet) library->av_packet_free(&decoder->packet);
  if (decoder->context) library->avcodec_free_context(&decoder->context);
  free(decoder);
}

uint8_t *boxwalk_av_input(boxwalk_av_decoder *decoder, size_t size) {
  decoder->library->av_packet_unref(decoder->packet);
  // FFmpeg adds padding, and counts with `int`.
  if (size == 0 || size > (size_t)1 << 30) return NULL;
  if (decoder->library->av_new_packet(decoder->packet, (int)size) < 0) return NULL;
  return decoder->packet->data;
}

void boxwalk_av_prepare(boxwalk_av_decoder *decoder) {
  // Without a current decoder nothing is heard, and there is no memory for a picture.
  decoder->library->avcodec_send_packet(decoder->context, decoder->packet);
  decoder->library->av_packet_unref(decoder->packet);
}

// Takes the pictures that are ready; all but the first are refused.
static int receive(boxwalk_av_decoder *decoder, AVFrame *other, int *count) {
  for (;;) {
    AVFrame *frame = *count == 0 ? decoder->frame : other;
    const int code = decoder->library->avcodec_receive_frame(decoder->context, frame);
    if (code < 0) return code == -EAGAIN || code == ERROR_END ? 0 : code;
    *count += 1;
  }
}

static void describe(
  const boxwalk_av_library *library, const AVFrame *frame, boxwalk_av_picture *picture) {
  for (int i = 0; i < 3; i++) {
    picture->planes[i] = frame->data[i];
    picture->strides[i] = frame->linesize[i];
  }
  picture->width = frame->width;
  picture->height = frame->height;
  picture->format = library->av_get_pix_fmt_name(frame->format);
}

int boxwalk_av_decode(
  boxwalk_av_decoder *decoder, boxwalk_av_picture *picture, char message[BOXWALK_AV_MESSAGE]) {
  const boxwalk_av_library *library = decoder->library;
  library->av_frame_unref(decoder->frame);
  decoder->complaint[0] = 0;
  int count = 0;
  AVFrame *other = library->av_frame_alloc();
  if (!other) {
    snprintf(message, BOXWALK_AV_MESSAGE, "no memory");
    return -1;
  }

  current = decoder;
  int code = library->avcodec_send_packet(decoder->context, decoder->packet);
  if (code >= 0) code = receive(decoder, other, &count);
  // Whatever waits for pictures that could follow comes out now.
  if (code >= 0) code = library->avcodec_send_packet(decoder->context, NULL);
  if (code >= 0) code = receive(decoder, other, &count);
  library->avcodec_flush_buffers(decoder->context);
  current = NULL;

  library->av_packet_unref(decoder->packet);
  library->av_frame_free(&other);
  if (code < 0 && !decoder->complaint[0])
    library->av_strerror(code, decoder->complaint, sizeof decoder->complaint);
  if (decoder->complaint[0]) {
    snprintf(message, BOXWALK_AV_MESSAGE, "%s", decoder->complaint);
    return -1;
  }
  if (count > 1) {
    snprintf(message, BOXWALK_AV_MESSAGE, "more than one picture");
    return -1;
  }
  if (count == 0) return 0;
  describe(library, decoder->frame, picture);
  return 1;
}

void *boxwalk_av_keep(boxwalk_av_decoder *decoder) {
  AVFrame *frame = decoder->library->av_frame_alloc();
  if (frame) decoder->library->av_frame_move_ref(frame, decoder->frame);
  return frame;
}

void boxwalk_av_let_go(const boxwalk_av_library *library, void *picture) {
  AVFrame *frame = picture;
  library->av_frame_free(&frame);
}

// MARK: Movies

struct boxwalk_av_stream {
  const boxwalk_av_library *library;
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
};

boxwalk_av_stream *boxwalk_av_stream_new(
  const boxwalk_av_library *library, const char *name, const char *choices,
  char message[BOXWALK_AV_MESSAGE]) {
  const char *problem = "has no memory";
  boxwalk_av_stream *stream = calloc(1, sizeof *stream);
  const AVCodec *codec = library->avcodec_find_decoder_by_name(name);
  if (stream && codec) {
    stream->library = library;
    stream->context = library->avcodec_alloc_context3(codec);
    stream->packet = library->av_packet_alloc();
    stream->frame = library->av_frame_alloc();
    if (stream->context && stream->packet && stream->frame)
      problem = open_context(library, stream->context, codec, choices);
  }
  if (!codec) problem = "is not there";
  if (!problem) return stream;
  snprintf(message, BOXWALK_AV_MESSAGE, "libavcodec's decoder %s %s", name, problem);
  boxwalk_av_stream_free(stream);
  return NULL;
}

void boxwalk_av_stream_free(boxwalk_av_stream *stream) {
  if (!stream) return;
  const boxwalk_av_library *library = stream->library;
  if (stream->frame) library->av_frame_free(&stream->frame);
  if (stream->packet) library->av_packet_free(&stream->packet);
  if (stream->context) library->avcodec_free_context(&stream->context);
  free(stream);
}

uint8_t *boxwalk_av_stream_input(boxwalk_av_stream *stream, size_t size) {
  stream->library->av_packet_unref(stream->packet);
  // FFmpeg adds padding, and counts with `int`.
  if (size == 0 || size > (size_t)1 << 30) return NULL;
  if (stream->library->av_new_packet(stream->packet, (int)size) < 0) return NULL;
  return stream->packet->data;
}

// Numbers of pictures go through the decoder as times. Where those are in an AVFrame differs from
// system to system; but nothing else in it has this in its upper half.
enum { TIME_MARK = 0x4B1D5EED };

int boxwalk_av_stream_send(boxwalk_av_stream *stream, uint32_t number) {
  stream->packet->pts = (int64_t)TIME_MARK << 32 | number;
  stream->packet->dts = stream->packet->pts;
  const int code = stream->library->avcodec_send_packet(stream->context, stream->packet);
  stream->library->av_packet_unref(stream->packet);
  return code < 0 ? -1 : 0;
}

void boxwalk_av_stream_end(boxwalk_av_stream *stream) {
  stream->library->avcodec_send_packet(stream->context, NULL);
}

// The presentation time follows the picture's type and shape, a few words behind the format.
static int find_number(const AVFrame *frame, uint32_t *number) {
  const char *start = (const char *)frame + offsetof(AVFrame, format) + sizeof frame->format;
  for (size_t place = 0; place <= 32; place += 4) {
    int64_t time;
    memcpy(&time, start + place, sizeof time);
    if (time >> 32 != TIME_MARK) continue;
    *number = (uint32_t)time;
    return 1;
  }
  return 0;
}

int boxwalk_av_stream_receive(
  boxwalk_av_stream *stream, boxwalk_av_picture *picture, uint32_t *number) {
  const int code = stream->library->avcodec_receive_frame(stream->context, stream->frame);
  if (code == -EAGAIN || code == ERROR_END) return 0;
  if (code < 0 || !find_number(stream->frame, number)) return -1;
  describe(stream->library, stream->frame, picture);
  return 1;
}
