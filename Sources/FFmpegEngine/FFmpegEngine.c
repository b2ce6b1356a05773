#include "FFmpegEngine.h"

#if __has_include(<libavcodec/avcodec.h>) && __has_include(<libswscale/swscale.h>)

#include <libavcodec/avcodec.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <stdio.h>
#include <string.h>

struct boxwalk_movie_decoder {
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
};

struct boxwalk_movie_encoder {
  AVCodecContext *context;
  char *choices;
  AVPacket *packet;
  AVFrame *frame;
};

struct boxwalk_movie_scaler {
  struct SwsContext *context;
};

static void say(char *message, const char *what, int error) {
  char words[AV_ERROR_MAX_STRING_SIZE];
  av_strerror(error, words, sizeof words);
  snprintf(message, BOXWALK_MOVIE_MESSAGE, "%s: %s", what, words);
}

static const char *release(void) {
  static char words[160];
  const unsigned codec = avcodec_version(), scale = swscale_version();
  snprintf(
    words, sizeof words, "FFmpeg %s (libavcodec %u.%u.%u, libswscale %u.%u.%u)", av_version_info(),
    codec >> 16, codec >> 8 & 255, codec & 255, scale >> 16, scale >> 8 & 255, scale & 255);
  return words;
}

static int has_decoder(const char *name) { return avcodec_find_decoder_by_name(name) != NULL; }
static int has_encoder(const char *name) { return avcodec_find_encoder_by_name(name) != NULL; }

/// A context with its options, open. NULL, with the reason in `message`.
static int open_context(
  AVCodecContext *context, const AVCodec *codec, const char *choices, char *message) {
  AVDictionary *options = NULL;
  int error = av_dict_parse_string(&options, choices, "=", ":", 0);
  if (error >= 0) error = avcodec_open2(context, codec, &options);
  const AVDictionaryEntry *unknown = av_dict_get(options, "", NULL, AV_DICT_IGNORE_SUFFIX);
  if (error >= 0 && unknown) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "%s has no option %s", codec->name, unknown->key);
    error = AVERROR(EINVAL);
  } else if (error < 0) {
    say(message, codec->name, error);
  }
  av_dict_free(&options);
  return error;
}

/// What a frame is, without its memory.
static void describe(const AVFrame *frame, boxwalk_movie_picture *picture) {
  memset(picture, 0, sizeof *picture);
  for (int plane = 0; plane < 4; plane++) {
    picture->planes[plane] = frame->data[plane];
    picture->strides[plane] = frame->linesize[plane];
  }
  picture->width = frame->width;
  picture->height = frame->height;
  const char *format = av_get_pix_fmt_name(frame->format);
  picture->format = format ? format : "";
  picture->colour.primaries = frame->color_primaries;
  picture->colour.transfer = frame->color_trc;
  picture->colour.matrix = frame->colorspace;
  picture->colour.is_full_range = frame->color_range == AVCOL_RANGE_JPEG;
  picture->time = frame->pts;
  picture->is_damaged =
    frame->decode_error_flags != 0 || (frame->flags & AV_FRAME_FLAG_CORRUPT) != 0;
}

// MARK: Decoding

static void decoder_free(boxwalk_movie_decoder *decoder) {
  if (!decoder) return;
  avcodec_free_context(&decoder->context);
  av_packet_free(&decoder->packet);
  av_frame_free(&decoder->frame);
  av_free(decoder);
}

static boxwalk_movie_decoder *decoder_new(
  const char *name, const uint8_t *configuration, size_t size, int threads, const char *choices,
  char message[BOXWALK_MOVIE_MESSAGE]) {
  message[0] = 0;
  const AVCodec *codec = avcodec_find_decoder_by_name(name);
  if (!codec) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "FFmpeg has no decoder %s here", name);
    return NULL;
  }
  boxwalk_movie_decoder *decoder = av_mallocz(sizeof *decoder);
  if (!decoder) goto no_memory;
  decoder->context = avcodec_alloc_context3(codec);
  decoder->packet = av_packet_alloc();
  decoder->frame = av_frame_alloc();
  if (!decoder->context || !decoder->packet || !decoder->frame) goto no_memory;
  if (size > 0) {
    if (size > (1u << 24)) goto no_memory;
    decoder->context->extradata = av_mallocz(size + AV_INPUT_BUFFER_PADDING_SIZE);
    if (!decoder->context->extradata) goto no_memory;
    memcpy(decoder->context->extradata, configuration, size);
    decoder->context->extradata_size = (int)size;
  }
  decoder->context->thread_count = threads;
  if (open_context(decoder->context, codec, choices, message) < 0) goto fail;
  return decoder;
no_memory:
  snprintf(message, BOXWALK_MOVIE_MESSAGE, "no memory");
fail:
  decoder_free(decoder);
  return NULL;
}

