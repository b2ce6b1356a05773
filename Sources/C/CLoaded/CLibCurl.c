#include "CLibCurl.h"

#include "Library.h"

#if __has_include(<curl/curl.h>)

#include <arpa/inet.h>
// Options have the types that the header states; the macros that check them would name functions of libcurl.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// MARK: The library

#define FUNCTIONS(X) \
  X(curl_version_info) \
  X(curl_global_init) \
  X(curl_easy_init) \
  X(curl_easy_setopt) \
  X(curl_easy_getinfo) \
  X(curl_easy_pause) \
  X(curl_easy_strerror) \
  X(curl_easy_cleanup) \
  X(curl_multi_init) \
  X(curl_multi_add_handle) \
  X(curl_multi_perform) \
  X(curl_multi_poll) \
  X(curl_multi_info_read) \
  X(curl_multi_remove_handle) \
  X(curl_multi_cleanup) \
  X(curl_slist_append) \
  X(curl_slist_free_all) \
  X(curl_url) \
  X(curl_url_set) \
  X(curl_url_get) \
  X(curl_url_cleanup) \
  X(curl_free)


static int begin(const void *opened, const char *name, char *message);
BOXWALK_LIBRARY(curl, FUNCTIONS, .begin = begin)

static int begin(const void *opened, const char *name, char *message) {
  const boxwalk_curl_library *library = opened;
  if (library->curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) return 1;
  snprintf(message, BOXWALK_LIBRARY_MESSAGE, "%s does not start", name);
  return 0;
}

const char *boxwalk_curl_version(const boxwalk_curl_library *library) {
  return library->curl_version_info(CURLVERSION_NOW)->version;
}

// MARK: Addresses

int boxwalk_curl_resolve(
  const boxwalk_curl_library *library, const char *base, const char *reference, char *resolved) {
  CURLU *url = library->curl_url();
  char *whole = NULL;
  int result = -1;
  if (
    url && !library->curl_url_set(url, CURLUPART_URL, base, 0)
    && !library->curl_url_set(url, CURLUPART_URL, reference, CURLU_NON_SUPPORT_SCHEME)
    && !library->curl_url_get(url, CURLUPART_URL, &whole, 0)
    && strlen(whole) < BOXWALK_CURL_URL) {
    strcpy(resolved, whole);
    result = 0;
  }
  library->curl_free(whole);
  library->curl_url_cleanup(url);
  return result;
}

static int is_private(const struct sockaddr *address) {
  if (address->sa_family == AF_INET) {
    return boxwalk_address_is_private(
      (const uint8_t *)&((const struct sockaddr_in *)address)->sin_addr, 4);
  }
  if (address->sa_family == AF_INET6) {
    return boxwalk_address_is_private(
      (const uint8_t *)&((const struct sockaddr_in6 *)address)->sin6_addr, 16);
  }
  return 1;
}

// MARK: A connection

/// More than any server has to say before the body.
enum { most_header_bytes = 1 << 18 };

struct boxwalk_curl {
  const boxwalk_curl_library *library;
  CURLM *multi;
  CURL *easy;
  struct curl_slist *fields;
  boxwalk_curl_answer *answer;
  int allows_private, met_private;
  int64_t header_bytes;
  int has_answer, is_running, is_receiving, is_paused;
  int file, write_error;
  int64_t offset, goal, most, received;
  char location[BOXWALK_CURL_URL];
};

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  boxwalk_curl *connection = context;
  (void)purpose;
  if (!connection->allows_private && is_private(&address->addr)) {
    connection->met_private = 1;
    return CURL_SOCKET_BAD;
  }
  const int descriptor = socket(address->family, address->socktype, address->protocol);
  if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
}

/// The value of a field with this name, and its length; NULL for another field.
static const char *value_of(const char *line, size_t count, const char *name, size_t *length) {
  const size_t start = strlen(name) + 1;
  if (count < start || line[start - 1] != ':' || strncasecmp(line, name, start - 1)) return NULL;
  size_t first = start, end = count;
  while (first < end && (line[first] == ' ' || line[first] == '\t')) first++;
  while (end > first && strchr(" \t\r\n", line[end - 1])) end--;
  *length = end - first;
  return line + first;
}

/// Copies the value of a field with the name `name`. A value that is too long is ignored.
static void take(const char *line, size_t count, const char *name, char *value, size_t room) {
  size_t length = 0;
  const char *found = value_of(line, count, name, &length);
  if (!found || length >= room) return;
  memcpy(value, found, length);
  value[length] = 0;
}

