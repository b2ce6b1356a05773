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

/// What a job is, in the meaning of both sides, and what should be opened for it.
typedef struct boxwalk_worker_request {
  uint8_t task;
  uint8_t libraries;
  /// Whether nothing is to be decoded where a part of the sandbox is missing.
  uint8_t requires_sandbox;
} boxwalk_worker_request;

/// At most so many descriptors go with a request.
#define BOXWALK_WORKER_DESCRIPTORS 8

/// Asks for a process. To the first descriptor comes how it ended, as `waitpid` says it, an `int32_t`. It
/// gets the second as 0 and 1, and the others as 3, 4, ...; what it writes to 2 nobody sees. Answers 0, or
/// -1 with `errno`.
int boxwalk_worker_ask(
    int control, boxwalk_worker_request request, const int *descriptors, int count);

/// Waits to be asked; it is for a program that has one thread. It ends when nobody is there any more who
/// could ask.
///
/// - prepare: opens what is asked for, before a process is started.
/// - body: what each process does, and what ends it. It is called on a thread of its own, the only one
///   that its process has by then: what a thread knows of itself, such as its number, is wrong in
///   the thread that is left by `fork`, and locks of Swift rely on it.
_Noreturn void boxwalk_worker_serve(
    int control, void (*prepare)(uint8_t libraries), void (*body)(boxwalk_worker_request request));

/// Gives memory of pictures back as soon as they go: among the many sizes that a movie needs, little of what is kept
/// fits again.
void boxwalk_worker_keep_little(void);

/// Answers for a process that has done its job, and ends it.
_Noreturn void boxwalk_worker_answer(const void *answer, size_t count);

#endif
