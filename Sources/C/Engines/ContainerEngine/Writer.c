#if __has_include(<libavformat/avformat.h>)

#include "Containers.h"

#include <libavcodec/codec_desc.h>
#include <libavutil/channel_layout.h>
#include <libavutil/dict.h>
#include <stdlib.h>
#include <string.h>

struct boxwalk_container_writer {
  open_file file;
  AVIOContext *io;
  AVFormatContext *context;
  AVPacket *packet;
  /// Seconds of a tick of each track, as samples come.
  AVRational *ticks;
  /// The decoding time of the last packet of each track, in ticks of its stream.
  int64_t *decoded;
};

void writer_free(boxwalk_container_writer *writer) {
  if (!writer) return;
  avformat_free_context(writer->context);
  free_context(&writer->io);
  av_packet_free(&writer->packet);
  free(writer->ticks);
  free(writer->decoded);
  free(writer);
}

boxwalk_container_writer *writer_new(const char *format, int descriptor, char *message) {
  boxwalk_container_writer *writer = calloc(1, sizeof *writer);
  if (!writer) {
    fail(message, "no memory", 0);
    return NULL;
  }
  writer->file = (open_file){.descriptor = descriptor};
  writer->packet = av_packet_alloc();
  writer->io = open_file_context(&writer->file, 1);
  const int error = avformat_alloc_output_context2(&writer->context, NULL, format, NULL);
  if (error < 0 || !writer->packet || !writer->io) {
    fail(message, "FFmpeg cannot write this container here", error);
    writer_free(writer);
    return NULL;
  }
  writer->context->pb = writer->io;
  // The same movie gives the same file each time: without random numbers and the version of FFmpeg.
  writer->context->flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT;
  return writer;
}

int writer_add_track(
  boxwalk_container_writer *writer, const boxwalk_container_track *track, char *message) {
  const AVCodecDescriptor *codec = avcodec_descriptor_get_by_name(track->codec);
  if (!codec) return fail(message, "FFmpeg does not know the coding of a track", 0);
  AVStream *stream = avformat_new_stream(writer->context, NULL);
  const unsigned count = writer->context->nb_streams;
  AVRational *ticks = stream ? realloc(writer->ticks, count * sizeof *ticks) : NULL;
  if (!ticks) return fail(message, "no memory", 0);
  writer->ticks = ticks;
  int64_t *decoded = realloc(writer->decoded, count * sizeof *decoded);
  if (!decoded) return fail(message, "no memory", 0);
  writer->decoded = decoded;
  decoded[count - 1] = AV_NOPTS_VALUE;
  ticks[count - 1] = (AVRational){track->tick_numerator, track->tick_denominator};
  stream->time_base = ticks[count - 1];
  AVCodecParameters *coding = stream->codecpar;
  coding->codec_id = codec->id;
  coding->codec_type = codec->type;
  // Matroska keeps it for ProRes, whose kinds differ only in it.
  if (codec->id == AV_CODEC_ID_PRORES) coding->codec_tag = track->tag;
  if (track->configuration_size > 0) {
    if (track->configuration_size > 1 << 28) return fail(message, "a configuration is too long", 0);
    coding->extradata = av_mallocz(track->configuration_size + AV_INPUT_BUFFER_PADDING_SIZE);
    if (!coding->extradata) return fail(message, "no memory", 0);
    memcpy(coding->extradata, track->configuration, track->configuration_size);
    coding->extradata_size = (int)track->configuration_size;
  }
  coding->width = track->width;
  coding->height = track->height;
  if (track->aspect_numerator > 0 && track->aspect_denominator > 0) {
    coding->sample_aspect_ratio =
      (AVRational){track->aspect_numerator, track->aspect_denominator};
    stream->sample_aspect_ratio = coding->sample_aspect_ratio;
  }
  if (track->kind == 'v') {
    coding->color_primaries = track->colour.primaries;
    coding->color_trc = track->colour.transfer;
    coding->color_space = track->colour.matrix;
    coding->color_range = track->colour.is_full_range ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
  } else if (track->kind == 'a') {
    coding->sample_rate = track->rate;
    coding->bits_per_coded_sample = track->bits_per_sample;
    // For other codings, some versions would state it and change the times, and some would not.
    if (codec->id == AV_CODEC_ID_OPUS) coding->initial_padding = track->priming;
    av_channel_layout_default(&coding->ch_layout, track->channels);
  }
  if (track->kind == 'c') {
    coding->codec_type = AVMEDIA_TYPE_ATTACHMENT;
    av_dict_set(&stream->metadata, "filename", track->title, 0);
    av_dict_set(
      &stream->metadata, "mimetype",
      codec->id == AV_CODEC_ID_PNG ? "image/png" : "image/jpeg", 0);
    return 0;
  }
  if (track->language[0]) av_dict_set(&stream->metadata, "language", track->language, 0);
  if (track->title[0]) av_dict_set(&stream->metadata, "title", track->title, 0);
  if (track->is_default) stream->disposition |= AV_DISPOSITION_DEFAULT;
  if (track->is_forced) stream->disposition |= AV_DISPOSITION_FORCED;
  return 0;
}

int writer_add_metadata(
  boxwalk_container_writer *writer, const char *key, const char *value, char *message) {
  const int error = av_dict_set(&writer->context->metadata, key, value, 0);
  return error < 0 ? fail(message, "metadata cannot be written", error) : 0;
}

