/* Runs a program without input, its output thrown away, and prints what it cost:
   wall, user and system time in microseconds, peak resident memory in KiB, exit code.

   Small and in C on purpose: a child inherits the peak memory of whoever forks it, so a harness in Python would
   put its own ten megabytes under every figure. Used by Benchmarks/contest.py. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: measure PROGRAM [ARGUMENT...]\n");
    return 64;
  }
  long long start = now();
  pid_t child = fork();
  if (child < 0) {
    perror("fork");
    return 70;
  }
  if (child == 0) {
    int null = open("/dev/null", O_RDWR);
    dup2(null, 0);
    dup2(null, 1);
    dup2(null, 2);
    execvp(argv[1], argv + 1);
    _exit(127);
  }
  int status;
  struct rusage used;
  if (wait4(child, &status, 0, &used) < 0) {
    perror("wait4");
    return 70;
  }
  long long wall = now() - start;
#ifdef __APPLE__
  long peak = used.ru_maxrss / 1024;
#else
  long peak = used.ru_maxrss;
#endif
  printf("%lld %lld %lld %ld %d\n", wall, used.ru_utime.tv_sec * 1000000LL + used.ru_utime.tv_usec,
         used.ru_stime.tv_sec * 1000000LL + used.ru_stime.tv_usec, peak,
         WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return 0;
}
