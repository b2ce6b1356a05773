#ifndef BOXWALK_MOVIEENGINEINTERFACE_H
#define BOXWALK_MOVIEENGINEINTERFACE_H

#include <stddef.h>
#include <stdint.h>

/// Room for a sentence, with its zero.
#define BOXWALK_MOVIE_MESSAGE 200

/// Changes when a module that was built for another version cannot be used.
#define BOXWALK_MOVIE_ENGINE_INTERFACE 1

typedef struct boxwalk_movie_decoder boxwalk_movie_decoder;
typedef struct boxwalk_movie_encoder boxwalk_movie_encoder;
typedef struct boxwalk_movie_scaler boxwalk_movie_scaler;

/// How samples stand for colours: numbers of ITU-T H.273.
typedef struct {
  int primaries, transfer, matrix;
  int is_full_range;
} boxwalk_movie_colour;

/// A picture in the memory of a decoder or of an encoder.
typedef struct {
  uint8_t *planes[4];
  /// Bytes from row to row.
  ptrdiff_t strides[4];
  /// Of luma, in samples, as seen.
  int width, height;
  /// FFmpeg's name of the pixel format: `yuv420p10le`.
  const char *format;
  boxwalk_movie_colour colour;
  /// The number that came with its coded data.
  int64_t time;
  /// Whether the decoder made up for something.
  int is_damaged;
} boxwalk_movie_picture;

/// How a track of pictures is to be coded. Strings are copied.
typedef struct {
  /// FFmpeg's name of the encoder: `libx264`.
  const char *encoder;
  int width, height;
  /// FFmpeg's name of the pixel format.
  const char *format;
  boxwalk_movie_colour colour;
  /// Ticks per second of the times of pictures.
  int timescale;
  /// Pictures per second, roughly: what rate control counts on.
  int rate_numerator, rate_denominator;
  /// The most pictures from one at which decoding can start to the next.
  int longest_group;
  int threads;
  /// Options of the encoder: `crf=20:preset=medium`.
  const char *choices;
} boxwalk_movie_encoding;

/// A coded picture, good until the next call.
typedef struct {
  const uint8_t *data;
  size_t size;
  /// The number that came with the picture.
  int64_t time;
  int is_sync;
  int is_disposable;
} boxwalk_movie_packet;

/// What a module does. It is linked with the libraries that it uses, and compiled with their headers.
typedef struct {
  /// `BOXWALK_MOVIE_ENGINE_INTERFACE` of the header that it was compiled with.
  unsigned interface;
  /// Its libraries, and their versions, for people.
  const char *(*release)(void);
  /// Whether there is a decoder, or an encoder, of FFmpeg's name.
  int (*has_decoder)(const char *name);
  int (*has_encoder)(const char *name);

  /// A decoder, for one thread at a time; NULL, with the reason in `message`.
  ///
  /// `configuration` is what containers keep beside samples, such as a decoder configuration record;
  /// `choices` are options of the decoder, `max_pixels=4096`.
  boxwalk_movie_decoder *(*decoder_new)(
    const char *name, const uint8_t *configuration, size_t size, int threads, const char *choices,
    char message[BOXWALK_MOVIE_MESSAGE]);
  void (*decoder_free)(boxwalk_movie_decoder *);
  /// Gives it a sample, after all pictures that are ready were taken. 0; -1 if it is damaged.
  int (*decoder_send)(boxwalk_movie_decoder *, const uint8_t *data, size_t size, int64_t time);
  /// Nothing follows.
  void (*decoder_end)(boxwalk_movie_decoder *);
  /// 1 and a picture, good until the next call; 0 if there is none yet, or none any more; -1 if one is lost.
  int (*decoder_receive)(boxwalk_movie_decoder *, boxwalk_movie_picture *);

  /// An encoder, for one thread at a time; NULL, with the reason in `message`.
  boxwalk_movie_encoder *(*encoder_new)(
    const boxwalk_movie_encoding *, char message[BOXWALK_MOVIE_MESSAGE]);
  void (*encoder_free)(boxwalk_movie_encoder *);
  /// Gets it ready for pictures like the one that the decoder gave last, whose colours it states where
  /// the encoding leaves them open (2 for all three). 0; -1, with the reason in `message`.
  int (*encoder_open)(
    boxwalk_movie_encoder *, boxwalk_movie_decoder *, char message[BOXWALK_MOVIE_MESSAGE]);
  /// What containers keep beside samples; it belongs to the encoder.
  const uint8_t *(*encoder_configuration)(boxwalk_movie_encoder *, size_t *size);
  /// Memory for the next picture, to be filled. 0; -1 if there is none.
  int (*encoder_picture)(boxwalk_movie_encoder *, boxwalk_movie_picture *);
  /// Codes the picture that was filled. 0; -1, with the reason in `message`.
  int (*encoder_send)(
    boxwalk_movie_encoder *, int64_t time, char message[BOXWALK_MOVIE_MESSAGE]);
  /// Codes the picture that the decoder gave last, which has the size and the format of the encoder.
  int (*encoder_send_decoded)(
    boxwalk_movie_encoder *, boxwalk_movie_decoder *, int64_t time,
    char message[BOXWALK_MOVIE_MESSAGE]);
  /// Nothing follows.
  void (*encoder_end)(boxwalk_movie_encoder *);
  /// 1 and a coded picture; 0 if there is none yet, or none any more; -1 if it failed.
  int (*encoder_receive)(boxwalk_movie_encoder *, boxwalk_movie_packet *);

  /// Scales the picture that the decoder gave last into one that the encoder gave, and changes its
  /// format; colours stay what they are. 0; -1, with the reason in `message`. `scaler` is made at the
  /// first call, and is given back at the end.
  int (*scale)(
    boxwalk_movie_scaler **scaler, boxwalk_movie_decoder *, boxwalk_movie_encoder *,
    char message[BOXWALK_MOVIE_MESSAGE]);
  void (*scaler_free)(boxwalk_movie_scaler *);
} boxwalk_movie_engine;

/// The one function of a module; NULL if that was built where the headers of its libraries are missing.
const boxwalk_movie_engine *boxwalk_movie_engine_of_module(void);

#endif