int writer_add_chapter(
  boxwalk_container_writer *writer, const boxwalk_container_chapter *chapter, char *message) {
  AVFormatContext *context = writer->context;
  // It is freed with the context.
  AVChapter *made = av_mallocz(sizeof *made);
  if (!made) return fail(message, "no memory", 0);
  const int count = (int)context->nb_chapters;
  int grown = count;
  av_dynarray_add(&context->chapters, &grown, made);
  context->nb_chapters = (unsigned)grown;
  if (grown == count) {
    av_free(made);
    return fail(message, "no memory", 0);
  }
  // Matroska has no number 0.
  made->id = grown;
  made->time_base = AV_TIME_BASE_Q;
  made->start = chapter->start;
  made->end = chapter->end;
  const int error = av_dict_set(&made->metadata, "title", chapter->title, 0);
  return error < 0 ? fail(message, "a chapter cannot be written", error) : 0;
}

int writer_begin(boxwalk_container_writer *writer, char *message) {
  const int error = avformat_write_header(writer->context, NULL);
  return error < 0 ? fail(message, "the container cannot store one of the tracks", error) : 0;
}

/// Makes a packet's decoding time later than that of the packet before in its track, and not later than its
/// presentation time: muxers refuse others, and several samples may have the same tick of the container.
static void put_in_order(boxwalk_container_writer *writer, AVPacket *packet) {
  int64_t *last = &writer->decoded[packet->stream_index];
  const int is_strict = !(writer->context->oformat->flags & AVFMT_TS_NONSTRICT);
  if (*last != AV_NOPTS_VALUE && packet->dts < *last + is_strict) packet->dts = *last + is_strict;
  if (packet->pts < packet->dts) packet->pts = packet->dts;
  *last = packet->dts;
}

/// The text of a cue of WebVTT; its name and its settings, which are in the lines before it, become side data of the
/// packet. NULL if there is no memory.
static const uint8_t *split_cue(AVPacket *packet, const uint8_t *data, size_t *size) {
  static const enum AVPacketSideDataType types[] = {
    AV_PKT_DATA_WEBVTT_IDENTIFIER, AV_PKT_DATA_WEBVTT_SETTINGS};
  for (int line = 0; line < 2; line++) {
    const uint8_t *end = *size > 0 ? memchr(data, '\n', *size) : NULL;
    if (!end) continue;
    const size_t length = (size_t)(end - data);
    if (length > 0) {
      uint8_t *beside = av_packet_new_side_data(packet, types[line], length);
      if (!beside) return NULL;
      memcpy(beside, data, length);
    }
    data = end + 1;
    *size -= length + 1;
  }
  return data;
}

/// Matroska states the times of audio with the samples before its start, which CodecDelay then takes off. FFmpeg before 6
/// writes CodecDelay and leaves the times as they are: it would shift all tracks so that no time is negative.
static void add_delay(const boxwalk_container_writer *writer, AVPacket *packet) {
#if LIBAVFORMAT_VERSION_INT <= AV_VERSION_INT(59, 30, 100)
  const AVStream *stream = writer->context->streams[packet->stream_index];
  const AVCodecParameters *coding = stream->codecpar;
  if (coding->codec_id != AV_CODEC_ID_OPUS || coding->initial_padding <= 0) return;
  const char *name = writer->context->oformat->name;
  if (strcmp(name, "matroska") != 0 && strcmp(name, "webm") != 0) return;
  const int64_t delay =
    av_rescale_q(coding->initial_padding, (AVRational){1, 48000}, stream->time_base);
  packet->pts += delay;
  packet->dts += delay;
#else
  (void)writer, (void)packet;
#endif
}

int writer_add(
  boxwalk_container_writer *writer, const boxwalk_container_sample *sample, char *message) {
  if (sample->track < 0 || (unsigned)sample->track >= writer->context->nb_streams ||
      sample->size > INT32_MAX - AV_INPUT_BUFFER_PADDING_SIZE)
    return fail(message, "a sample belongs to no track, or is too long", 0);
  AVPacket *packet = writer->packet;
  const AVCodecParameters *coding = writer->context->streams[sample->track]->codecpar;
  const uint8_t *data = sample->data;
  size_t size = sample->size;
  if (av_new_packet(packet, (int)size) < 0) return fail(message, "no memory", 0);
  if (coding->codec_id == AV_CODEC_ID_WEBVTT && size > 0) {
    data = split_cue(packet, data, &size);
    if (!data) {
      av_packet_unref(packet);
      return fail(message, "no memory", 0);
    }
    av_shrink_packet(packet, (int)size);
  }
  if (size > 0) memcpy(packet->data, data, size);
  packet->stream_index = sample->track;
  packet->pts = sample->shown;
  packet->dts = sample->decoded;
  packet->duration = sample->duration;
  if (sample->is_key) packet->flags |= AV_PKT_FLAG_KEY;
  av_packet_rescale_ts(
    packet, writer->ticks[sample->track], writer->context->streams[sample->track]->time_base);
  add_delay(writer, packet);
  put_in_order(writer, packet);
  // It takes the packet.
  const int error = av_interleaved_write_frame(writer->context, packet);
  return error < 0 ? fail(message, "a sample cannot be written", error) : 0;
}

int writer_end(boxwalk_container_writer *writer, char *message) {
  int error = av_write_trailer(writer->context);
  avio_flush(writer->io);
  if (error >= 0) error = writer->io->error;
  return error < 0 ? fail(message, "the file cannot be completed", error) : 0;
}

#endif
