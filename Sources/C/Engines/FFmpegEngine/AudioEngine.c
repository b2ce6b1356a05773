#include "FFmpegEngine.h"

#if __has_include(<libavcodec/avcodec.h>) && __has_include(<libswresample/swresample.h>)

#include "Contexts.h"

#include <libavutil/audio_fifo.h>
#include <libswresample/swresample.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// What encoders are given: a plane of numbers for each channel.
static const enum AVSampleFormat mixed = AV_SAMPLE_FMT_FLTP;

/// Louder samples are errors; full scale is 1.
static const float loudest = 16;

struct boxwalk_audio_mixer {
  /// NULL until there is audio.
  SwrContext *converter;
  AVAudioFifo *ready;
  AVChannelLayout layout;
  int rate;
  /// The source format of the converter.
  AVChannelLayout source_layout;
  int source_rate;
  enum AVSampleFormat source_format;
  /// For each channel in FFmpeg's order, its number in the order of the source. The converter refers to it.
  int order[64];
  /// Memory for the output of the converter.
  uint8_t **planes;
  int room;
};

static int fail(char *message, const char *what) {
  snprintf(message, BOXWALK_MOVIE_MESSAGE, "%s", what);
  return -1;
}

// MARK: Decoding

static boxwalk_movie_decoder *decoder_new(const boxwalk_audio_coding *coding, char *message) {
  boxwalk_movie_decoder *decoder = decoder_allocate(
    coding->decoder, coding->configuration, coding->configuration_size, message);
  if (!decoder) return NULL;
  AVCodecContext *context = decoder->context;
  context->sample_rate = coding->rate;
  if (coding->channels > 0) av_channel_layout_default(&context->ch_layout, coding->channels);
  if (coding->position_count > 0 && coding->position_count <= (int)sizeof decoder->positions) {
    memcpy(decoder->positions, coding->positions, (size_t)coding->position_count);
    decoder->position_count = coding->position_count;
  }
  context->bits_per_coded_sample = coding->bits_per_sample;
  context->block_align = coding->packet_size;
  context->thread_count = 1;
  context->max_samples = 1 << 24;
  // The edit list hides the priming, and it stays valid.
  context->flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL;
  if (open_context(context, "", message) >= 0) return decoder;
  decoder_free(decoder);
  return NULL;
}

static int decoder_receive(boxwalk_movie_decoder *decoder, boxwalk_audio_piece *piece) {
  const AVFrame *frame = decoder->frame;
  const int error = avcodec_receive_frame(decoder->context, decoder->frame);
  if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return 0;
  if (error < 0 || frame->sample_rate <= 0 || frame->ch_layout.nb_channels <= 0) return -1;
  piece->rate = frame->sample_rate;
  piece->channels = frame->ch_layout.nb_channels;
  piece->count = frame->nb_samples;
  piece->time = frame->pts == AV_NOPTS_VALUE ? -1 : frame->pts;
  return 1;
}

/// A sample of a plane as a number, with full scale at 1.
static double sample(const uint8_t *plane, enum AVSampleFormat format, size_t index) {
  switch (format) {
  case AV_SAMPLE_FMT_U8: return (plane[index] - 128) / 128.0;
  case AV_SAMPLE_FMT_S16: return ((const int16_t *)plane)[index] / 32768.0;
  case AV_SAMPLE_FMT_S32: return ((const int32_t *)plane)[index] / 2147483648.0;
  case AV_SAMPLE_FMT_S64: return (double)((const int64_t *)plane)[index] / 9223372036854775808.0;
  case AV_SAMPLE_FMT_FLT: return ((const float *)plane)[index];
  case AV_SAMPLE_FMT_DBL: return ((const double *)plane)[index];
  default: return 0;
  }
}

static void decoder_level(
  boxwalk_movie_decoder *decoder, int first, int count, boxwalk_audio_level *level) {
  const AVFrame *frame = decoder->frame;
  *level = (boxwalk_audio_level){0, 0};
  if (first < 0 || count < 0 || first > frame->nb_samples || count > frame->nb_samples - first) {
    return;
  }
  const int is_planar = av_sample_fmt_is_planar(frame->format);
  const int channels = frame->ch_layout.nb_channels;
  const int planes = is_planar ? channels : 1;
  const size_t step = (size_t)(is_planar ? 1 : channels);
  const enum AVSampleFormat format = av_get_packed_sample_fmt(frame->format);
  for (int plane = 0; plane < planes; plane++) {
    const uint8_t *samples = frame->extended_data[plane];
    for (size_t i = (size_t)first * step; i < (size_t)(first + count) * step; i++) {
      const double value = fabs(sample(samples, format, i));
      if (!(value <= loudest)) continue;
      if (value > level->peak) level->peak = (float)value;
      level->squares += value * value;
    }
  }
}