/// Keeps the first coding that changes the body; other fields of this name are ignored.
static void take_encoding(const char *line, size_t count, char *encoding, size_t room) {
  size_t length = 0;
  const char *found = value_of(line, count, "Content-Encoding", &length);
  if (!found || !length || encoding[0] || (length == 8 && !strncasecmp(found, "identity", 8))) return;
  snprintf(encoding, room, "%.*s", (int)length, found);
}

/// The number in a status line, as `HTTP/1.1 206 Partial Content`; 0 if there is none.
static int status_of(const char *line, size_t count) {
  const char *space = memchr(line, ' ', count);
  size_t i = space ? (size_t)(space - line) : count;
  int status = 0;
  while (i < count && line[i] == ' ') i++;
  for (; i < count && line[i] >= '0' && line[i] <= '9' && status < 1000; i++) {
    status = status * 10 + line[i] - '0';
  }
  return status;
}

static size_t take_header(char *line, size_t size, size_t count, void *context) {
  boxwalk_curl *connection = context;
  boxwalk_curl_answer *answer = connection->answer;
  count *= size;
  connection->header_bytes += (int64_t)count;
  if (connection->header_bytes > most_header_bytes) return 0;
  // Fields after the body have nothing that is needed.
  if (connection->has_answer) return count;
  if (count > 5 && !memcmp(line, "HTTP/", 5)) {
    memset(answer, 0, sizeof *answer);
    answer->body_count = -1;
    connection->location[0] = 0;
    answer->status = status_of(line, count);
  } else if (count <= 2) {
    // Interim answers have numbers below 200.
    connection->has_answer = answer->status >= 200;
  } else {
    take(line, count, "Content-Range", answer->range, sizeof answer->range);
    take(line, count, "ETag", answer->tag, sizeof answer->tag);
    take(line, count, "Last-Modified", answer->modified, sizeof answer->modified);
    take_encoding(line, count, answer->encoding, sizeof answer->encoding);
    take(line, count, "Location", connection->location, sizeof connection->location);
    take(line, count, "Retry-After", answer->retry_after, sizeof answer->retry_after);
  }
  return count;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
  boxwalk_curl *connection = context;
  count *= size;
  // Where the body begins, the header has ended, although its last line may not be empty: libcurl accepts one that
  // only starts with CR, and takes what follows status 101 as a body.
  connection->has_answer = 1;
  // What follows lost bytes would be written at their offsets.
  if (connection->write_error) return 0;
  if (!connection->is_receiving || connection->received >= connection->goal) {
    connection->is_paused = 1;
    return CURL_WRITEFUNC_PAUSE;
  }
  const int64_t room = connection->most - connection->received;
  const size_t kept = room <= 0 ? 0 : room < (int64_t)count ? (size_t)room : count;
  for (size_t done = 0; connection->file >= 0 && done < kept;) {
    const ssize_t written = pwrite(
      connection->file, bytes + done, kept - done, connection->offset + connection->received + (off_t)done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      connection->write_error = written < 0 ? errno : EIO;
      return 0;
    }
    done += (size_t)written;
  }
  connection->received += (int64_t)count;
  return count;
}

boxwalk_curl *boxwalk_curl_open(const boxwalk_curl_library *library) {
  boxwalk_curl *connection = calloc(1, sizeof *connection);
  if (!connection) return NULL;
  connection->library = library;
  connection->multi = library->curl_multi_init();
  if (connection->multi) return connection;
  boxwalk_curl_close(connection);
  return NULL;
}

static int set_fields(boxwalk_curl *connection, const char *fields) {
  for (const char *field = fields; *field; field += strlen(field) + 1) {
    struct curl_slist *list = connection->library->curl_slist_append(connection->fields, field);
    if (!list) return -1;
    connection->fields = list;
  }
  return 0;
}

static int prepare(boxwalk_curl *connection, const boxwalk_curl_request *request) {
  const boxwalk_curl_library *library = connection->library;
  // Each request has a handle of its own. Before 8.1.1, a handle that is used again keeps a pointer to the last field
  // of the former answer, whose memory is free, and reads it if the first field of the next answer is a folded one
  // (https://github.com/curl/curl/issues/11101). What is open between requests belongs to `multi`.
  library->curl_easy_cleanup(connection->easy);
  CURL *easy = connection->easy = library->curl_easy_init();
  if (!easy || set_fields(connection, request->fields) < 0) return -1;
  CURLcode result = CURLE_OK;
#define SET(option, value) \
  if (result == CURLE_OK) result = library->curl_easy_setopt(easy, option, value)
  SET(CURLOPT_URL, request->url);
  SET(CURLOPT_HTTPHEADER, connection->fields);
  SET(CURLOPT_RANGE, request->range);
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_CONNECTTIMEOUT_MS, 15000L);
  SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  // HTTP/2 where TLS offers it, and HTTP/1.1 otherwise.
  SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
  SET(CURLOPT_SSL_VERIFYPEER, 1L);
  SET(CURLOPT_SSL_VERIFYHOST, 2L);
  SET(CURLOPT_HTTPAUTH, (long)CURLAUTH_BASIC);
  SET(CURLOPT_NETRC, (long)CURL_NETRC_OPTIONAL);
  SET(CURLOPT_BUFFERSIZE, 1L << 16);
  SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
  SET(CURLOPT_OPENSOCKETDATA, connection);
  SET(CURLOPT_HEADERFUNCTION, take_header);
  SET(CURLOPT_HEADERDATA, connection);
  SET(CURLOPT_WRITEFUNCTION, take_body);
  SET(CURLOPT_WRITEDATA, connection);
  if (request->authorities) SET(CURLOPT_CAINFO, request->authorities);
