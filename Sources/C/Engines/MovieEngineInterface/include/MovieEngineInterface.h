#ifndef BOXWALK_MOVIEENGINEINTERFACE_H
#define BOXWALK_MOVIEENGINEINTERFACE_H

#include <stddef.h>
#include <stdint.h>

/// Room for a sentence, with its zero.
#define BOXWALK_MOVIE_MESSAGE 200

/// The result of a function, besides -1, if its output cannot be written.
#define BOXWALK_MOVIE_UNWRITTEN -2

/// Changes when a module that was built for another version cannot be used.
#define BOXWALK_MOVIE_ENGINE_INTERFACE 6

typedef struct boxwalk_movie_decoder boxwalk_movie_decoder;
typedef struct boxwalk_movie_encoder boxwalk_movie_encoder;
typedef struct boxwalk_movie_scaler boxwalk_movie_scaler;
/// The memory of a picture, with the samples in it.
typedef struct boxwalk_movie_frame boxwalk_movie_frame;

#include "LoopEngineInterface.h"
#include "AudioEngineInterface.h"

/// The colour space of samples: numbers of ITU-T H.273.
typedef struct {
  int primaries, transfer, matrix;
  int is_full_range;
  /// The location of chroma samples: `Chroma420SampleLocType` + 1; 0 if it is unknown.
  int chroma_location;
} boxwalk_movie_colour;

#include "ContainerEngineInterface.h"

/// The shape of a picture.
typedef struct {
  int width, height;
  /// FFmpeg's name of the pixel format.
  const char *format;
  boxwalk_movie_colour colour;
} boxwalk_movie_shape;

/// The memory of a picture.
typedef struct {
  uint8_t *planes[4];
  /// Bytes from row to row.
  ptrdiff_t strides[4];
  /// The size of luma in samples, after cropping.
  int width, height;
  /// FFmpeg's name of the pixel format: `yuv420p10le`.
  const char *format;
  /// Bits of a sample of luma.
  int depth;
  boxwalk_movie_colour colour;
  /// The number that came with its coded data.
  int64_t time;
  /// Whether the decoder made up for something.
  int is_damaged;
  /// Whether it consists of two fields of different moments, in alternating rows.
  int is_interlaced;
} boxwalk_movie_picture;

/// The configuration of a decoder. Everything is copied.
typedef struct {
  /// FFmpeg's name of the decoder: `hevc`.
  const char *decoder;
  /// The headers that containers store separately from the samples, such as a decoder configuration record.
  const uint8_t *configuration;
  size_t size;
  /// The values that the container states for the pictures; 0 if it states none.
  int width, height, bits_per_pixel;
  /// The type of the sample entry, its first character in the highest byte.
  uint32_t entry_type;
  /// The 256 colours of pixel values: red in bits 16 to 23, then green, and blue lowest; NULL if the samples come
  /// without a palette.
  const uint32_t *palette;
  /// The field that the container says is shown first: 1 for the top one, 2 for the bottom one; 0 if it says nothing
  /// of fields.
  int first_field;
  /// The most samples of a picture.
  int64_t largest_picture;
  int threads;
  /// Whether a sample that is damaged is refused when it is sent, and not a few samples later: then only one
  /// is decoded at a time.
  int finds_damage;
} boxwalk_movie_coding;

/// How a track of pictures is to be coded. Strings are copied.
typedef struct {
  /// FFmpeg's name of the encoder: `libx264`.
  const char *encoder;
  boxwalk_movie_shape shape;
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

/// The functions of a module. It is linked with the libraries that it uses, and compiled with their headers.
typedef struct {
  /// `BOXWALK_MOVIE_ENGINE_INTERFACE` of the header that it was compiled with.
  unsigned interface;
  /// The version of FFmpeg: `5.1.9-0+deb12u1`.
  const char *(*release)(void);
  /// Whether there is an encoder of FFmpeg's name.
  int (*has_encoder)(const char *name);

  /// A decoder, for one thread at a time; NULL, with the reason in `message`.
  boxwalk_movie_decoder *(*decoder_new)(
    const boxwalk_movie_coding *, char message[BOXWALK_MOVIE_MESSAGE]);
  void (*decoder_free)(boxwalk_movie_decoder *);
  /// Sends a sample, after all finished pictures were received. 0; -1 if it is damaged. Decoders of PNG and others use
  /// `is_sync`: a sample that is not one changes the picture before it.
  int (*decoder_send)(
    boxwalk_movie_decoder *, const uint8_t *data, size_t size, int64_t time, int is_sync);
  /// No more packets follow.
  void (*decoder_end)(boxwalk_movie_decoder *);
  /// 1, a picture, and its memory, which the caller has to free; 0 if there is none yet, or if there are no more; -1
  /// if one is lost.
  int (*decoder_receive)(
    boxwalk_movie_decoder *, boxwalk_movie_frame **, boxwalk_movie_picture *);

  /// Memory for a picture, which the caller fills and has to free; NULL if there is not enough.
  boxwalk_movie_frame *(*frame_new)(const boxwalk_movie_shape *, boxwalk_movie_picture *);
  void (*frame_free)(boxwalk_movie_frame *);
  /// Describes a picture that another module made.
  void (*frame_describe)(const boxwalk_movie_frame *, boxwalk_movie_picture *);

  /// An encoder, for one thread at a time; NULL, with the reason in `message`.
  boxwalk_movie_encoder *(*encoder_new)(
    const boxwalk_movie_encoding *, char message[BOXWALK_MOVIE_MESSAGE]);
  void (*encoder_free)(boxwalk_movie_encoder *);
  /// The headers that containers store separately from the samples. They belong to the encoder.
  const uint8_t *(*encoder_configuration)(boxwalk_movie_encoder *, size_t *size);
  /// Encodes a picture, which has the shape of the encoder, and must not be changed any more. Decoding can start at it
  /// if `is_key` is not 0. 0; -1, with the reason in `message`.
  int (*encoder_send)(
    boxwalk_movie_encoder *, const boxwalk_movie_frame *, int64_t time, int is_key,
    char message[BOXWALK_MOVIE_MESSAGE]);
  /// No more pictures follow.
  void (*encoder_end)(boxwalk_movie_encoder *);
  /// 1 and a coded picture; 0 if there is none yet, or if there are no more; -1 if it failed.
  int (*encoder_receive)(boxwalk_movie_encoder *, boxwalk_movie_packet *);

  /// Brings pictures into a shape; NULL if there is no memory. Of colours only the matrix and the range are
  /// changed.
  boxwalk_movie_scaler *(*scaler_new)(void);
  void (*scaler_free)(boxwalk_movie_scaler *);
  /// A picture in another shape. The caller has to free it. NULL, with the reason in `message`.
  ///
  /// `from` is the colour space of the given picture.
  boxwalk_movie_frame *(*scale)(
    boxwalk_movie_scaler *, const boxwalk_movie_frame *, boxwalk_movie_colour from,
    const boxwalk_movie_shape *to, boxwalk_movie_picture *, char message[BOXWALK_MOVIE_MESSAGE]);

  /// The functions for audio.
  const boxwalk_audio_engine *(*audio)(void);
} boxwalk_movie_engine;

/// The one function of a module; NULL if that was built where the headers of its libraries are missing.
const boxwalk_movie_engine *boxwalk_movie_engine_of_module(void);

#endif
