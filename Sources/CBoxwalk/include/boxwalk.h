/* Boxwalk for programs in C: what is in photos and movies, whether they are whole, and JPEG files of them.
 *
 * Link with -lboxwalk; `pkg-config --cflags --libs boxwalk` says how. Documentation/c.md has the options and an example.
 *
 * Threads: all functions may be called by several threads at once, also with one `boxwalk`. It is closed
 * when no other call uses it. After fork(), the child does not use what its parent has opened.
 *
 * Memory: texts that functions write to `json` and `error` belong to the caller, who gives them to
 * boxwalk_free(). Arguments are read during the call alone. Texts are UTF-8 and end with a zero byte.
 *
 * Every function takes NULL for `options`, `json` and `error`. NULL for another argument is an error, and
 * does not end the program.
 */
#ifndef BOXWALK_H
#define BOXWALK_H

#ifdef __cplusplus
extern "C" {
#endif

/* How a call ended. The numbers are those of the command's exit codes. */
typedef enum boxwalk_status {
  BOXWALK_DONE = 0,
  /* Done, and something of the picture was lost: `warnings` of the document says what. */
  BOXWALK_WARNINGS = 1,
  /* A file cannot be read or written, or is not what it should be. */
  BOXWALK_BAD_INPUT = 2,
  /* An argument or an option is wrong. */
  BOXWALK_USAGE = 64,
  /* A fault of Boxwalk, or its worker cannot be started. */
  BOXWALK_FAULT = 70
} boxwalk_status;

/* What boxwalk_verify() found. */
typedef enum boxwalk_verdict {
  /* Nothing, or only notes. */
  BOXWALK_SOUND = 0,
  /* Some programs will refuse the file, or show it differently. */
  BOXWALK_HAS_WARNINGS = 1,
  /* Something is lost, or cannot be read as it was meant. */
  BOXWALK_HAS_ERRORS = 2
} boxwalk_verdict;

/* Limits, and the worker that decodes pictures. */
typedef struct boxwalk boxwalk;

/* The version, as "1.2.3". It is not freed. */
const char *boxwalk_version(void);

/* Opens Boxwalk. Nothing is started yet: the worker starts with the first picture.
 *
 * options: an object of JSON, as {"root": "/photos", "jobs": 4}.
 * opened:  what was opened, for boxwalk_close(); NULL if that failed.
 * error:   a sentence, if that failed; otherwise NULL.
 */
boxwalk_status boxwalk_open(const char *options, boxwalk **opened, char **error);

/* Ends the worker, and frees what was opened. NULL does nothing. */
void boxwalk_close(boxwalk *opened);

/* Describes a photo or movie: the document of `boxwalk inspect --json`.
 *
 * options: an object of JSON, as {"tree": true}.
 * json:    the document; NULL if there is none.
 * error:   a sentence, if there is no document; otherwise NULL.
 */
boxwalk_status boxwalk_inspect(
    boxwalk *opened, const char *path, const char *options, char **json, char **error);

/* Checks a photo or movie by the rules of its format: the document of `boxwalk verify --json`.
 * A file with errors is no failure of this function.
 *
 * verdict: what was found; it is not changed if the file cannot be read.
 */
boxwalk_status boxwalk_verify(
    boxwalk *opened, const char *path, const char *options, boxwalk_verdict *verdict, char **json,
    char **error);

/* Makes a JPEG, PNG, HEIC or AVIF file of a photo; its name says which. It appears whole or not at all.
 *
 * options: an object of JSON, as {"maxSize": 1024, "quality": 85, "force": true}.
 * json:    the line of `boxwalk convert --json`.
 */
boxwalk_status boxwalk_convert(
    boxwalk *opened, const char *path, const char *output, const char *options, char **json,
    char **error);

/* Any method of `boxwalk serve`, as "metadata" or "thumbnail".
 *
 * parameters: an object of JSON with all of its parameters, as {"path": "a.heic"}.
 */
boxwalk_status boxwalk_ask(
    boxwalk *opened, const char *method, const char *parameters, char **json, char **error);

/* Frees a text of `json` or `error`. NULL does nothing. */
void boxwalk_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
