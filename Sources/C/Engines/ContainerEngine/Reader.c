#if __has_include(<libavformat/avformat.h>)

#include "Containers.h"

#include <libavcodec/bsf.h>
#include <libavutil/avstring.h>
#include <libavutil/dict.h>
#include <libavutil/display.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_TRACKS = 1 << 10, MOST_NAMES = 1 << 12 };

struct boxwalk_container_reader {
  open_file file;
  AVIOContext *io;
  AVFormatContext *context;
  AVPacket *packet;
  /// A cue of WebVTT with the lines before it.
  uint8_t *cue;
  /// Gives each picture of a stream of MPEG-4 Part 2 a packet of its own; NULL if no stream needs it.
  AVBSFContext *unpacker;
  int unpacked;
  /// The types of side data that were seen, a bit each, by the track.
  uint64_t seen[MOST_TRACKS];
  char beside[MOST_NAMES];
};

/// Containers that name other files get none.
static int open_nothing(
  AVFormatContext *context, AVIOContext **io, const char *name, int flags, AVDictionary **options) {
  (void)context, (void)io, (void)name, (void)flags, (void)options;
  return AVERROR(EPERM);
}

void reader_free(boxwalk_container_reader *reader) {
  if (!reader) return;
  if (reader->context) avformat_close_input(&reader->context);
  free_context(&reader->io);
  av_packet_free(&reader->packet);
  av_free(reader->cue);
  av_bsf_free(&reader->unpacker);
  free(reader);
}

/// MPEG-TS by its packets: FFmpeg does not recognise a short stream. NULL for other files.
static const AVInputFormat *format_of(const open_file *file) {
  const int packet = 188;
  const int64_t offsets[] = {0, packet, 2 * packet};
  for (size_t index = 0; index < sizeof offsets / sizeof *offsets; index++) {
    uint8_t byte = 0;
    if (offsets[index] + packet > file->size) return NULL;
    if (pread(file->descriptor, &byte, 1, offsets[index]) != 1 || byte != 0x47) return NULL;
  }
  return av_find_input_format("mpegts");
}

/// In AVI, a packet of MPEG-4 Part 2 can have two pictures, and the next one is nearly empty then.
static int open_unpacker(boxwalk_container_reader *reader, char *message) {
  const AVFormatContext *context = reader->context;
  const AVBitStreamFilter *filter = av_bsf_get_by_name("mpeg4_unpack_bframes");
  if (!filter || strcmp(context->iformat->name, "avi") != 0) return 0;
  for (unsigned index = 0; index < context->nb_streams; index++) {
    AVCodecParameters *coding = context->streams[index]->codecpar;
    if (coding->codec_id != AV_CODEC_ID_MPEG4 || reader->unpacker) continue;
    if (av_bsf_alloc(filter, &reader->unpacker) < 0 ||
        avcodec_parameters_copy(reader->unpacker->par_in, coding) < 0)
      return fail(message, "no memory", 0);
    reader->unpacker->time_base_in = context->streams[index]->time_base;
    reader->unpacked = (int)index;
    const int error = av_bsf_init(reader->unpacker);
    if (error < 0) return fail(message, "its pictures cannot be read", error);
    // The configuration no longer says that packets have two pictures.
    if (avcodec_parameters_copy(coding, reader->unpacker->par_out) < 0)
      return fail(message, "no memory", 0);
  }
  return 0;
}

int reader_open(boxwalk_container_reader *reader, char *message) {
  reader->packet = av_packet_alloc();
  reader->io = open_file_context(&reader->file, 0);
  reader->context = avformat_alloc_context();
  if (!reader->packet || !reader->io || !reader->context) return fail(message, "no memory", 0);
  AVFormatContext *context = reader->context;
  context->pb = reader->io;
  context->io_open = open_nothing;
  context->flags |= AVFMT_FLAG_CUSTOM_IO;
  context->format_whitelist = av_strdup("matroska,webm,mpegts,flv,avi");
  // If it fails, the context is freed.
  int error = avformat_open_input(&reader->context, NULL, format_of(&reader->file), NULL);
  if (error < 0) return fail(message, "is not a Matroska, MPEG-TS, FLV or AVI file", error);
  error = avformat_find_stream_info(reader->context, NULL);
  if (error < 0) return fail(message, "its tracks cannot be read", error);
  return open_unpacker(reader, message);
}

