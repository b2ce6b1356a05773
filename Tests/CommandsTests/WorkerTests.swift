import Foundation
import Testing

/// What a worker can do that somebody has taken over, and what becomes of pictures that end it.
@Suite struct WorkerTests {
  private func security() throws -> [String: Any] {
    let result = try Program.boxwalk("doctor", "--json")
    let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    return try #require(report?["security"] as? [String: Any])
  }

  /// Each is tried inside: files, sockets, processes, programs, signals, code.
  @Test func nothingCanBeDoneInside() throws {
    let security = try security()
    #expect(security["limits"] as? Bool == true)
    #if os(Linux)
      guard security["landlock"] as? Int != 0, security["seccomp"] as? Bool == true else {
        return print("this kernel has no Landlock, or libseccomp is missing: little is shut in")
      }
      #expect(security["breaches"] as? [String] == [])
      #expect(security["noNewPrivileges"] as? Bool == true)
      let result = try Program.boxwalk("doctor", "--security")
      #expect(result.code == 0)
      #expect(result.output.contains("could neither open a file nor a socket"))
    #endif
  }

  /// The command with a worker that does what a picture may make it do.
  private func run(_ script: String, _ arguments: String...) throws -> (Program.Result, Folder) {
    let folder = try Folder()
    let worker = try folder.write(Data("#!/bin/sh\n\(script)\n".utf8), to: "worker")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: worker)
    let result = try Program.boxwalk(
      ["convert", Program.sample("portrait-single.heic"), "-o", folder.path("new.jpg")] + arguments,
      environment: ["BOXWALK_CODEC": worker])
    return (result, folder)
  }

  @Test(arguments: [
    ("kill -SEGV $$", "crashed on it (signal 11)"), ("kill -XCPU $$", "seconds of processor time"),
    ("kill -XFSZ $$", "would become larger than"), ("kill -KILL $$", "stopped from outside"),
    ("exec sleep 100", "not decoded within 1 seconds"), ("exit 3", "ended with code 3"),
    ("echo nonsense", "answer cannot be read"), ("exec cat", "answer cannot be read"),
    ("exec >&-; exec sleep 100", "not decoded within 1 seconds"),
  ])
  func whatEndsAWorkerFailsOnePhoto(script: String, words: String) throws {
    let (result, folder) = try run(script, "--time-limit", "1")
    // What the worker does wrong is our fault.
    #expect(result.code == (words.contains("answer") || words.contains("with code") ? 70 : 2))
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(folder.names == ["worker"])
  }

  @Test func aPhotoThatTakesTooLongIsGivenUp() throws {
    let folder = try Folder()
    let result = try Program.boxwalk(
      "convert", Program.sample("landscape-tiled.heic"), "-o", folder.path("new.jpg"),
      "--time-limit", "0.05")
    #expect(result.code == 2)
    #expect(result.errors.contains("--time-limit gives it more"), "\(result.errors)")
    #expect(folder.names.isEmpty)
  }
}