static int decoder_send(
  boxwalk_movie_decoder *decoder, const uint8_t *data, size_t size, int64_t time) {
  if (size == 0 || size > INT32_MAX - AV_INPUT_BUFFER_PADDING_SIZE) return -1;
  if (av_new_packet(decoder->packet, (int)size) < 0) return -1;
  memcpy(decoder->packet->data, data, size);
  decoder->packet->pts = time;
  const int error = avcodec_send_packet(decoder->context, decoder->packet);
  av_packet_unref(decoder->packet);
  return error < 0 ? -1 : 0;
}

static void decoder_end(boxwalk_movie_decoder *decoder) {
  avcodec_send_packet(decoder->context, NULL);
}

static int decoder_receive(boxwalk_movie_decoder *decoder, boxwalk_movie_picture *picture) {
  const int error = avcodec_receive_frame(decoder->context, decoder->frame);
  if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return 0;
  if (error < 0) return -1;
  describe(decoder->frame, picture);
  return 1;
}

// MARK: Encoding

static void encoder_free(boxwalk_movie_encoder *encoder) {
  if (!encoder) return;
  avcodec_free_context(&encoder->context);
  av_packet_free(&encoder->packet);
  av_frame_free(&encoder->frame);
  av_free(encoder->choices);
  av_free(encoder);
}

static boxwalk_movie_encoder *encoder_new(
  const boxwalk_movie_encoding *encoding, char message[BOXWALK_MOVIE_MESSAGE]) {
  message[0] = 0;
  const AVCodec *codec = avcodec_find_encoder_by_name(encoding->encoder);
  if (!codec) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "FFmpeg has no encoder %s here", encoding->encoder);
    return NULL;
  }
  boxwalk_movie_encoder *encoder = av_mallocz(sizeof *encoder);
  if (!encoder) goto no_memory;
  AVCodecContext *context = encoder->context = avcodec_alloc_context3(codec);
  encoder->packet = av_packet_alloc();
  encoder->frame = av_frame_alloc();
  encoder->choices = av_strdup(encoding->choices);
  if (!context || !encoder->packet || !encoder->frame || !encoder->choices) goto no_memory;
  context->width = encoding->width;
  context->height = encoding->height;
  context->pix_fmt = av_get_pix_fmt(encoding->format);
  context->color_primaries = encoding->colour.primaries;
  context->color_trc = encoding->colour.transfer;
  context->colorspace = encoding->colour.matrix;
  context->color_range = encoding->colour.is_full_range ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
  context->time_base = (AVRational){1, encoding->timescale};
  context->framerate = (AVRational){encoding->rate_numerator, encoding->rate_denominator};
  context->gop_size = encoding->longest_group;
  context->thread_count = encoding->threads;
  // Parameter sets belong beside the samples and not into them.
  context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  return encoder;
no_memory:
  snprintf(message, BOXWALK_MOVIE_MESSAGE, "no memory");
  encoder_free(encoder);
  return NULL;
}

static int encoder_open(
  boxwalk_movie_encoder *encoder, boxwalk_movie_decoder *decoder,
  char message[BOXWALK_MOVIE_MESSAGE]) {
  AVCodecContext *context = encoder->context;
  const AVFrame *picture = decoder->frame;
  if (context->color_primaries == AVCOL_PRI_UNSPECIFIED &&
      context->color_trc == AVCOL_TRC_UNSPECIFIED && context->colorspace == AVCOL_SPC_UNSPECIFIED) {
    context->color_primaries = picture->color_primaries;
    context->color_trc = picture->color_trc;
    context->colorspace = picture->colorspace;
    if (picture->color_range != AVCOL_RANGE_UNSPECIFIED) context->color_range = picture->color_range;
  }
  return open_context(context, context->codec, encoder->choices, message) < 0 ? -1 : 0;
}

static const uint8_t *encoder_configuration(boxwalk_movie_encoder *encoder, size_t *size) {
  *size = encoder->context->extradata ? (size_t)encoder->context->extradata_size : 0;
  return encoder->context->extradata;
}

/// Gives a frame what its encoder codes.
static void shape(AVFrame *frame, const AVCodecContext *context) {
  frame->color_primaries = context->color_primaries;
  frame->color_trc = context->color_trc;
  frame->colorspace = context->colorspace;
  frame->color_range = context->color_range;
  // The encoder decides which kind of picture it is.
  frame->pict_type = AV_PICTURE_TYPE_NONE;
}

static int encoder_picture(boxwalk_movie_encoder *encoder, boxwalk_movie_picture *picture) {
  // The encoder may still have the memory of the last one.
  av_frame_unref(encoder->frame);
  encoder->frame->width = encoder->context->width;
  encoder->frame->height = encoder->context->height;
  encoder->frame->format = encoder->context->pix_fmt;
  shape(encoder->frame, encoder->context);
  if (av_frame_get_buffer(encoder->frame, 0) < 0) return -1;
  describe(encoder->frame, picture);
  return 0;
}

