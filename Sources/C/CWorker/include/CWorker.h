#ifndef BOXWALK_CWORKER_H
#define BOXWALK_CWORKER_H

#include <stddef.h>
#include <stdint.h>

// A program that waits, and forks a process for each job that it is asked to do: files that it has opened
// before do not have to be opened again.
//
// The request comes through a socket. It contains one end of a second socket, which carries the job in one
// direction and the answer in the other. The exit status of the process comes through a third socket. Only the
// program has the third socket, and not its processes: after reading from it, the client knows that the process
// has ended and cannot write to a file any more. If the client closes its end of the second socket, it does not
// want the answer any more, and the process is killed.

/// Opens a socket whose ends no other program gets.
int boxwalk_worker_socket(int ends[2]);

/// Writes as much as there is room for, without waiting and without a signal. Answers how much, or -1.
int64_t boxwalk_worker_send(int socket, const void *bytes, size_t count);

/// The task of a job, whose meaning both sides know, and the libraries to open for it.
typedef struct boxwalk_worker_request {
  uint8_t task;
  uint8_t libraries;
  /// Whether nothing is to be decoded where a part of the sandbox is missing.
  uint8_t requires_sandbox;
} boxwalk_worker_request;

/// The maximum number of descriptors of a request.
#define BOXWALK_WORKER_DESCRIPTORS 8

/// Requests a process. Its exit status in the form of `waitpid`, an `int32_t`, is written to the first descriptor. The
/// second becomes its descriptors 0 and 1, and the others become 3, 4, ...; its output to 2 is discarded. Returns 0, or
/// -1 with `errno`.
int boxwalk_worker_ask(
    int control, boxwalk_worker_request request, const int *descriptors, int count);

/// Waits for requests, in a program with one thread. It ends when no client is left.
///
/// - prepare: opens the requested libraries, before a process is started.
/// - body: does the work of a process, and ends it. It is called on a new thread, the only one of its process: the
///   thread that is left by `fork` has wrong data about itself, such as its number, and locks of Swift rely on it.
_Noreturn void boxwalk_worker_serve(
    int control, void (*prepare)(uint8_t libraries), void (*body)(boxwalk_worker_request request));

/// Returns memory of pictures to the system as soon as it is freed: a movie needs many sizes, so little of the kept
/// memory would fit again.
void boxwalk_worker_keep_little(void);

/// Answers for a process that has done its job, and ends it.
_Noreturn void boxwalk_worker_answer(const void *answer, size_t count);

#endif
