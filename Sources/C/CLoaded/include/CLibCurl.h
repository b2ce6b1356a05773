#ifndef BOXWALK_CLIBCURL_H
#define BOXWALK_CLIBCURL_H

#include "CRuntimeLibrary.h"

#include <stddef.h>
#include <stdint.h>

/// Room for a sentence, with its zero.
#define BOXWALK_CURL_MESSAGE 512
/// Room for a URL, with its zero.
#define BOXWALK_CURL_URL 16384

/// libcurl, found at run time.
typedef struct boxwalk_curl_library boxwalk_curl_library;

/// Opens libcurl by its file name, or by the name under which the system finds it.
///
/// It stays open as long as the process. NULL, with the reason in `message`, if it is not there.
const boxwalk_curl_library *boxwalk_curl_load(
  const char *name, char message[BOXWALK_LIBRARY_MESSAGE]);

/// `7.88.1`
const char *boxwalk_curl_version(const boxwalk_curl_library *library);

/// Resolves `reference` against `base` (RFC 3986 §5), in `resolved`. 0, or -1 if it is not a valid reference.
int boxwalk_curl_resolve(
  const boxwalk_curl_library *library, const char *base, const char *reference,
  char resolved[BOXWALK_CURL_URL]);

/// Whether an address of 4 bytes (IPv4) or 16 (IPv6) is one that only this computer or a local network knows, or
/// none of a single computer.
int boxwalk_address_is_private(const uint8_t *bytes, size_t count);

/// A request to a server.
typedef struct {
  /// A URL of `http` or `https`. It is copied, as all strings are.
  const char *url;
  /// `0-65535`, or NULL for the whole.
  const char *range;
  /// Fields of the header, as `Name: value`. Each ends with a zero byte, and another zero byte follows the last.
  const char *fields;
  /// The certificates of authorities: a file, or NULL for those of libcurl.
  const char *authorities;
  /// Whether private addresses may be connected to.
  int allows_private;
} boxwalk_curl_request;

/// The status and the header fields of an answer.
typedef struct {
  int status;
  /// -1 if it does not say.
  int64_t body_count;
  /// Empty if not stated; `encoding` also for `identity`.
  char range[128], tag[256], modified[64], encoding[64], retry_after[64];
} boxwalk_curl_answer;

/// How a part of a transfer ended.
typedef enum {
  /// The requested bytes have arrived, and there may be more.
  boxwalk_curl_more,
  /// The body has ended.
  boxwalk_curl_ended,
  /// The connection broke, or could not be made: another try may succeed.
  boxwalk_curl_broken,
  /// Too few bytes came for too long: another try may succeed.
  boxwalk_curl_stalled,
  /// The URL refers to a private address.
  boxwalk_curl_private,
  /// The scratch file cannot be written, for the reason in the message.
  boxwalk_curl_unwritten,
  /// It makes no sense to try again.
  boxwalk_curl_refused,
} boxwalk_curl_end_kind;

/// The limits for waiting.
typedef struct {
  /// In this many milliseconds, at least ``least`` bytes have to arrive.
  int64_t window;
  int64_t least;
  /// The total time in milliseconds, after which the transfer is stalled in any case.
  int64_t all;
} boxwalk_curl_patience;

/// A connection that is kept for one transfer after another. One thread uses it at a time.
typedef struct boxwalk_curl boxwalk_curl;

/// NULL if there is no memory.
boxwalk_curl *boxwalk_curl_open(const boxwalk_curl_library *library);

/// Sends the request, and returns when the answer has arrived, with ``boxwalk_curl_more``; or with the kind of the
/// error, and a part of a sentence about the server in `message`, without its URL.
boxwalk_curl_end_kind boxwalk_curl_ask(
  boxwalk_curl *connection, const boxwalk_curl_request *request, boxwalk_curl_patience patience,
  boxwalk_curl_answer *answer, char message[BOXWALK_CURL_MESSAGE]);

/// The URL of a redirect, valid until the next answer; empty if there is none.
const char *boxwalk_curl_location(const boxwalk_curl *connection);

/// Continues until `count` bytes of the body or more have been received since its start, or it has ended.
///
/// - most: bytes after the first so many are counted, and not written.
/// - file: the file that bytes are written to; -1 for none.
/// - offset: that of the first byte of the body in the file.
/// - received: the number of bytes that have been received, also after an error.
boxwalk_curl_end_kind boxwalk_curl_receive(
  boxwalk_curl *connection, int64_t count, int64_t most, int file, int64_t offset,
  boxwalk_curl_patience patience, int64_t *received, char message[BOXWALK_CURL_MESSAGE]);

/// Ends the transfer. The connection is kept if the body has ended.
void boxwalk_curl_finish(boxwalk_curl *connection);

/// Ends the transfer, and closes the connection.
void boxwalk_curl_close(boxwalk_curl *connection);

#endif