// MARK: Mixing

static void mixer_free(boxwalk_audio_mixer *mixer) {
  if (!mixer) return;
  swr_free(&mixer->converter);
  if (mixer->ready) av_audio_fifo_free(mixer->ready);
  av_channel_layout_uninit(&mixer->layout);
  av_channel_layout_uninit(&mixer->source_layout);
  if (mixer->planes) av_freep(&mixer->planes[0]);
  av_freep(&mixer->planes);
  av_free(mixer);
}

static boxwalk_audio_mixer *mixer_new(int rate, int channels, char *message) {
  boxwalk_audio_mixer *mixer = av_mallocz(sizeof *mixer);
  if (!mixer) goto no_memory;
  mixer->rate = rate;
  av_channel_layout_default(&mixer->layout, channels);
  mixer->ready = av_audio_fifo_alloc(mixed, channels, 1 << 14);
  if (!mixer->ready) goto no_memory;
  return mixer;
no_memory:
  fail(message, "no memory");
  mixer_free(mixer);
  return NULL;
}

/// Makes samples silent that are NaN or far too loud, because encoders refuse them.
static void drop_wild(boxwalk_audio_mixer *mixer, int count) {
  for (int channel = 0; channel < mixer->layout.nb_channels; channel++) {
    float *samples = (float *)mixer->planes[channel];
    for (int i = 0; i < count; i++) {
      if (!(fabsf(samples[i]) <= loudest)) samples[i] = 0;
    }
  }
}

/// Converts samples, or without any the last that wait in the converter.
static int convert(
  boxwalk_audio_mixer *mixer, const uint8_t *const *source, int count, char *message) {
  const int most = swr_get_out_samples(mixer->converter, count);
  if (most < 0) return fail(message, "audio cannot be converted");
  if (most > mixer->room) {
    if (mixer->planes) av_freep(&mixer->planes[0]);
    av_freep(&mixer->planes);
    mixer->room = 0;
    const int error = av_samples_alloc_array_and_samples(
      &mixer->planes, NULL, mixer->layout.nb_channels, most, mixed, 0);
    if (error < 0) return fail(message, "no memory");
    mixer->room = most;
  }
  if (mixer->room == 0) return 0;
  const int made = swr_convert(
    mixer->converter, mixer->planes, mixer->room, (const uint8_t **)(uintptr_t)source, count);
  if (made < 0) return fail(message, "audio cannot be converted");
  drop_wild(mixer, made);
  if (av_audio_fifo_write(mixer->ready, (void **)mixer->planes, made) < made) {
    return fail(message, "no memory");
  }
  return 0;
}

/// Sets the stated positions of channels: FFmpeg's order is that of their numbers. 0 if FFmpeg has no such layout.
static int set_order(
  boxwalk_audio_mixer *mixer, const boxwalk_movie_decoder *decoder, AVChannelLayout *layout) {
  uint64_t mask = 0;
  int count = 0;
  for (int position = 0; position < 64; position++) {
    for (int channel = 0; channel < decoder->position_count; channel++) {
      if (decoder->positions[channel] != position) continue;
      mask |= UINT64_C(1) << position;
      mixer->order[count++] = channel;
      break;
    }
  }
  return count == decoder->position_count && av_channel_layout_from_mask(layout, mask) >= 0;
}

static int mixer_begin(
  boxwalk_audio_mixer *mixer, boxwalk_movie_decoder *decoder, char *message) {
  const AVFrame *frame = decoder->frame;
  if (mixer->converter && mixer->source_rate == frame->sample_rate &&
      mixer->source_format == frame->format &&
      av_channel_layout_compare(&mixer->source_layout, &frame->ch_layout) == 0) {
    return 0;
  }
  if (mixer->converter && convert(mixer, NULL, 0, message) != 0) return -1;
  swr_free(&mixer->converter);
  mixer->source_rate = frame->sample_rate;
  mixer->source_format = frame->format;
  if (av_channel_layout_copy(&mixer->source_layout, &frame->ch_layout) < 0) {
    return fail(message, "no memory");
  }
  // Channels without a stated position get the usual positions for their number.
  AVChannelLayout layout = {0};
  const int has_order =
    decoder->position_count == frame->ch_layout.nb_channels && set_order(mixer, decoder, &layout);
  if (has_order) {
    // Nothing else is to be copied.
  } else if (frame->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC) {
    av_channel_layout_default(&layout, frame->ch_layout.nb_channels);
  } else if (av_channel_layout_copy(&layout, &frame->ch_layout) < 0) {
    return fail(message, "no memory");
  }
  int error = swr_alloc_set_opts2(
    &mixer->converter, &mixer->layout, mixed, mixer->rate, &layout, frame->format,
    frame->sample_rate, 0, NULL);
  if (error >= 0 && has_order) error = swr_set_channel_mapping(mixer->converter, mixer->order);
  if (error >= 0) error = swr_init(mixer->converter);
  av_channel_layout_uninit(&layout);
  if (error >= 0) return 0;
  swr_free(&mixer->converter);
  snprintf(
    message, BOXWALK_MOVIE_MESSAGE, "audio of %d channels cannot be mixed",
    frame->ch_layout.nb_channels);
  return -1;
}

