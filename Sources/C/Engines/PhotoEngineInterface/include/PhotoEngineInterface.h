#ifndef BOXWALK_PHOTOENGINEINTERFACE_H
#define BOXWALK_PHOTOENGINEINTERFACE_H

#include <stddef.h>
#include <stdint.h>

/// Room for a sentence, with its zero.
#define BOXWALK_AV_MESSAGE 200

/// Changes when a module that was built for another version cannot be used.
#define BOXWALK_PHOTO_ENGINE_INTERFACE 1

/// The memory of a picture that is about to be decoded: its luma, without edges.
typedef struct {
  uint8_t *luma;
  /// Bytes from row to row.
  ptrdiff_t stride;
  /// The coded size in samples, before cropping.
  int width, height;
  /// FFmpeg's name of the pixel format: `yuv420p`.
  const char *format;
} boxwalk_av_canvas;

/// Callbacks before a picture is decoded, in the thread that called the decoder. A result of 0 refuses the picture.
typedef struct {
  void *user;
  /// Before there is memory: `luma` is NULL.
  int (*may_allocate)(void *user, const boxwalk_av_canvas *canvas);
  /// As soon as there is.
  int (*has_allocated)(void *user, const boxwalk_av_canvas *canvas);
} boxwalk_av_owner;

/// A picture that belongs to its decoder, good until the next call.
typedef struct {
  const uint8_t *planes[3];
  ptrdiff_t strides[3];
  /// The size of luma in samples, after cropping.
  int width, height;
  /// The same as in `boxwalk_av_canvas`.
  const char *format;
} boxwalk_av_picture;

/// A decoder of pictures that do not refer to others, with one thread.
typedef struct boxwalk_av_decoder boxwalk_av_decoder;

/// A decoder of pictures that refer to each other, with its own threads.
typedef struct boxwalk_av_stream boxwalk_av_stream;

/// The functions of a module that is linked with libavcodec, and compiled with its headers.
///
/// `choices` are options of a decoder besides those that all decoders get: `strict=1:max_pixels=4096`.
typedef struct {
  /// `BOXWALK_PHOTO_ENGINE_INTERFACE` of the header that it was compiled with.
  unsigned interface;

  /// That of libavcodec: major, minor and micro version in 16, 8 and 8 bits.
  unsigned (*version)(void);
  /// The version of FFmpeg as its builder named it: `5.1.9-0+deb12u1`.
  const char *(*release)(void);
  /// The file that libavcodec was read from.
  const char *(*path)(void);
  /// Whether it has a decoder of this name: `hevc`, `h264`, `libdav1d`.
  int (*has)(const char *decoder);

  /// Makes a decoder for one thread at a time; NULL, with the reason in `message`. `owner` is copied. Its functions are
  /// called only from within `decode`, and only by decoders that do not allocate memory themselves.
  boxwalk_av_decoder *(*decoder_new)(
    const char *name, const char *choices, boxwalk_av_owner owner,
    char message[BOXWALK_AV_MESSAGE]);
  void (*decoder_free)(boxwalk_av_decoder *);
  /// The memory for the next `size` bytes of coded data; NULL if there is no memory.
  uint8_t *(*input)(boxwalk_av_decoder *, size_t size);
  /// Passes the data in the input to the decoder. Errors do not matter.
  void (*prepare)(boxwalk_av_decoder *);
  /// Decodes the data in the input, which is that of one picture.
  ///
  /// 1 and a picture; 0 if the data has none to be shown; -1 and a message if it is damaged: if libavcodec reported or
  /// concealed an error.
  int (*decode)(boxwalk_av_decoder *, boxwalk_av_picture *, char message[BOXWALK_AV_MESSAGE]);
  /// Keeps the memory of the picture that was decoded last, until it is released: also after the decoder
  /// is freed. NULL if there is not enough memory.
  void *(*keep)(boxwalk_av_decoder *);
  /// Frees the memory of a picture that was kept, in any thread.
  void (*let_go)(void *picture);

  /// A decoder for one thread at a time; NULL, with the reason in `message`, if there is none.
  boxwalk_av_stream *(*stream_new)(
    const char *name, const char *choices, char message[BOXWALK_AV_MESSAGE]);
  void (*stream_free)(boxwalk_av_stream *);
  /// The memory for the next `size` bytes of coded data; NULL if there is no memory.
  uint8_t *(*stream_input)(boxwalk_av_stream *, size_t size);
  /// Passes the data in the input to the decoder, as that of a picture with this number.
  /// Pictures that are ready have to be received first.
  ///
  /// 0; -1 if the decoder does not take the data: if it is damaged, or comes after the end.
  int (*stream_send)(boxwalk_av_stream *, uint32_t number);
  /// Ends the input, so that pictures that are held back are returned.
  void (*stream_end)(boxwalk_av_stream *);
  /// Receives a picture, in presentation order, with the number of its data.
  ///
  /// 1 and a picture, valid until the next call; 0 if there is none yet, or if there are no more; -1 if one
  /// could not be decoded, and others may follow.
  int (*stream_receive)(boxwalk_av_stream *, boxwalk_av_picture *, uint32_t *number);
} boxwalk_photo_engine;

/// The one function of a module; NULL if that was built where the headers of libavcodec are missing.
const boxwalk_photo_engine *boxwalk_photo_engine_of_module(void);

#endif