boxwalk_container_reader *reader_new(int descriptor, int64_t size) {
  boxwalk_container_reader *reader = calloc(1, sizeof *reader);
  if (reader) reader->file = (open_file){.descriptor = descriptor, .size = size};
  return reader;
}

int reader_read_error(const boxwalk_container_reader *reader, int64_t *offset) {
  *offset = reader->file.unreadable;
  return reader->file.read_error;
}

const char *reader_format(boxwalk_container_reader *reader) {
  return reader->context->iformat->name;
}

int reader_track_count(boxwalk_container_reader *reader) {
  return (int)reader->context->nb_streams;
}

static const char *text(const AVDictionary *metadata, const char *key) {
  const AVDictionaryEntry *entry = av_dict_get(metadata, key, NULL, 0);
  return entry ? entry->value : "";
}

/// How the frames are rotated, in degrees clockwise from 0 to 359.
static int rotation(const AVStream *stream) {
  const uint8_t *matrix = NULL;
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  const AVPacketSideData *found = av_packet_side_data_get(
    stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data,
    AV_PKT_DATA_DISPLAYMATRIX);
  if (found && found->size >= 9 * sizeof(int32_t)) matrix = found->data;
#else
  size_t size = 0;
  matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  if (size < 9 * sizeof(int32_t)) matrix = NULL;
#endif
  if (!matrix) return 0;
  int32_t values[9];
  memcpy(values, matrix, sizeof values);
  // It is anticlockwise, from -180 to 180.
  const double angle = av_display_rotation_get(values);
  return isfinite(angle) ? ((int)lround(-angle) + 360) % 360 : 0;
}

/// Notes what a track has beside its samples, but for what is read here or stated in samples and configurations, too.
static void see(boxwalk_container_reader *reader, int track, enum AVPacketSideDataType type) {
  switch (type) {
  case AV_PKT_DATA_NEW_EXTRADATA:
  case AV_PKT_DATA_PARAM_CHANGE:
  case AV_PKT_DATA_QUALITY_STATS:
  case AV_PKT_DATA_FALLBACK_TRACK:
  case AV_PKT_DATA_CPB_PROPERTIES:
  case AV_PKT_DATA_SKIP_SAMPLES:
  case AV_PKT_DATA_STRINGS_METADATA:
  case AV_PKT_DATA_METADATA_UPDATE:
  case AV_PKT_DATA_MPEGTS_STREAM_ID:
  case AV_PKT_DATA_AUDIO_SERVICE_TYPE:
  case AV_PKT_DATA_WEBVTT_IDENTIFIER:
  case AV_PKT_DATA_WEBVTT_SETTINGS:
  case AV_PKT_DATA_DISPLAYMATRIX: return;
  default:
    if (track >= 0 && track < MOST_TRACKS && (unsigned)type < 64)
      reader->seen[track] |= (uint64_t)1 << type;
  }
}

static void see_all(
  boxwalk_container_reader *reader, int track, const AVPacketSideData *data, int count) {
  for (int index = 0; index < count; index++) see(reader, track, data[index].type);
}

/// Whether a tag is read here, or says what the tracks themselves say.
static int is_known(const char *tag) {
  const char *const known[] = {
    "language", "title", "encoder", "duration", "handler_name", "vendor_id", "creation_time",
    "alpha_mode", "filename", "mimetype", "rotate", "BPS", "NUMBER_OF_", "_STATISTICS_", "SOURCE_ID",
    "variant_bitrate"};
  for (size_t index = 0; index < sizeof known / sizeof *known; index++)
    if (av_strncasecmp(tag, known[index], strlen(known[index])) == 0) return 1;
  return 0;
}

