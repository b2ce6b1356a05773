#define _GNU_SOURCE

#include "CWorker.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

int boxwalk_worker_socket(int ends[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
    const int yes = 1;
    setsockopt(ends[i], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
#endif
  }
  return 0;
}

int64_t boxwalk_worker_send(int socket, const void *bytes, size_t count) {
  return send(socket, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// MARK: To ask

// Room for descriptors, aligned as the header of a message is.
union descriptors {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int) * BOXWALK_WORKER_DESCRIPTORS)];
};

int boxwalk_worker_ask(
    int control, boxwalk_worker_request request, const int *descriptors, int count) {
  if (count < 2 || count > BOXWALK_WORKER_DESCRIPTORS) {
    errno = EINVAL;
    return -1;
  }
  union descriptors room = {0};
  struct iovec bytes = {&request, sizeof request};
  struct msghdr message = {.msg_iov = &bytes, .msg_iovlen = 1, .msg_control = room.bytes};
  message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)count);
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)count);
  memcpy(CMSG_DATA(header), descriptors, sizeof(int) * (size_t)count);
  ssize_t sent;
  do {
    sent = sendmsg(control, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)sizeof request ? 0 : -1;
}

/// Reads a request; returns the number of its descriptors, or -1 if nobody can send requests any more.
static int take(int control, boxwalk_worker_request *request, int *descriptors) {
  union descriptors room = {0};
  struct iovec bytes = {request, sizeof *request};
  struct msghdr message = {.msg_iov = &bytes, .msg_iovlen = 1, .msg_control = room.bytes};
  message.msg_controllen = sizeof room.bytes;
  const ssize_t count = recvmsg(control, &message, MSG_WAITALL);
  if (count < 0 && errno == EINTR) return 0;
  if (count != (ssize_t)sizeof *request) return -1;
  const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) return -1;
  const size_t size = header->cmsg_len - CMSG_LEN(0);
  if (size > sizeof(int) * BOXWALK_WORKER_DESCRIPTORS) return -1;
  memcpy(descriptors, CMSG_DATA(header), size);
  return (int)(size / sizeof(int));
}

// MARK: To serve

struct child {
  pid_t process;
  // The socket for its answer.
  int socket;
  // The socket for its exit status.
  int end;
  int is_killed;
};

static struct {
  struct child *all;
  // The descriptors to poll: the children, `control`, and `ended`.
  struct pollfd *polled;
  int count, room;
} children;

// A byte for each signal that a child has ended or was stopped.
static int ended[2] = {-1, -1};

// The destination of all other output of a process.
static int nowhere = -1;

static void note_end(int signal) {
  (void)signal;
  const int error = errno;
  const ssize_t written = write(ended[1], "", 1);
  (void)written;
  errno = error;
}

/// Allocates space for another child; 0 if there is no memory.
static int grow(void) {
  if (children.count < children.room) return 1;
  const int room = children.room ? children.room * 2 : 16;
  struct child *all = realloc(children.all, (size_t)room * sizeof *all);
  if (!all) return 0;
  children.all = all;
  struct pollfd *polled = realloc(children.polled, (size_t)(room + 2) * sizeof *polled);
  if (!polled) return 0;
  children.polled = polled;
  children.room = room;
  return 1;
}

/// Ends with all children. It waits for them, so that their resources are counted as this process's, and so as its
/// owner's.
static _Noreturn void end(void) {
  for (int i = 0; i < children.count; i++) kill(children.all[i].process, SIGKILL);
  while (waitpid(-1, NULL, 0) > 0 || errno == EINTR) {}
  _exit(0);
}

static void say_end(int socket, int status) {
  const int32_t end = status;
  send(socket, &end, sizeof end, MSG_NOSIGNAL);
  close(socket);
}

/// Reports how children ended, and kills those that someone has stopped.
static void reap(void) {
  int status;
  pid_t process;
  while ((process = waitpid(-1, &status, WNOHANG | WUNTRACED)) > 0) {
    if (WIFSTOPPED(status)) {
      // It would be silent from now on; its client has another one do the work.
      kill(process, SIGKILL);
      continue;
    }
    for (int i = 0; i < children.count; i++) {
      if (children.all[i].process != process) continue;
      close(children.all[i].socket);
      say_end(children.all[i].end, status);
      children.all[i] = children.all[--children.count];
      break;
    }
  }
}

