#include "FFmpegEngine.h"

#if __has_include(<libavcodec/avcodec.h>) && __has_include(<libswscale/swscale.h>) && \
  __has_include(<libswresample/swresample.h>)

#include "Contexts.h"

#include <libavutil/bswap.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <stdio.h>
#include <string.h>

static const char *release(void) { return av_version_info(); }

static int has_encoder(const char *name) { return avcodec_find_encoder_by_name(name) != NULL; }

#ifdef AV_FRAME_FLAG_INTERLACED
static int is_interlaced(const AVFrame *frame) {
  return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
}

static void set_fields(AVFrame *frame, int first) {
  frame->flags |= AV_FRAME_FLAG_INTERLACED;
  if (first == 1) frame->flags |= AV_FRAME_FLAG_TOP_FIELD_FIRST;
}
#else
static int is_interlaced(const AVFrame *frame) { return frame->interlaced_frame; }

static void set_fields(AVFrame *frame, int first) {
  frame->interlaced_frame = 1;
  frame->top_field_first = first == 1;
}
#endif

/// Whether the samples of a coding say nothing of fields, so that only the container does.
static int knows_no_fields(enum AVCodecID codec) {
  switch (codec) {
  case AV_CODEC_ID_RAWVIDEO:
  case AV_CODEC_ID_V210:
  case AV_CODEC_ID_V308:
  case AV_CODEC_ID_V408:
  case AV_CODEC_ID_V410:
  case AV_CODEC_ID_R210:
  case AV_CODEC_ID_R10K:
  case AV_CODEC_ID_JPEG2000: return 1;
  default: return 0;
  }
}

/// Describes a frame, without its memory.
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
  picture->colour.chroma_location = frame->chroma_location;
  const AVPixFmtDescriptor *samples = av_pix_fmt_desc_get(frame->format);
  picture->depth = samples ? samples->comp[0].depth : 0;
  picture->time = frame->pts;
  picture->is_damaged =
    frame->decode_error_flags != 0 || (frame->flags & AV_FRAME_FLAG_CORRUPT) != 0;
  picture->is_interlaced = is_interlaced(frame);
}

// MARK: Decoding

/// Marks pictures, so that blocks are found that were not decoded.
static void mark_pictures(AVCodecContext *context) {
  context->get_buffer2 = get_marked_buffer;
#if LIBAVCODEC_VERSION_MAJOR < 60
  // Since then, all threads call it by themselves.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  context->thread_safe_callbacks = 1;
#pragma GCC diagnostic pop
#endif
}

/// Whether a decoder conceals damage, and reports it.
static int conceals(enum AVCodecID codec) {
  switch (codec) {
  case AV_CODEC_ID_H264:
  case AV_CODEC_ID_MPEG1VIDEO:
  case AV_CODEC_ID_MPEG2VIDEO:
  case AV_CODEC_ID_MPEG4:
  case AV_CODEC_ID_H263: return 1;
  default: return 0;
  }
}

/// Whether a decoder only logs damage, and returns what it has of the picture. None of them has several threads.
static int only_complains(enum AVCodecID codec) {
  switch (codec) {
  case AV_CODEC_ID_CINEPAK:
  case AV_CODEC_ID_QTRLE:
  case AV_CODEC_ID_RPZA:
  case AV_CODEC_ID_SMC: return 1;
  default: return 0;
  }
}

/// Notes what the decoder logs from now on, if nothing else shows damage.
static void listen_to(boxwalk_movie_decoder *decoder) {
  if (only_complains(decoder->context->codec_id)) listen_for_errors(decoder->complaint);
}