static const char *beside(boxwalk_container_reader *reader, int index) {
  const AVStream *stream = reader->context->streams[index];
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  see_all(
    reader, index, stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data);
#else
  see_all(reader, index, stream->side_data, stream->nb_side_data);
#endif
  size_t size = 0;
  reader->beside[0] = 0;
  for (int type = 0; type < 64; type++) {
    if (index >= MOST_TRACKS || !(reader->seen[index] >> type & 1)) continue;
    const char *name = av_packet_side_data_name(type);
    size += (size_t)snprintf(
      reader->beside + size, MOST_NAMES - size, "%s\n", name ? name : "side data");
    if (size >= MOST_NAMES) return reader->beside;
  }
  const AVDictionaryEntry *tag = NULL;
  while ((tag = av_dict_get(stream->metadata, "", tag, AV_DICT_IGNORE_SUFFIX))) {
    if (is_known(tag->key)) continue;
    size += (size_t)snprintf(reader->beside + size, MOST_NAMES - size, "the tag %s\n", tag->key);
    if (size >= MOST_NAMES) break;
  }
  return reader->beside;
}

void reader_track(boxwalk_container_reader *reader, int index, boxwalk_container_track *track) {
  memset(track, 0, sizeof *track);
  const AVStream *stream = reader->context->streams[index];
  const AVCodecParameters *coding = stream->codecpar;
  switch (coding->codec_type) {
  case AVMEDIA_TYPE_VIDEO:
    // A cover is a single picture without a time.
    track->kind = stream->disposition & AV_DISPOSITION_ATTACHED_PIC ? 'c' : 'v';
    break;
  case AVMEDIA_TYPE_AUDIO: track->kind = 'a'; break;
  case AVMEDIA_TYPE_SUBTITLE: track->kind = 's'; break;
  default: track->kind = '?';
  }
  track->codec = avcodec_get_name(coding->codec_id);
  track->configuration = coding->extradata;
  track->configuration_size = coding->extradata_size > 0 ? (size_t)coding->extradata_size : 0;
  track->tick_numerator = stream->time_base.num;
  track->tick_denominator = stream->time_base.den;
  track->width = coding->width;
  track->height = coding->height;
  const AVRational aspect =
    stream->sample_aspect_ratio.num ? stream->sample_aspect_ratio : coding->sample_aspect_ratio;
  track->aspect_numerator = aspect.num;
  track->aspect_denominator = aspect.den;
  track->colour.primaries = coding->color_primaries;
  track->colour.transfer = coding->color_trc;
  track->colour.matrix = coding->color_space;
  track->colour.is_full_range = coding->color_range == AVCOL_RANGE_JPEG;
  track->colour.chroma_location = coding->chroma_location;
  track->rate = coding->sample_rate;
  track->channels = coding->ch_layout.nb_channels;
  track->bits_per_sample = coding->bits_per_coded_sample;
  track->tag = coding->codec_tag;
  track->priming = coding->initial_padding;
  track->rotation = rotation(stream);
  track->language = text(stream->metadata, "language");
  track->title = text(stream->metadata, "title");
  track->is_default = (stream->disposition & AV_DISPOSITION_DEFAULT) != 0;
  track->is_forced = (stream->disposition & AV_DISPOSITION_FORCED) != 0;
  track->beside = beside(reader, index);
}

int reader_metadata(
  boxwalk_container_reader *reader, int index, const char **key, const char **value) {
  const AVDictionaryEntry *entry = NULL;
  for (int i = 0; i <= index; i++) {
    entry = av_dict_get(reader->context->metadata, "", entry, AV_DICT_IGNORE_SUFFIX);
    if (!entry) return 0;
  }
  *key = entry->key;
  *value = entry->value;
  return 1;
}

