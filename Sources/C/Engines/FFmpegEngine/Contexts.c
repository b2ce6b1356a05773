#include "FFmpegEngine.h"

#if __has_include(<libavcodec/avcodec.h>)

#include "Contexts.h"

#include <stdio.h>
#include <string.h>

void say(char *message, const char *what, int error) {
  char words[AV_ERROR_MAX_STRING_SIZE];
  av_strerror(error, words, sizeof words);
  snprintf(message, BOXWALK_MOVIE_MESSAGE, "%s: %s", what, words);
}

/// The first message of FFmpeg while a context is opened, where it is more precise than its error, or while a picture is
/// decoded.
static _Thread_local char *complaint;

void hear(void *object, int level, const char *format, va_list arguments) {
  if (!complaint || complaint[0] || level > AV_LOG_ERROR) return;
  vsnprintf(complaint, BOXWALK_MOVIE_MESSAGE, format, arguments);
  complaint[strcspn(complaint, "\n")] = 0;
}

void listen_for_errors(char *words) { complaint = words; }

int open_context(AVCodecContext *context, const char *choices, char *message) {
  const AVCodec *codec = context->codec;
  AVDictionary *options = NULL;
  char words[BOXWALK_MOVIE_MESSAGE] = "";
  int error = av_dict_parse_string(&options, choices, "=", ":", 0);
  listen_for_errors(words);
  if (error >= 0) error = avcodec_open2(context, codec, &options);
  listen_for_errors(NULL);
  const AVDictionaryEntry *unknown = av_dict_get(options, "", NULL, AV_DICT_IGNORE_SUFFIX);
  if (error >= 0 && unknown) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "%s has no option %s", codec->name, unknown->key);
    error = AVERROR(EINVAL);
  } else if (error < 0 && words[0]) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "%s: %.150s", codec->name, words);
  } else if (error < 0) {
    say(message, codec->name, error);
  }
  av_dict_free(&options);
  return error;
}

void decoder_free(boxwalk_movie_decoder *decoder) {
  if (!decoder) return;
  avcodec_free_context(&decoder->context);
  av_packet_free(&decoder->packet);
  av_frame_free(&decoder->frame);
  av_free(decoder);
}

boxwalk_movie_decoder *decoder_allocate(
  const char *name, const uint8_t *configuration, size_t size, char *message) {
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
  return decoder;
no_memory:
  snprintf(message, BOXWALK_MOVIE_MESSAGE, "no memory");
  decoder_free(decoder);
  return NULL;
}

void encoder_free(boxwalk_movie_encoder *encoder) {
  if (!encoder) return;
  avcodec_free_context(&encoder->context);
  av_packet_free(&encoder->packet);
  av_frame_free(&encoder->frame);
  av_free(encoder);
}

boxwalk_movie_encoder *encoder_allocate(const char *name, char *message) {
  message[0] = 0;
  const AVCodec *codec = avcodec_find_encoder_by_name(name);
  if (!codec) {
    snprintf(message, BOXWALK_MOVIE_MESSAGE, "FFmpeg has no encoder %s here", name);
    return NULL;
  }
  boxwalk_movie_encoder *encoder = av_mallocz(sizeof *encoder);
  if (!encoder) goto no_memory;
  encoder->context = avcodec_alloc_context3(codec);
  encoder->packet = av_packet_alloc();
  encoder->frame = av_frame_alloc();
  if (!encoder->context || !encoder->packet || !encoder->frame) goto no_memory;
  // The headers that a decoder needs are in the configuration, and not in the samples.
  encoder->context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  // The name of the encoder is not written into the audio.
  encoder->context->flags |= AV_CODEC_FLAG_BITEXACT;
  return encoder;
no_memory:
  snprintf(message, BOXWALK_MOVIE_MESSAGE, "no memory");
  encoder_free(encoder);
  return NULL;
}

#endif