static boxwalk_movie_decoder *decoder_new(
  const boxwalk_movie_coding *coding, char message[BOXWALK_MOVIE_MESSAGE]) {
  boxwalk_movie_decoder *decoder =
    decoder_allocate(coding->decoder, coding->configuration, coding->size, message);
  if (!decoder) return NULL;
  AVCodecContext *context = decoder->context;
  context->width = coding->width;
  context->height = coding->height;
  context->bits_per_coded_sample = coding->bits_per_pixel;
  // FFmpeg has the first character in the lowest byte.
  context->codec_tag = av_bswap32(coding->entry_type);
  if (coding->palette) {
    memcpy(decoder->palette, coding->palette, sizeof decoder->palette);
    decoder->has_palette = 1;
  }
  if (knows_no_fields(context->codec_id)) decoder->first_field = coding->first_field;
  context->max_pixels = coding->largest_picture;
  // Otherwise up to 31 columns at the left are not cropped.
  context->flags |= AV_CODEC_FLAG_UNALIGNED;
  context->thread_count = coding->threads;
  // Otherwise pictures of H.264 without a stated reordering depth are returned too early, and pictures that should
  // precede them are dropped.
  if (context->codec_id == AV_CODEC_ID_H264) context->strict_std_compliance = FF_COMPLIANCE_STRICT;
  if (context->codec_id == AV_CODEC_ID_HEVC) mark_pictures(context);
  // With several threads, a picture may be returned before its damage is reported.
  if (coding->finds_damage || conceals(context->codec_id)) context->thread_count = 1;
  if (coding->finds_damage) {
    context->err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER | AV_EF_EXPLODE;
  }
  if (open_context(context, "", message) >= 0) return decoder;
  decoder_free(decoder);
  return NULL;
}

/// Passes the palette with each packet, because the first one may be damaged.
static int add_palette(const boxwalk_movie_decoder *decoder) {
  if (!decoder->has_palette) return 0;
  uint8_t *data =
    av_packet_new_side_data(decoder->packet, AV_PKT_DATA_PALETTE, sizeof decoder->palette);
  if (!data) return -1;
  memcpy(data, decoder->palette, sizeof decoder->palette);
  return 0;
}

static int decoder_send(
  boxwalk_movie_decoder *decoder, const uint8_t *data, size_t size, int64_t time, int is_sync) {
  if (size == 0 || size > INT32_MAX - AV_INPUT_BUFFER_PADDING_SIZE) return -1;
  AVPacket *packet = decoder->packet;
  if (av_new_packet(packet, (int)size) < 0) return -1;
  memcpy(packet->data, data, size);
  packet->pts = time;
  if (is_sync) packet->flags |= AV_PKT_FLAG_KEY;
  decoder->complaint[0] = 0;
  listen_to(decoder);
  const int error =
    add_palette(decoder) < 0 ? AVERROR(ENOMEM) : avcodec_send_packet(decoder->context, packet);
  listen_for_errors(NULL);
  av_packet_unref(packet);
  return error < 0 ? -1 : 0;
}

static void decoder_end(boxwalk_movie_decoder *decoder) {
  avcodec_send_packet(decoder->context, NULL);
}

static int decoder_receive(
  boxwalk_movie_decoder *decoder, boxwalk_movie_frame **frame, boxwalk_movie_picture *picture) {
  listen_to(decoder);
  const int error = avcodec_receive_frame(decoder->context, decoder->frame);
  listen_for_errors(NULL);
  if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return 0;
  if (error < 0) return -1;
  AVFrame *own = av_frame_clone(decoder->frame);
  if (!own) return -1;
  if (decoder->first_field) set_fields(own, decoder->first_field);
  describe(own, picture);
  if (decoder->context->get_buffer2 == get_marked_buffer && has_marked_block(own)) {
    picture->is_damaged = 1;
  }
  if (decoder->complaint[0]) picture->is_damaged = 1;
  *frame = (boxwalk_movie_frame *)own;
  return 1;
}

// MARK: Pictures

void frame_free(boxwalk_movie_frame *frame) {
  AVFrame *own = frame_of(frame);
  av_frame_free(&own);
}

boxwalk_movie_frame *frame_new(
  const boxwalk_movie_shape *shape, boxwalk_movie_picture *picture) {
  AVFrame *frame = av_frame_alloc();
  if (!frame) return NULL;
  frame->width = shape->width;
  frame->height = shape->height;
  frame->format = av_get_pix_fmt(shape->format);
  frame->color_primaries = shape->colour.primaries;
  frame->color_trc = shape->colour.transfer;
  frame->colorspace = shape->colour.matrix;
  frame->color_range = shape->colour.is_full_range ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
  frame->chroma_location = shape->colour.chroma_location;
  if (av_frame_get_buffer(frame, 0) < 0) {
    av_frame_free(&frame);
    return NULL;
  }
  describe(frame, picture);
  return (boxwalk_movie_frame *)frame;
}

