import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// What is left when a user or the system ends a command: nothing that is unfinished, and no process.
  @Suite(.waits) struct EndSignalsTests {
    /// Starts the command, sends it a signal as soon as something is so, and waits for its end.
    private func end(
      _ signal: Int32, _ arguments: [String], _ environment: [String: String] = [:],
      when isSo: (pid_t) throws -> Bool
    ) throws -> (reason: Process.TerminationReason, code: Int32) {
      let process = Process()
      process.executableURL = Program.products.appendingPathComponent("boxwalk")
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      // Background processes of a script ignore SIGINT, those of nohup SIGHUP, and threads of Dispatch block all
      // signals; so do their children.
      _ = Foundation.signal(signal, SIG_DFL)
      var all = sigset_t()
      var before = sigset_t()
      // Both outlive the calls.
      unsafe sigfillset(&all)
      unsafe pthread_sigmask(SIG_UNBLOCK, &all, &before)
      defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
      try process.run()
      #expect(try wait { try !process.isRunning || isSo(process.processIdentifier) })
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      return (process.terminationReason, process.terminationStatus)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aFolderIsRemoved(signal: Int32) throws {
      let folder = try Folder()
      // Its 1,500 pages take a while.
      let (reason, code) = try end(signal, ["catalogue", "--html", folder.path("site")]) { _ in
        Folder.names(folder.path(folder.names.first ?? "none")).count > 10
      }
      #expect(reason == .uncaughtSignal && code == signal)
      #expect(folder.names == [])
    }

    /// A picture that is passed to standard output is in a file of a temporary folder first.
    @Test func temporaryFilesAreRemoved() throws {
      let folder = try Folder()
      let photo = Program.sample("landscape-tiled.heic")
      let (reason, code) = try end(
        SIGTERM, ["convert", photo, "-o", "-", "--format", "avif"], ["TMPDIR": folder.url.path]
      ) { _ in !folder.names.isEmpty }
      #expect(reason == .uncaughtSignal && code == SIGTERM)
      #expect(folder.names == [])
    }

    /// A fault of the command itself. It waits for input, and has taken the signals if the one with the number 4 is
    /// among those that are caught. The runtime's own report of a crash would come first.
    @Test(arguments: ["ABRT", "SEGV", "TRAP", "ILL"]) func aFaultIsReported(signal: String) throws {
      let script = #"""
        mkfifo "$1" && exec 3<>"$1" || exit 1
        SWIFT_BACKTRACE=enable=no "$0" inspect - <"$1" &
        until [ $((0x$(sed -n 's/^SigCgt:[^0-9a-f]*//p' /proc/$!/status) & 8)) -ne 0 ]; do
          sleep 0.05
          kill -0 $! || exit 1
        done
        kill -"$2" $!
        wait $!
        """#
      let folder = try Folder()
      let result = try Program.other(
        "sh", "-c", script, Program.products.appendingPathComponent("boxwalk").path,
        folder.path("input"), signal)
      #expect(result.code == 70 && result.output.isEmpty, "\(result)")
      #expect(
        result.errors.hasPrefix("boxwalk: ") && result.errors.contains("please report it"),
        "\(result.errors)")
    }

    /// The program that makes the processes, and the processes.
    @Test func noProcessIsLeft() throws {
      let folder = try Folder()
      var all: [pid_t] = []
      let (reason, code) = try end(
        SIGINT, ["convert", Program.sample("landscape-tiled.heic"), "-o", folder.path("a.avif")]
      ) { process in
        let workers = Program.children(of: process)
        all = workers + workers.flatMap { Program.children(of: $0) }
        return all.count == 2
      }
      #expect(reason == .uncaughtSignal && code == SIGINT && all.count == 2)
      #expect(folder.names == [])
      #expect(wait { all.allSatisfy { kill($0, 0) != 0 } })
    }
  }
#endif
