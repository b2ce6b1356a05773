#ifndef BOXWALK_NOTEENGINEINTERFACE_H
#define BOXWALK_NOTEENGINEINTERFACE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Room for a sentence, with its zero.
#define BOXWALK_NOTE_MESSAGE 200

/// Changes when a module that was built for another version cannot be used.
#define BOXWALK_NOTE_ENGINE_INTERFACE 1

/// The values of a maker note.
typedef struct boxwalk_notes boxwalk_notes;

/// A value; its pointers are valid until the next call.
typedef struct {
  /// Exiv2's name of the structure within the note: `CanonCs`.
  const char *group;
  const char *name;
  /// The text for users; NULL for bytes without a meaning as numbers.
  const char *text;
  /// Bytes of the value.
  size_t size;
} boxwalk_note_value;

/// The functions of a module. It is linked with libexiv2, and compiled with its headers.
typedef struct {
  /// `BOXWALK_NOTE_ENGINE_INTERFACE` of the header that it was compiled with.
  unsigned interface;
  /// The version of Exiv2: `0.27.6`.
  const char *(*release)(void);

  /// The values that have a name in the maker note of a TIFF structure, which stays as long. NULL, with the
  /// reason in `message`.
  boxwalk_notes *(*notes_new)(const uint8_t *tiff, size_t size, char *message);
  void (*notes_free)(boxwalk_notes *);
  /// 1 and a value; 0 if there is none any more.
  int (*notes_next)(boxwalk_notes *, boxwalk_note_value *);
} boxwalk_note_engine;

/// The one function of a module; NULL if that was built where the headers of libexiv2 are missing.
const boxwalk_note_engine *boxwalk_note_engine_of_module(void);

#ifdef __cplusplus
}
#endif

#endif
