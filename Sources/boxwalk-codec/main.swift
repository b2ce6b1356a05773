// The worker: decodes one picture and writes one file, looks for the frame of a movie that is most like
// a still, compares a picture with the file that was made of it, or decodes a file that stays as it is.
//
// It waits to be asked, and becomes a process of its own for each job. That is given its job on standard
// input and one or two open files, and answers on standard output. Before it looks at the first byte of a
// picture it gives up to open anything itself. A crash there fails one picture.

import CWorker

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

guard CommandLine.arguments.dropFirst() == ["--serve"] else {
  let help = "boxwalk-codec: the worker of boxwalk, which starts it; it is of no use by itself\n"
  _ = unsafe write(2, help, help.utf8.count)
  exit(64)
}
Sandbox.prepare()
boxwalk_worker_serve(0, openLibraries, work)
