/* Boxwalk for programs in C: inspects and checks photos and movies, and converts photos.
 *
 * Link with -lboxwalk; `pkg-config --cflags --libs boxwalk` says how. Documentation/c.md has the options and an example.
 *
 * Threads: several threads may call all functions at the same time, also with the same `boxwalk`. Close it
 * only when no other call uses it. After fork(), the child must not use a `boxwalk` that its parent opened.
 *
 * Memory: texts that functions write to `json` and `error` belong to the caller, who frees them with
 * boxwalk_free(). Arguments are read only during the call. Texts are UTF-8 and end with a zero byte.
 *
 * `options`, `json` and `error` may be NULL for every function. NULL for another argument is an error, but
 * does not end the program.
 */
#ifndef BOXWALK_H
#define BOXWALK_H

#ifdef __cplusplus
extern "C" {
#endif

/* The result of a call. The numbers are the exit codes of the command. */
typedef enum boxwalk_status {
  BOXWALK_DONE = 0,
  /* Done, but a part of the picture was lost: `warnings` in the document says what. */
  BOXWALK_WARNINGS = 1,
  /* A file cannot be read or written, or is not what it should be. */
  BOXWALK_BAD_INPUT = 2,
  /* An argument or an option is wrong. */
  BOXWALK_USAGE = 64,
  /* A fault of Boxwalk, or its worker cannot be started. */
  BOXWALK_FAULT = 70
} boxwalk_status;

/* The result of boxwalk_verify(). */
typedef enum boxwalk_verdict {
  /* No findings, or only notes. */
  BOXWALK_INTACT = 0,
  /* Some programs will refuse the file, or show it differently. */
  BOXWALK_HAS_WARNINGS = 1,
  /* Something is lost, or cannot be read correctly. */
  BOXWALK_HAS_ERRORS = 2
} boxwalk_verdict;

/* Limits, and the worker that decodes pictures. */
typedef struct boxwalk boxwalk;

/* The version, such as "1.2.3". Do not free it. */
const char *boxwalk_version(void);

/* Opens Boxwalk. This does not start the worker, which starts with the first picture.
 *
 * options: a JSON object, such as {"root": "/photos", "jobs": 4}.
 * opened:  the new `boxwalk`, which boxwalk_close() closes; NULL after an error.
 * error:   a sentence after an error; otherwise NULL.
 */
boxwalk_status boxwalk_open(const char *options, boxwalk **opened, char **error);

/* Ends the worker, and frees `opened`. Does nothing for NULL. */
void boxwalk_close(boxwalk *opened);

/* Describes a photo or movie: the document of `boxwalk inspect --json`.
 *
 * options: a JSON object, such as {"tree": true}.
 * json:    the document; NULL if there is none.
 * error:   a sentence, if there is no document; otherwise NULL.
 */
boxwalk_status boxwalk_inspect(
    boxwalk *opened, const char *path, const char *options, char **json, char **error);

/* Checks a photo or movie against the rules of its format: the document of `boxwalk verify --json`.
 * The function also returns BOXWALK_DONE for a file with errors.
 *
 * verdict: the result; it is not changed if the file cannot be read.
 */
boxwalk_status boxwalk_verify(
    boxwalk *opened, const char *path, const char *options, boxwalk_verdict *verdict, char **json,
    char **error);

/* Converts a photo to a JPEG, PNG, HEIC or AVIF file, depending on the extension of `output`. The file appears only when
 * it is complete.
 *
 * options: a JSON object, such as {"maxSize": 1024, "quality": 85, "force": true}.
 * json:    the line of `boxwalk convert --json`.
 */
boxwalk_status boxwalk_convert(
    boxwalk *opened, const char *path, const char *output, const char *options, char **json,
    char **error);

/* Calls any method of `boxwalk serve`, such as "metadata" or "thumbnail".
 *
 * parameters: a JSON object with all its parameters, such as {"path": "a.heic"}.
 */
boxwalk_status boxwalk_ask(
    boxwalk *opened, const char *method, const char *parameters, char **json, char **error);

/* Frees a text of `json` or `error`. Does nothing for NULL. */
void boxwalk_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
