// What animations of all formats share, and the functions of the module.
#include "LoopEngine.h"

#pragma GCC visibility push(hidden)

/// The start of what each format keeps.
struct boxwalk_loop {
  void (*free)(boxwalk_loop *);
  /// NULL if nothing has to be looked at.
  int (*look)(boxwalk_loop *, const uint8_t *picture, char *message);
  int (*add)(boxwalk_loop *, const uint8_t *picture, int64_t time, char *message);
  int (*end)(boxwalk_loop *, int64_t end, char *message);
};

boxwalk_loop *gif_new(const boxwalk_loop_settings *, int descriptor, char *message);
boxwalk_loop *webp_new(const boxwalk_loop_settings *, int descriptor, char *message);

/// The filter that deinterlaces, in `Deinterlacing.c`.
boxwalk_deinterlacer *deinterlacer_new(
  const boxwalk_movie_frame *first, int threads, char *message);
void deinterlacer_free(boxwalk_deinterlacer *);
int deinterlacer_send(boxwalk_deinterlacer *, const boxwalk_movie_frame *, char *message);
int deinterlacer_receive(boxwalk_deinterlacer *, boxwalk_movie_frame **, char *message);

/// Writes all bytes; -1 if that failed.
int write_all(int descriptor, const uint8_t *bytes, size_t count);
/// Writes what happened into `message`; -1.
int fail(char *message, const char *what);

#pragma GCC visibility pop