static void frame_describe(const boxwalk_movie_frame *frame, boxwalk_movie_picture *picture) {
  describe(frame_of(frame), picture);
}

// MARK: Encoding

static boxwalk_movie_encoder *encoder_new(
  const boxwalk_movie_encoding *encoding, char message[BOXWALK_MOVIE_MESSAGE]) {
  boxwalk_movie_encoder *encoder = encoder_allocate(encoding->encoder, message);
  if (!encoder) return NULL;
  AVCodecContext *context = encoder->context;
  const boxwalk_movie_shape *shape = &encoding->shape;
  context->width = shape->width;
  context->height = shape->height;
  context->pix_fmt = av_get_pix_fmt(shape->format);
  context->color_primaries = shape->colour.primaries;
  context->color_trc = shape->colour.transfer;
  context->colorspace = shape->colour.matrix;
  context->color_range = shape->colour.is_full_range ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
  context->chroma_sample_location = shape->colour.chroma_location;
  context->time_base = (AVRational){1, encoding->timescale};
  context->framerate = (AVRational){encoding->rate_numerator, encoding->rate_denominator};
  context->gop_size = encoding->longest_group;
  context->thread_count = encoding->threads;
  if (open_context(context, encoding->choices, message) >= 0) return encoder;
  encoder_free(encoder);
  return NULL;
}

static const uint8_t *encoder_configuration(boxwalk_movie_encoder *encoder, size_t *size) {
  *size = encoder->context->extradata ? (size_t)encoder->context->extradata_size : 0;
  return encoder->context->extradata;
}

/// Sets the properties of a frame to those of its encoder.
static void state(AVFrame *frame, const AVCodecContext *context) {
  frame->color_primaries = context->color_primaries;
  frame->color_trc = context->color_trc;
  frame->colorspace = context->colorspace;
  frame->color_range = context->color_range;
  frame->chroma_location = context->chroma_sample_location;
  // The encoder decides which kind of picture it is.
  frame->pict_type = AV_PICTURE_TYPE_NONE;
}

static int encoder_send(
  boxwalk_movie_encoder *encoder, const boxwalk_movie_frame *frame, int64_t time, int is_key,
  char message[BOXWALK_MOVIE_MESSAGE]) {
  const AVFrame *picture = frame_of(frame);
  const AVCodecContext *context = encoder->context;
  if (picture->width != context->width || picture->height != context->height ||
      picture->format != context->pix_fmt) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "a picture has another size or format");
    return -1;
  }
  // Only the samples of the picture are passed on, without its other properties.
  AVFrame *own = encoder->frame;
  av_frame_unref(own);
  if (av_frame_ref(own, picture) < 0) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "no memory");
    return -1;
  }
  while (own->nb_side_data > 0) av_frame_remove_side_data(own, own->side_data[0]->type);
  state(own, context);
  if (is_key) own->pict_type = AV_PICTURE_TYPE_I;
  own->pts = time;
  const int error = avcodec_send_frame(encoder->context, own);
  if (error < 0) say(message, context->codec->name, error);
  return error < 0 ? -1 : 0;
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

const boxwalk_movie_engine *boxwalk_movie_engine_of_module(void) {
  static const boxwalk_movie_engine engine = {
    .interface = BOXWALK_MOVIE_ENGINE_INTERFACE,
    .release = release,
    .has_encoder = has_encoder,
    .decoder_new = decoder_new,
    .decoder_free = decoder_free,
    .decoder_send = decoder_send,
    .decoder_end = decoder_end,
    .decoder_receive = decoder_receive,
    .frame_new = frame_new,
    .frame_free = frame_free,
    .frame_describe = frame_describe,
    .encoder_new = encoder_new,
    .encoder_free = encoder_free,
    .encoder_configuration = encoder_configuration,
    .encoder_send = encoder_send,
    .encoder_end = encoder_end,
    .encoder_receive = encoder_receive,
    .scaler_new = scaler_new,
    .scaler_free = scaler_free,
    .scale = scale,
    .audio = audio_engine,
  };
  av_log_set_callback(hear);
  return &engine;
}

#else

const boxwalk_movie_engine *boxwalk_movie_engine_of_module(void) { return NULL; }

#endif
