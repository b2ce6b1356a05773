#ifndef BOXWALK_CLIBAV_H
#define BOXWALK_CLIBAV_H

#include <CRuntimeLibrary.h>
#include <stddef.h>
#include <stdint.h>

/// Room for a sentence, with its zero.
#define BOXWALK_AV_MESSAGE BOXWALK_LIBRARY_MESSAGE

/// libavcodec, found at run time.
///
/// No header of FFmpeg is needed, and no layout of its structures is relied upon but for the fields
/// at the start of AVPacket and AVFrame, which are where they are in all versions that are taken.
typedef struct boxwalk_av_library boxwalk_av_library;

/// The major versions of libavcodec that are known to behave: FFmpeg 4 to 8.
#define BOXWALK_AV_MAJOR_FIRST 58
#define BOXWALK_AV_MAJOR_LAST 62

/// Opens libavcodec by its file name, or by the name under which the system finds it.
///
/// It stays open as long as the process. NULL, with the reason in `message`, if it is not there or
/// is another than is known.
const boxwalk_av_library *boxwalk_av_open(const char *name, char message[BOXWALK_AV_MESSAGE]);

/// As libavcodec has it: major, minor and micro version in 16, 8 and 8 bits.
unsigned boxwalk_av_version(const boxwalk_av_library *library);

/// The version of FFmpeg as its builder named it: `5.1.9-0+deb12u1`.
const char *boxwalk_av_release(const boxwalk_av_library *library);

/// The file that it was read from.
const char *boxwalk_av_path(const boxwalk_av_library *library);

/// Whether it has a decoder of this name: `hevc`, `h264`, `libdav1d`.
int boxwalk_av_has(const boxwalk_av_library *library, const char *decoder);

/// The memory of a picture that is about to be decoded: its luma, without edges.
typedef struct {
  uint8_t *luma;
  /// Bytes from row to row.
  ptrdiff_t stride;
  /// In samples, as coded: not yet cut to what is seen.
  int width, height;
  /// FFmpeg's name of the pixel format: `yuv420p`.
  const char *format;
} boxwalk_av_canvas;

/// What is asked by a decoder before a picture is decoded, in the thread that called it. Whoever
/// does not want the picture answers 0.
typedef struct {
  void *user;
  /// Before there is memory: `luma` is NULL.
  int (*may_allocate)(void *user, const boxwalk_av_canvas *canvas);
  /// As soon as there is.
  int (*has_allocated)(void *user, const boxwalk_av_canvas *canvas);
} boxwalk_av_owner;

typedef struct boxwalk_av_decoder boxwalk_av_decoder;

/// A decoder with one thread, for one thread at a time; NULL, with the reason in `message`, if there
/// is none. `owner` is copied; its functions are called from within `boxwalk_av_decode` alone, by
/// those decoders that do not bring memory of their own.
///
/// `choices` are options of the decoder beside those that all have: `strict=1:max_pixels=4096`.
boxwalk_av_decoder *boxwalk_av_decoder_new(
  const boxwalk_av_library *library, const char *name, const char *choices,
  boxwalk_av_owner owner, char message[BOXWALK_AV_MESSAGE]);

void boxwalk_av_decoder_free(boxwalk_av_decoder *decoder);

/// Where the next `size` bytes of coded data are to be put; NULL if there is no memory.
uint8_t *boxwalk_av_input(boxwalk_av_decoder *decoder, size_t size);

/// Gives the data that is in the input to the decoder; what is said of it does not matter.
void boxwalk_av_prepare(boxwalk_av_decoder *decoder);

/// A picture that belongs to its decoder, good until the next call.
typedef struct {
  const uint8_t *planes[3];
  ptrdiff_t strides[3];
  /// Of luma, in samples, as seen.
  int width, height;
  /// As in `boxwalk_av_canvas`.
  const char *format;
} boxwalk_av_picture;

/// Decodes the data that is in the input, which is all of one picture.
///
/// 1 and a picture; 0 if the data has none to be shown; -1 and a message if it is damaged: if
/// libavcodec said so, or made up for anything.
int boxwalk_av_decode(
  boxwalk_av_decoder *decoder, boxwalk_av_picture *picture, char message[BOXWALK_AV_MESSAGE]);

/// Keeps the memory of the picture that was decoded last, for as long as it is wanted: also after the
/// decoder. NULL if there is no memory.
void *boxwalk_av_keep(boxwalk_av_decoder *decoder);

/// Gives the memory of a picture back that was kept, in any thread.
void boxwalk_av_let_go(const boxwalk_av_library *library, void *picture);

// MARK: Movies

/// A decoder of pictures that refer to each other, with threads of its own.
typedef struct boxwalk_av_stream boxwalk_av_stream;

/// For one thread at a time; NULL, with the reason in `message`, if there is none.
///
/// `choices` are options of the decoder: `threads=2:max_pixels=4096`.
boxwalk_av_stream *boxwalk_av_stream_new(
  const boxwalk_av_library *library, const char *name, const char *choices,
  char message[BOXWALK_AV_MESSAGE]);

void boxwalk_av_stream_free(boxwalk_av_stream *stream);

/// Where the next `size` bytes of coded data are to be put; NULL if there is no memory.
uint8_t *boxwalk_av_stream_input(boxwalk_av_stream *stream, size_t size);

/// Gives the data that is in the input to the decoder, as that of a picture with this number. Pictures
/// that are ready are to be taken first.
///
/// 0; -1 if the decoder does not take it: if it is damaged, or comes after the end.
int boxwalk_av_stream_send(boxwalk_av_stream *stream, uint32_t number);

/// Says that nothing follows: pictures that wait for others come out.
void boxwalk_av_stream_end(boxwalk_av_stream *stream);

/// Takes a picture, in the order in which they are shown, with the number of its data.
///
/// 1 and a picture, good until the next call; 0 if there is none yet, or none any more; -1 if one
/// could not be decoded, and others may follow.
int boxwalk_av_stream_receive(
  boxwalk_av_stream *stream, boxwalk_av_picture *picture, uint32_t *number);

#endif