static int mixer_add(
  boxwalk_audio_mixer *mixer, boxwalk_movie_decoder *decoder, int without, char *message) {
  const AVFrame *frame = decoder->frame;
  if (without < 0 || without >= frame->nb_samples) return 0;
  const int is_planar = av_sample_fmt_is_planar(frame->format);
  const int channels = frame->ch_layout.nb_channels;
  const int planes = is_planar ? channels : 1;
  const size_t size =
    (size_t)av_get_bytes_per_sample(frame->format) * (size_t)(is_planar ? 1 : channels);
  const uint8_t **source = av_calloc((size_t)planes, sizeof *source);
  if (!source) return fail(message, "no memory");
  for (int plane = 0; plane < planes; plane++) {
    source[plane] = frame->extended_data[plane] + (size_t)without * size;
  }
  const int result = convert(mixer, source, frame->nb_samples - without, message);
  av_free(source);
  return result;
}

static int mixer_add_silence(boxwalk_audio_mixer *mixer, int count, char *message) {
  const int channels = mixer->source_layout.nb_channels;
  uint8_t **silence = NULL;
  if (av_samples_alloc_array_and_samples(
        &silence, NULL, channels, count, mixer->source_format, 0) < 0) {
    return fail(message, "no memory");
  }
  av_samples_set_silence(silence, 0, count, channels, mixer->source_format);
  const int result = convert(mixer, (const uint8_t *const *)silence, count, message);
  av_freep(&silence[0]);
  av_freep(&silence);
  return result;
}

static int mixer_ready(boxwalk_audio_mixer *mixer) { return av_audio_fifo_size(mixer->ready); }

// MARK: Encoding

static boxwalk_movie_encoder *encoder_new(
  const char *name, int rate, int channels, int64_t bit_rate, int *packet_length, int *priming,
  char *message) {
  boxwalk_movie_encoder *encoder = encoder_allocate(name, message);
  if (!encoder) return NULL;
  AVCodecContext *context = encoder->context;
  context->sample_rate = rate;
  context->time_base = (AVRational){1, rate};
  context->sample_fmt = mixed;
  av_channel_layout_default(&context->ch_layout, channels);
  context->bit_rate = bit_rate;
  context->thread_count = 1;
  if (open_context(context, "", message) < 0) {
    encoder_free(encoder);
    return NULL;
  }
  *packet_length = context->frame_size;
  *priming = context->initial_padding;
  return encoder;
}

static int encoder_send(
  boxwalk_movie_encoder *encoder, boxwalk_audio_mixer *mixer, int count, int64_t time,
  char *message) {
  AVFrame *frame = encoder->frame;
  // The encoder may still have the memory of the last one.
  av_frame_unref(frame);
  frame->nb_samples = count;
  frame->format = mixed;
  frame->sample_rate = encoder->context->sample_rate;
  frame->pts = time;
  if (av_channel_layout_copy(&frame->ch_layout, &encoder->context->ch_layout) < 0 ||
      av_frame_get_buffer(frame, 0) < 0) {
    return fail(message, "no memory");
  }
  if (av_audio_fifo_read(mixer->ready, (void **)frame->extended_data, count) != count) {
    return fail(message, "there is less audio than requested");
  }
  const int error = avcodec_send_frame(encoder->context, frame);
  if (error < 0) say(message, encoder->context->codec->name, error);
  return error < 0 ? -1 : 0;
}

const boxwalk_audio_engine *audio_engine(void) {
  static const boxwalk_audio_engine engine = {
    .decoder_new = decoder_new,
    .decoder_receive = decoder_receive,
    .decoder_level = decoder_level,
    .encoder_new = encoder_new,
    .encoder_send = encoder_send,
    .mixer_new = mixer_new,
    .mixer_free = mixer_free,
    .mixer_begin = mixer_begin,
    .mixer_add = mixer_add,
    .mixer_add_silence = mixer_add_silence,
    .mixer_ready = mixer_ready,
  };
  return &engine;
}

#endif
