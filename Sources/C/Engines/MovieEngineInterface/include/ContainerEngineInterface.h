#ifndef BOXWALK_CONTAINERENGINEINTERFACE_H
#define BOXWALK_CONTAINERENGINEINTERFACE_H

// A part of `MovieEngineInterface.h`, which defines the types used here.

/// Changes when a module that was built for another version cannot be used.
#define BOXWALK_CONTAINER_ENGINE_INTERFACE 6

/// A file of another container that is read.
typedef struct boxwalk_container_reader boxwalk_container_reader;
/// One that is written.
typedef struct boxwalk_container_writer boxwalk_container_writer;

/// A track. Numbers of 0 are not known; strings are never NULL.
typedef struct {
  /// `v` for pictures, `a` for audio, `s` for subtitles, `c` for a single picture that is attached: where a container is
  /// written, its configuration is its file, and its title the name of the file.
  char kind;
  /// FFmpeg's name of the coding: `hevc`.
  const char *codec;
  /// The headers, which containers store separately from the samples.
  const uint8_t *configuration;
  size_t configuration_size;
  /// Seconds of a tick of its times.
  int tick_numerator, tick_denominator;
  int width, height;
  /// Width of a sample of a picture, and its height.
  int aspect_numerator, aspect_denominator;
  boxwalk_movie_colour colour;
  /// Samples of audio per second.
  int rate;
  int channels;
  int bits_per_sample;
  /// The code by which other containers name the coding, its first character in the lowest byte.
  uint32_t tag;
  /// How the frames are rotated to be shown, in degrees clockwise; only where a container is read.
  int rotation;
  /// Samples of audio that come out of a decoder before the start, or 0.
  int priming;
  /// Three letters of ISO 639-2, or "".
  const char *language;
  const char *title;
  int is_default;
  /// Whether its texts are shown even if subtitles are off.
  int is_forced;
  /// Where a container is read: the names of what the track and its packets have beside all this, each ended by a
  /// newline. It is complete after the last packet, and valid until the next call.
  const char *beside;
} boxwalk_container_track;

/// A chapter, in microseconds. Its title is never NULL.
typedef struct {
  int64_t start, end;
  const char *title;
} boxwalk_container_chapter;

/// A sample; its pointers are valid until the next call. A cue of WebVTT has its name and its settings before its text,
/// each in a line.
typedef struct {
  int track;
  const uint8_t *data;
  size_t size;
  /// The times in ticks of the track; `INT64_MIN` if they are not known.
  int64_t shown, decoded;
  int64_t duration;
  int is_key;
  /// Where a container is read: the samples of audio at the end of the packet that are decoded, and not heard.
  unsigned discarded;
} boxwalk_container_sample;

/// The functions of a module. It is linked with libavformat, and compiled with its headers. Functions return 0, or -1
/// with the reason in `message`, which has `BOXWALK_MOVIE_MESSAGE` bytes.
///
/// It opens no files: descriptors are open already.
typedef struct {
  /// `BOXWALK_CONTAINER_ENGINE_INTERFACE` of the header that it was compiled with.
  unsigned interface;
  /// The version of FFmpeg.
  const char *(*release)(void);

  /// Matroska, MPEG-TS, FLV and AVI, of this size in bytes. NULL if there is no memory.
  boxwalk_container_reader *(*reader_new)(int descriptor, int64_t size);
  /// Finds the tracks, before anything else is read.
  int (*reader_open)(boxwalk_container_reader *, char *message);
  /// The `errno` of the first read that failed, and its offset; 0 if none did. What was read is not complete then.
  int (*reader_read_error)(const boxwalk_container_reader *, int64_t *offset);
  void (*reader_free)(boxwalk_container_reader *);
  /// FFmpeg's name of the container: `matroska,webm`.
  const char *(*reader_format)(boxwalk_container_reader *);
  int (*reader_track_count)(boxwalk_container_reader *);
  void (*reader_track)(boxwalk_container_reader *, int index, boxwalk_container_track *);
  /// 1, and a key with its value; 0 if there is no entry with that number.
  int (*reader_metadata)(
    boxwalk_container_reader *, int index, const char **key, const char **value);
  /// 1, and a chapter; 0 if there is no chapter with that number.
  int (*reader_chapter)(boxwalk_container_reader *, int index, boxwalk_container_chapter *);
  /// 1 and a sample; 0 at the end; -1 if the rest cannot be read.
  int (*reader_next)(boxwalk_container_reader *, boxwalk_container_sample *, char *message);

  /// `matroska` or `mpegts`. NULL, with the reason in `message`.
  boxwalk_container_writer *(*writer_new)(const char *format, int descriptor, char *message);
  void (*writer_free)(boxwalk_container_writer *);
  int (*writer_add_track)(
    boxwalk_container_writer *, const boxwalk_container_track *, char *message);
  int (*writer_add_metadata)(
    boxwalk_container_writer *, const char *key, const char *value, char *message);
  int (*writer_add_chapter)(
    boxwalk_container_writer *, const boxwalk_container_chapter *, char *message);
  /// No tracks follow.
  int (*writer_begin)(boxwalk_container_writer *, char *message);
  int (*writer_add)(
    boxwalk_container_writer *, const boxwalk_container_sample *, char *message);
  /// Completes the file.
  int (*writer_end)(boxwalk_container_writer *, char *message);
} boxwalk_container_engine;

/// The one function of a module; NULL if that was built where the headers of its libraries are missing.
const boxwalk_container_engine *boxwalk_container_engine_of_module(void);

#endif
