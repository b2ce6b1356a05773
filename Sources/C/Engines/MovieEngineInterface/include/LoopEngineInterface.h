#ifndef BOXWALK_LOOPENGINEINTERFACE_H
#define BOXWALK_LOOPENGINEINTERFACE_H

// A part of `MovieEngineInterface.h`, which defines the types used here.

/// Changes when a module that was built for another version cannot be used.
#define BOXWALK_LOOP_ENGINE_INTERFACE 2

/// An animation that is being written.
typedef struct boxwalk_loop boxwalk_loop;

/// A filter that deinterlaces pictures.
typedef struct boxwalk_deinterlacer boxwalk_deinterlacer;

/// The properties of an animation. All of them are copied.
typedef struct {
  int width, height;
  /// Whether nothing is seen through any picture.
  int is_opaque;
  /// The number of repetitions; 0 for endless.
  int play_count;
  /// 1 to 100.
  int quality;
  /// A TIFF structure of Exif metadata, which only WebP can hold.
  const uint8_t *exif;
  size_t exif_size;
} boxwalk_loop_settings;

/// The functions of a module. It is linked with the libraries that it uses, and compiled with their headers.
///
/// Pictures are rows without gaps, with blue, green, red and alpha in a byte each. Times are in ticks. Functions return
/// 0, or -1 with the reason in `message`.
typedef struct {
  /// `BOXWALK_LOOP_ENGINE_INTERFACE` of the header that it was compiled with.
  unsigned interface;
  /// The versions of FFmpeg and of libwebp, with room for `BOXWALK_MOVIE_MESSAGE` bytes.
  void (*release)(char *text);

  /// A GIF file, with a tick of 1/100 s, and a WebP file, with one of 1/1000 s. Both are written to an open
  /// descriptor. NULL, with the reason in `message`.
  boxwalk_loop *(*gif_new)(const boxwalk_loop_settings *, int descriptor, char *message);
  boxwalk_loop *(*webp_new)(const boxwalk_loop_settings *, int descriptor, char *message);
  void (*loop_free)(boxwalk_loop *);
  /// Analyses a picture. If `needs_look` is set, all pictures are analysed before the first one is added.
  int (*loop_look)(boxwalk_loop *, const uint8_t *picture, char *message);
  /// Whether `loop_look` does anything.
  int (*loop_needs_look)(boxwalk_loop *);
  /// Adds a picture, which appears at a time.
  int (*loop_add)(boxwalk_loop *, const uint8_t *picture, int64_t time, char *message);
  /// Completes the file; the last picture is shown until `end`.
  int (*loop_end)(boxwalk_loop *, int64_t end, char *message);

  /// A filter for pictures with the size and the format of `first`; NULL, with the reason in `message`. Pictures are
  /// those of the movie engine, which has to be linked with the same FFmpeg.
  boxwalk_deinterlacer *(*deinterlacer_new)(
    const boxwalk_movie_frame *first, int threads, char *message);
  void (*deinterlacer_free)(boxwalk_deinterlacer *);
  /// Takes a picture, in the order in which they are shown, or NULL after the last one.
  int (*deinterlacer_send)(boxwalk_deinterlacer *, const boxwalk_movie_frame *, char *message);
  /// 1 and a picture, which the caller has to free with the movie engine; 0 if there is none yet, or if there are no
  /// more; -1, with the reason in `message`. There is one for each picture that was sent: those without fields are
  /// unchanged.
  int (*deinterlacer_receive)(boxwalk_deinterlacer *, boxwalk_movie_frame **, char *message);
} boxwalk_loop_engine;

/// The one function of a module; NULL if that was built where the headers of its libraries are missing.
const boxwalk_loop_engine *boxwalk_loop_engine_of_module(void);

#endif