static int send(
  boxwalk_movie_encoder *encoder, AVFrame *frame, int64_t time, char *message) {
  frame->pts = time;
  const int error = avcodec_send_frame(encoder->context, frame);
  if (error < 0) say(message, encoder->context->codec->name, error);
  return error < 0 ? -1 : 0;
}

static int encoder_send(
  boxwalk_movie_encoder *encoder, int64_t time, char message[BOXWALK_MOVIE_MESSAGE]) {
  return send(encoder, encoder->frame, time, message);
}

static int encoder_send_decoded(
  boxwalk_movie_encoder *encoder, boxwalk_movie_decoder *decoder, int64_t time,
  char message[BOXWALK_MOVIE_MESSAGE]) {
  const AVFrame *decoded = decoder->frame;
  if (decoded->width != encoder->context->width || decoded->height != encoder->context->height ||
      decoded->format != encoder->context->pix_fmt) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "a picture has another size or format");
    return -1;
  }
  // Of all that is known of the picture only the samples go on.
  av_frame_unref(encoder->frame);
  if (av_frame_ref(encoder->frame, decoded) < 0) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "no memory");
    return -1;
  }
  while (encoder->frame->nb_side_data > 0) {
    av_frame_remove_side_data(encoder->frame, encoder->frame->side_data[0]->type);
  }
  shape(encoder->frame, encoder->context);
  return send(encoder, encoder->frame, time, message);
}

static void encoder_end(boxwalk_movie_encoder *encoder) {
  avcodec_send_frame(encoder->context, NULL);
}

static int encoder_receive(boxwalk_movie_encoder *encoder, boxwalk_movie_packet *packet) {
  av_packet_unref(encoder->packet);
  const int error = avcodec_receive_packet(encoder->context, encoder->packet);
  if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return 0;
  if (error < 0) return -1;
  packet->data = encoder->packet->data;
  packet->size = (size_t)encoder->packet->size;
  packet->time = encoder->packet->pts;
  packet->is_sync = (encoder->packet->flags & AV_PKT_FLAG_KEY) != 0;
  packet->is_disposable = (encoder->packet->flags & AV_PKT_FLAG_DISPOSABLE) != 0;
  return 1;
}

// MARK: Scaling

static void scaler_free(boxwalk_movie_scaler *scaler) {
  if (!scaler) return;
  sws_freeContext(scaler->context);
  av_free(scaler);
}

static int scale(
  boxwalk_movie_scaler **place, boxwalk_movie_decoder *decoder, boxwalk_movie_encoder *encoder,
  char message[BOXWALK_MOVIE_MESSAGE]) {
  const AVFrame *from = decoder->frame;
  AVFrame *to = encoder->frame;
  boxwalk_movie_scaler *scaler = *place;
  if (!scaler) scaler = *place = av_mallocz(sizeof *scaler);
  if (!scaler) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "no memory");
    return -1;
  }
  scaler->context = sws_getCachedContext(
    scaler->context, from->width, from->height, from->format, to->width, to->height, to->format,
    SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, NULL, NULL, NULL);
  if (!scaler->context) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "pictures cannot be scaled so");
    return -1;
  }
  const int *from_matrix = sws_getCoefficients(from->colorspace);
  const int *to_matrix = sws_getCoefficients(to->colorspace);
  sws_setColorspaceDetails(
    scaler->context, from_matrix, from->color_range == AVCOL_RANGE_JPEG, to_matrix,
    to->color_range == AVCOL_RANGE_JPEG, 0, 1 << 16, 1 << 16);
  const int rows = sws_scale(
    scaler->context, (const uint8_t *const *)from->data, from->linesize, 0, from->height, to->data,
    to->linesize);
  if (rows != to->height) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "a picture cannot be scaled");
    return -1;
  }
  return 0;
}

const boxwalk_movie_engine *boxwalk_movie_engine_of_module(void) {
  static const boxwalk_movie_engine engine = {
    .interface = BOXWALK_MOVIE_ENGINE_INTERFACE,
    .release = release,
    .has_decoder = has_decoder,
    .has_encoder = has_encoder,
    .decoder_new = decoder_new,
    .decoder_free = decoder_free,
    .decoder_send = decoder_send,
    .decoder_end = decoder_end,
    .decoder_receive = decoder_receive,
    .encoder_new = encoder_new,
    .encoder_free = encoder_free,
    .encoder_open = encoder_open,
    .encoder_configuration = encoder_configuration,
    .encoder_picture = encoder_picture,
    .encoder_send = encoder_send,
    .encoder_send_decoded = encoder_send_decoded,
    .encoder_end = encoder_end,
    .encoder_receive = encoder_receive,
    .scale = scale,
    .scaler_free = scaler_free,
  };
  av_log_set_level(AV_LOG_QUIET);
  return &engine;
}

#else

const boxwalk_movie_engine *boxwalk_movie_engine_of_module(void) { return NULL; }

#endif