#undef SET
#if LIBCURL_VERSION_NUM >= 0x075500
  // A library that is too old for it gets no other addresses either.
  library->curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#endif
  return result == CURLE_OK ? 0 : -1;
}

/// The message for an error of libcurl, and whether another try may help.
static boxwalk_curl_end_kind explain(boxwalk_curl *connection, CURLcode code, char *message) {
  const char *words = connection->library->curl_easy_strerror(code);
  boxwalk_curl_end_kind kind = boxwalk_curl_refused;
  if (connection->write_error) {
    snprintf(message, BOXWALK_CURL_MESSAGE, "%s", strerror(connection->write_error));
    return boxwalk_curl_unwritten;
  }
  if (connection->met_private) {
    words = "is at an address of this computer or of a private network";
    kind = boxwalk_curl_private;
  } else if (connection->header_bytes > most_header_bytes) {
    words = "sends more than 256 KiB of headers";
  } else {
    switch (code) {
      case CURLE_COULDNT_RESOLVE_HOST: words = "there is no computer with that name"; break;
      case CURLE_COULDNT_RESOLVE_PROXY: words = "there is no proxy with that name"; break;
      case CURLE_COULDNT_CONNECT:
        words = "no connection to the server can be made";
        kind = boxwalk_curl_broken;
        break;
      case CURLE_UNSUPPORTED_PROTOCOL:
      case CURLE_WEIRD_SERVER_REPLY: words = "does not answer like an HTTP server"; break;
      case CURLE_PEER_FAILED_VERIFICATION:
        words = "its certificate is not signed by a known authority, or is for another name";
        break;
      case CURLE_OPERATION_TIMEDOUT: words = "no connection to the server can be made in time"; break;
      case CURLE_PARTIAL_FILE:
      case CURLE_GOT_NOTHING:
      case CURLE_RECV_ERROR:
      case CURLE_SEND_ERROR:
      case CURLE_HTTP2:
      case CURLE_HTTP2_STREAM:
        words = "the connection broke";
        kind = boxwalk_curl_broken;
        break;
      default: break;
    }
  }
  snprintf(message, BOXWALK_CURL_MESSAGE, "%s", words);
  return kind;
}

/// Waits until `is_enough` is true, the body has ended, or there is an error.
static boxwalk_curl_end_kind go_on(
  boxwalk_curl *connection, int (*is_enough)(const boxwalk_curl *, int64_t), int64_t goal,
  boxwalk_curl_patience patience, char *message) {
  const boxwalk_curl_library *library = connection->library;
  const int64_t start = now();
  int64_t window = start, before = connection->received;
  for (;;) {
    int count = 0;
    library->curl_multi_perform(connection->multi, &count);
    if (is_enough(connection, goal)) return boxwalk_curl_more;
    CURLMsg *end = library->curl_multi_info_read(connection->multi, &count);
    if (end && end->msg == CURLMSG_DONE) {
      connection->is_running = 0;
      if (end->data.result == CURLE_OK) return boxwalk_curl_ended;
      return explain(connection, end->data.result, message);
    }
    const int64_t time = now();
    if (time - window >= patience.window) {
      if (connection->received - before < patience.least) {
        snprintf(
          message, BOXWALK_CURL_MESSAGE, "sent %lld bytes in %lld seconds, which is too slow",
          (long long)(connection->received - before), (long long)(time - window) / 1000);
        return boxwalk_curl_stalled;
      }
      window = time;
      before = connection->received;
    }
    if (time - start >= patience.all) {
      snprintf(message, BOXWALK_CURL_MESSAGE, "takes longer than the limit");
      return boxwalk_curl_stalled;
    }
    int64_t left = patience.window - (time - window);
    if (patience.all - (time - start) < left) left = patience.all - (time - start);
    library->curl_multi_poll(connection->multi, NULL, 0, (int)(left < 1 ? 1 : left), NULL);
  }
}

static int has_answer(const boxwalk_curl *connection, int64_t goal) {
  (void)goal;
  return connection->has_answer;
}