void boxwalk_worker_keep_little(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

_Noreturn void boxwalk_worker_answer(const void *answer, size_t count) {
  for (const char *rest = answer; count > 0;) {
    const ssize_t written = write(1, rest, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(EX_IOERR);
    rest += written;
    count -= (size_t)written;
  }
  // No cleanup of libraries is necessary when the process ends.
  _exit(0);
}

static void end_with_parent(void) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#endif
}

/// In the new process: closes the descriptors of others, and sets its own.
static void settle(int control, pid_t parent, int *own, int count) {
  end_with_parent();
  if (getppid() != parent) _exit(EX_OSERR);
  signal(SIGCHLD, SIG_DFL);
  close(control);
  close(ended[0]);
  close(ended[1]);
  for (int i = 0; i < children.count; i++) {
    close(children.all[i].socket);
    close(children.all[i].end);
  }
  // Out of the way first, so that none is overwritten before it has its number.
  for (int i = 0; i < count; i++) {
    const int moved = fcntl(own[i], F_DUPFD, 3 + count);
    if (moved < 0) _exit(EX_OSERR);
    close(own[i]);
    own[i] = moved;
  }
  int failed = dup2(own[0], 0) < 0 || dup2(own[0], 1) < 0;
  // Not the terminal: libraries print messages, and a hostile picture might send control sequences.
  failed |= dup2(nowhere, 2) < 0;
  close(nowhere);
  for (int i = 1; i < count; i++) failed |= dup2(own[i], 2 + i) < 0;
  for (int i = 0; i < count; i++) close(own[i]);
  if (failed) _exit(EX_OSERR);
}

static struct {
  boxwalk_worker_request request;
  void (*body)(boxwalk_worker_request request);
} job;

static void *work(void *nothing) {
  (void)nothing;
#ifdef __GLIBC__
  // Used memory is used again, and is freed with the process: new pages cost time.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
  end_with_parent();
  job.body(job.request);
  exit(EX_SOFTWARE);
}

/// Leaves this process to a new thread.
static _Noreturn void begin_work(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, NULL) != 0) _exit(EX_OSERR);
#ifdef __linux__
  // This ends only this thread.
  syscall(SYS_exit, 0);
#endif
  pthread_join(thread, NULL);
  _exit(EX_SOFTWARE);
}

static void listen_for_ends(void) {
  if (pipe(ended) != 0) exit(EX_OSERR);
  for (int i = 0; i < 2; i++) {
    fcntl(ended[i], F_SETFD, FD_CLOEXEC);
    fcntl(ended[i], F_SETFL, O_NONBLOCK);
  }
  struct sigaction action = {.sa_handler = note_end, .sa_flags = SA_RESTART};
  sigaction(SIGCHLD, &action, NULL);
}

/// Closes descriptors that the calling program left open.
static void close_from(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, ~0u, 0) == 0) return;
#endif
  const long end = sysconf(_SC_OPEN_MAX);
  for (int i = first; i < end; i++) close(i);
}

_Noreturn void boxwalk_worker_serve(
    int control, void (*prepare)(uint8_t libraries), void (*body)(boxwalk_worker_request request)) {
  close_from(3);
  // Descriptor 0 becomes that of a job.
  control = fcntl(control, F_DUPFD_CLOEXEC, 3);
  nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (control < 0 || nowhere < 3 || !grow()) exit(EX_OSERR);
  listen_for_ends();
  const pid_t self = getpid();
  while (1) {
    const int count = children.count;
    for (int i = 0; i < count; i++) {
      // Without requested events, only a closed connection is reported.
      const struct child *child = &children.all[i];
      children.polled[i] = (struct pollfd){.fd = child->is_killed ? -1 : child->socket};
    }
    children.polled[count] = (struct pollfd){.fd = ended[0], .events = POLLIN};
    children.polled[count + 1] = (struct pollfd){.fd = control, .events = POLLIN};
    if (poll(children.polled, (nfds_t)count + 2, -1) < 0) {
      if (errno == EINTR) continue;
      exit(EX_OSERR);
    }
    for (int i = 0; i < count; i++) {
      if (!children.polled[i].revents) continue;
      kill(children.all[i].process, SIGKILL);
      children.all[i].is_killed = 1;
    }
    if (children.polled[count].revents) {
      char bytes[64];
      while (read(ended[0], bytes, sizeof bytes) > 0) {}
      reap();
    }
    if (!children.polled[count + 1].revents) continue;
    boxwalk_worker_request request;
    int own[BOXWALK_WORKER_DESCRIPTORS];
    const int number = take(control, &request, own);
    if (number < 0) end();
    if (number < 2) {
      for (int i = 0; i < number; i++) close(own[i]);
      continue;
    }
    if (prepare && request.libraries) prepare(request.libraries);
    const pid_t process = grow() ? fork() : -1;
    if (process == 0) {
      close(own[0]);
      settle(control, self, own + 1, number - 1);
      job.request = request;
      job.body = body;
      begin_work();
    }
    for (int i = 2; i < number; i++) close(own[i]);
    if (process < 0) {
      close(own[1]);
      say_end(own[0], EX_OSERR << 8);
      continue;
    }
    children.all[children.count++] = (struct child){process, own[1], own[0], 0};
  }
}