int reader_chapter(
  boxwalk_container_reader *reader, int index, boxwalk_container_chapter *chapter) {
  if (index < 0 || (unsigned)index >= reader->context->nb_chapters) return 0;
  const AVChapter *found = reader->context->chapters[index];
  chapter->start = av_rescale_q(found->start, found->time_base, AV_TIME_BASE_Q);
  chapter->end = av_rescale_q(found->end, found->time_base, AV_TIME_BASE_Q);
  chapter->title = text(found->metadata, "title");
  return 1;
}

/// Inserts the name and the settings of a cue before it.
static int join_cue(boxwalk_container_reader *reader, boxwalk_container_sample *sample) {
  size_t name_size = 0, settings_size = 0;
  const uint8_t *name =
    av_packet_get_side_data(reader->packet, AV_PKT_DATA_WEBVTT_IDENTIFIER, &name_size);
  const uint8_t *settings =
    av_packet_get_side_data(reader->packet, AV_PKT_DATA_WEBVTT_SETTINGS, &settings_size);
  if (!name) name_size = 0;
  if (!settings) settings_size = 0;
  const size_t size = name_size + 1 + settings_size + 1 + sample->size;
  uint8_t *cue = av_realloc(reader->cue, size);
  if (!cue) return -1;
  reader->cue = cue;
  if (name_size > 0) memcpy(cue, name, name_size);
  cue += name_size;
  *cue++ = '\n';
  if (settings_size > 0) memcpy(cue, settings, settings_size);
  cue += settings_size;
  *cue++ = '\n';
  if (sample->size > 0) memcpy(cue, sample->data, sample->size);
  sample->data = reader->cue;
  sample->size = size;
  return 0;
}

/// The next packet, as av_read_frame() returns it, with one picture.
static int read_packet(boxwalk_container_reader *reader) {
  AVPacket *packet = reader->packet;
  for (;;) {
    int error = av_read_frame(reader->context, packet);
    if (error < 0 || !reader->unpacker || packet->stream_index != reader->unpacked) return error;
    error = av_bsf_send_packet(reader->unpacker, packet);
    if (error < 0) return error;
    error = av_bsf_receive_packet(reader->unpacker, packet);
    // A nearly empty packet is left out.
    if (error != AVERROR(EAGAIN)) return error;
  }
}

/// The samples of audio at the end of a packet that are not heard: little-endian, after those at its start.
static unsigned discarded(const AVPacket *packet) {
  size_t size = 0;
  const uint8_t *data = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size);
  if (!data || size < 8) return 0;
  return data[4] | data[5] << 8 | data[6] << 16 | (unsigned)data[7] << 24;
}

int reader_next(boxwalk_container_reader *reader, boxwalk_container_sample *sample, char *message) {
  AVPacket *packet = reader->packet;
  av_packet_unref(packet);
  const int error = read_packet(reader);
  if (error == AVERROR_EOF) return 0;
  if (error < 0) return fail(message, "the rest cannot be read", error);
  sample->track = packet->stream_index;
  sample->data = packet->data;
  sample->size = packet->size > 0 ? (size_t)packet->size : 0;
  // Both interfaces use the same number for an unknown time.
  _Static_assert(AV_NOPTS_VALUE == INT64_MIN, "times that are not known");
  sample->shown = packet->pts;
  sample->decoded = packet->dts;
  sample->duration = packet->duration;
  sample->is_key = (packet->flags & AV_PKT_FLAG_KEY) != 0;
  sample->discarded = discarded(packet);
  see_all(reader, packet->stream_index, packet->side_data, packet->side_data_elems);
  const AVStream *stream = reader->context->streams[packet->stream_index];
  if (stream->codecpar->codec_id == AV_CODEC_ID_WEBVTT && join_cue(reader, sample) < 0)
    return fail(message, "no memory", 0);
  return 1;
}

#endif
