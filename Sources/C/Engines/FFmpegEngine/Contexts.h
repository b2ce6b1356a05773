// What decoders and encoders of pictures and of audio share.
#include "FFmpegEngine.h"

#include <libavcodec/avcodec.h>
#include <stdarg.h>

struct boxwalk_movie_decoder {
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
  /// The colours of the pixel values, if the container has a palette.
  uint32_t palette[AVPALETTE_COUNT];
  int has_palette;
  /// The field that is shown first, as in `boxwalk_movie_coding`, if only the container says it; else 0.
  int first_field;
  /// The first error that the decoder logs about the picture; only of those that return one all the same.
  char complaint[BOXWALK_MOVIE_MESSAGE];
  /// The position of each channel of audio; 0 if the decoder knows them, or nothing does.
  uint8_t positions[64];
  int position_count;
};

struct boxwalk_movie_encoder {
  AVCodecContext *context;
  AVPacket *packet;
  AVFrame *frame;
};

/// It is a frame of FFmpeg, by another name.
static inline AVFrame *frame_of(const boxwalk_movie_frame *frame) { return (AVFrame *)frame; }

#pragma GCC visibility push(hidden)

/// Writes the error, and FFmpeg's words for it.
void say(char *message, const char *what, int error);

/// Receives messages that FFmpeg would print.
void hear(void *object, int level, const char *format, va_list arguments);

/// Says where the first error goes that FFmpeg logs in this thread, to memory for `BOXWALK_MOVIE_MESSAGE`; NULL for nowhere.
void listen_for_errors(char *words);

/// Opens a context with its options. Below 0, with the reason in `message`, if that cannot be.
int open_context(AVCodecContext *context, const char *choices, char *message);

/// A decoder that is not open yet; NULL, with the reason in `message`.
boxwalk_movie_decoder *decoder_allocate(
  const char *name, const uint8_t *configuration, size_t size, char *message);
void decoder_free(boxwalk_movie_decoder *decoder);

/// An encoder that is not open yet; NULL, with the reason in `message`.
boxwalk_movie_encoder *encoder_allocate(const char *name, char *message);
void encoder_free(boxwalk_movie_encoder *encoder);

/// Memory for a picture, with marks that decoding overwrites; in `Marks.c`.
int get_marked_buffer(AVCodecContext *context, AVFrame *frame, int flags);
/// Whether there is a block in such memory that nothing was decoded into.
int has_marked_block(const AVFrame *frame);

/// Memory for a picture, and its description; NULL if there is none. In `FFmpegEngine.c`.
boxwalk_movie_frame *frame_new(const boxwalk_movie_shape *shape, boxwalk_movie_picture *picture);
void frame_free(boxwalk_movie_frame *frame);

/// Pictures in another shape, in `Scaling.c`.
boxwalk_movie_scaler *scaler_new(void);
void scaler_free(boxwalk_movie_scaler *scaler);
boxwalk_movie_frame *scale(
  boxwalk_movie_scaler *scaler, const boxwalk_movie_frame *frame, boxwalk_movie_colour colour,
  const boxwalk_movie_shape *shape, boxwalk_movie_picture *picture,
  char message[BOXWALK_MOVIE_MESSAGE]);

/// Audio, in `AudioEngine.c`.
const boxwalk_audio_engine *audio_engine(void);

#pragma GCC visibility pop
