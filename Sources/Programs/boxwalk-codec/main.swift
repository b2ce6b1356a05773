// The worker: it decodes one image and writes one file, finds the frame of a movie that is most similar to a
// still, compares an image with the file that was made from it, or decodes a file that is copied unchanged.
//
// It waits for requests, and forks a process for each job. This process gets its job on standard input and one
// or two open files, and answers on standard output. Before it reads the first byte of an image, it gives up
// the right to open anything itself. If it crashes, only one image fails.

import CWorker
import Platform

guard CommandLine.arguments.dropFirst() == ["--serve"] else {
  let help = "boxwalk-codec: the worker of boxwalk, which starts it; it is of no use by itself\n"
  _ = unsafe write(2, help, help.utf8.count)
  exit(64)
}
boxwalk_worker_serve(0, openLibraries, work)
