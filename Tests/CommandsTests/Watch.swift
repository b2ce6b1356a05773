import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// `boxwalk convert --watch` at work, and its folders `in` and `out`.
  final class Watch {
    let folder: Folder
    private var process = Process()
    private let arguments: [String]

    var identifier: pid_t { process.processIdentifier }

    init(_ files: [(name: String, sample: String)] = [], _ arguments: String...) throws {
      folder = try Folder()
      let folder = folder
      let output = arguments.contains("-o") ? [] : ["-o", folder.path("out")]
      let own = arguments.map { $0 == "OUT" ? folder.path("in/out") : $0 }
      self.arguments = ["convert", folder.path("in"), "--watch"] + output + own
      try make("in")
      for (name, sample) in files { try put(sample, name) }
      for name in ["messages", "results"] { _ = try folder.write(Data(), to: name) }
      try start()
    }

    deinit { if process.isRunning { kill(identifier, SIGKILL) } }

    /// Starts it, once more if it has ended.
    func start() throws {
      process = Process()
      process.executableURL = Program.products.appendingPathComponent("boxwalk")
      process.arguments = arguments
      process.standardOutput = try appending("results")
      process.standardError = try appending("messages")
      process.standardInput = FileHandle.nullDevice
      // Background processes of a script ignore this signal, and so do their children.
      _ = signal(SIGINT, SIG_DFL)
      try process.run()
    }

    private func appending(_ name: String) throws -> FileHandle {
      let handle = try #require(FileHandle(forWritingAtPath: folder.path(name)))
      try handle.seekToEnd()
      return handle
    }

    var messages: String { text("messages") }

    func text(_ name: String) -> String {
      (try? String(contentsOfFile: folder.path(name), encoding: .utf8)) ?? ""
    }

    func make(_ name: String) throws {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }

    /// Copies a sample, or a file of another folder, to a file of `in`.
    func put(_ sample: String, _ name: String) throws {
      try FileManager.default.copyItem(
        atPath: sample.hasPrefix("/") ? sample : Program.sample(sample),
        toPath: folder.path("in/\(name)"))
    }

    /// The same as `put`, but it replaces the existing file in one step.
    func replace(_ name: String, by sample: String) throws {
      try put(sample, ".\(name).new")
      // Strings passed to C are valid during the call.
      let code = unsafe rename(folder.path("in/.\(name).new"), folder.path("in/\(name)"))
      #expect(code == 0)
    }

    func exists(_ name: String) -> Bool {
      FileManager.default.fileExists(atPath: folder.path(name))
    }

    /// Waits until something is so.
    func wait(_ words: Comment, _ isSo: () throws -> Bool) throws {
      #expect(try TestSupport.wait(until: isSo), words)
    }

    func wait(for name: String) throws { try wait("\(name) came") { exists(name) } }

    /// Waits for its end. Answers its exit code, or the signal that ended it.
    func end(_ signal: Int32? = SIGTERM) throws -> Int32 {
      if let signal { kill(identifier, signal) }
      try wait("it ended") { !process.isRunning }
      return process.isRunning ? -1 : process.terminationStatus
    }

    /// The lines of the manifest: `a.jpg: copied`.
    func lines(_ output: String = "out") throws -> [String] {
      #expect(!exists("\(output)/.boxwalk/manifest.jsonl.running"))
      return try text("\(output)/.boxwalk/manifest.jsonl").split(separator: "\n").map {
        let line = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        return "\(line?["input"] ?? ""): \(line?["outcome"] ?? "")"
      }.sorted()
    }
  }
#endif