static int has_received(const boxwalk_curl *connection, int64_t goal) {
  return connection->received >= goal;
}

boxwalk_curl_end_kind boxwalk_curl_ask(
  boxwalk_curl *connection, const boxwalk_curl_request *request, boxwalk_curl_patience patience,
  boxwalk_curl_answer *answer, char *message) {
  const boxwalk_curl_library *library = connection->library;
  boxwalk_curl_finish(connection);
  memset(answer, 0, sizeof *answer);
  connection->answer = answer;
  connection->allows_private = request->allows_private;
  connection->met_private = connection->has_answer = connection->is_receiving = connection->is_paused = 0;
  connection->header_bytes = connection->received = 0;
  connection->write_error = 0;
  if (
    prepare(connection, request) < 0
    || library->curl_multi_add_handle(connection->multi, connection->easy) != CURLM_OK) {
    snprintf(message, BOXWALK_CURL_MESSAGE, "libcurl cannot request it");
    return boxwalk_curl_refused;
  }
  connection->is_running = 1;
  const boxwalk_curl_end_kind end = go_on(connection, has_answer, 0, patience, message);
  if (end == boxwalk_curl_ended) {
    // There was no answer of HTTP.
    snprintf(message, BOXWALK_CURL_MESSAGE, "does not answer like an HTTP server");
    return boxwalk_curl_refused;
  }
  if (end != boxwalk_curl_more) return end;
  curl_off_t count = -1;
  library->curl_easy_getinfo(connection->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &count);
  answer->body_count = count;
  return boxwalk_curl_more;
}

const char *boxwalk_curl_location(const boxwalk_curl *connection) { return connection->location; }

boxwalk_curl_end_kind boxwalk_curl_receive(
  boxwalk_curl *connection, int64_t count, int64_t most, int file, int64_t offset,
  boxwalk_curl_patience patience, int64_t *received, char *message) {
  connection->file = file;
  connection->most = most;
  connection->goal = count;
  connection->offset = offset;
  connection->is_receiving = 1;
  boxwalk_curl_end_kind end = boxwalk_curl_more;
  CURLcode code = CURLE_OK;
  if (connection->is_paused) {
    connection->is_paused = 0;
    // It hands over what has come meanwhile.
    code = connection->library->curl_easy_pause(connection->easy, CURLPAUSE_CONT);
  }
  if (code != CURLE_OK) {
    end = explain(connection, code, message);
  } else if (!has_received(connection, count)) {
    end = connection->is_running ? go_on(connection, has_received, count, patience, message)
                                 : boxwalk_curl_ended;
  }
  connection->is_receiving = 0;
  *received = connection->received;
  return end;
}

void boxwalk_curl_finish(boxwalk_curl *connection) {
  connection->library->curl_multi_remove_handle(connection->multi, connection->easy);
  connection->library->curl_slist_free_all(connection->fields);
  connection->fields = NULL;
  connection->is_running = 0;
}

void boxwalk_curl_close(boxwalk_curl *connection) {
  const boxwalk_curl_library *library = connection->library;
  if (connection->multi && connection->easy) boxwalk_curl_finish(connection);
  if (connection->easy) library->curl_easy_cleanup(connection->easy);
  if (connection->multi) library->curl_multi_cleanup(connection->multi);
  free(connection);
}

#else

BOXWALK_LIBRARY_WITHOUT_HEADER(curl, "libcurl")

const char *boxwalk_curl_version(const boxwalk_curl_library *library) BOXWALK_LIBRARY_NEVER
int boxwalk_curl_resolve(
  const boxwalk_curl_library *library, const char *base, const char *reference, char *resolved)
  BOXWALK_LIBRARY_NEVER
boxwalk_curl *boxwalk_curl_open(const boxwalk_curl_library *library) BOXWALK_LIBRARY_NEVER
boxwalk_curl_end_kind boxwalk_curl_ask(
  boxwalk_curl *connection, const boxwalk_curl_request *request, boxwalk_curl_patience patience,
  boxwalk_curl_answer *answer, char *message) BOXWALK_LIBRARY_NEVER
const char *boxwalk_curl_location(const boxwalk_curl *connection) BOXWALK_LIBRARY_NEVER
boxwalk_curl_end_kind boxwalk_curl_receive(
  boxwalk_curl *connection, int64_t count, int64_t most, int file, int64_t offset,
  boxwalk_curl_patience patience, int64_t *received, char *message) BOXWALK_LIBRARY_NEVER
void boxwalk_curl_finish(boxwalk_curl *connection) BOXWALK_LIBRARY_NEVER
void boxwalk_curl_close(boxwalk_curl *connection) BOXWALK_LIBRARY_NEVER

#endif
