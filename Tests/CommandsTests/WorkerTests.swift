import Foundation
import TestSupport
import Testing

/// The abilities of a worker that an attacker controls, and the handling of pictures that crash it.
@Suite struct WorkerTests {
  private func security() throws -> [String: Any] {
    let result = try Program.boxwalk("doctor", "--json")
    let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    return try #require(report?["security"] as? [String: Any])
  }

  private static func isShutIn() throws -> Bool {
    let security = try WorkerTests().security()
    return security["landlock"] as? Int != 0 && security["seccomp"] as? Bool == true
  }

  @Test func theWorkerHasLimits() throws {
    #expect(try security()["limits"] as? Bool == true)
  }

  #if os(Linux)
    /// Each is tried inside: files, names, sockets, processes, programs, signals, timers, memory, code.
    @Test(.needs("a kernel with Landlock and seccomp", if: isShutIn))
    func nothingCanBeDoneInside() throws {
      let security = try security()
      #expect(security["breaches"] as? [String] == [])
      #expect(security["noNewPrivileges"] as? Bool == true)
      let result = try Program.boxwalk("doctor", "--security")
      #expect(result.code == 0)
      #expect(result.output.contains("could not look at, read or write a file"))
      let dangers = try #require(security["vulnerabilities"] as? [[String: String]])
      #expect(result.output.contains("no vulnerability in libde265 1.") == dangers.isEmpty)
      for danger in dangers {
        #expect(result.output.contains(try #require(danger["what"])))
      }
    }
  #endif

  /// The command with another worker.
  private func run(_ worker: String, _ arguments: String...) throws -> (Program.Result, Folder) {
    let folder = try Folder()
    let worker = try folder.write(Data(worker.utf8), to: "worker")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: worker)
    let result = try Program.boxwalk(
      ["convert", Program.sample("portrait-single.heic"), "-o", folder.path("new.jpg")] + arguments,
      environment: ["BOXWALK_CODEC": worker])
    return (result, folder)
  }

  /// A worker whose processes do what a hostile picture may make them do, by CWorker.h.
  ///
  /// - Parameter log: a file that gets the number of the server for each process.
  private func worker(_ script: String, atEnd: String = "pass", log: String = "/dev/null") -> String
  {
    """
    #!/usr/bin/env python3
    import array, os, signal, socket, sys
    control = socket.socket(fileno=0)
    while True:
        data, ancillary, _, _ = control.recvmsg(3, 1024)
        if not data:
            \(atEnd)
            sys.exit(0)
        descriptors = array.array("i", ancillary[0][2])
        child = os.fork()
        if child == 0:
            os.dup2(descriptors[1], 0)
            os.dup2(descriptors[1], 1)
            os.closerange(3, 256)
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            os.execvp("sh", ["sh", "-c", \"\"\"\(script)\"\"\"])
        for other in descriptors[1:]:
            os.close(other)
        status = os.waitpid(child, 0)[1]
        with open("\(log)", "a") as log:
            log.write(f"{os.getpid()}\\n")
        end = socket.socket(fileno=descriptors[0])
        try:
            end.sendall(status.to_bytes(4, sys.byteorder))
        except BrokenPipeError:
            pass
        end.close()
    """
  }

  /// The effect of a script, the report about it, and the seconds of waiting.
  static let endings = [
    ("kill -SEGV $$", "crashed on it (signal 11)", 600),
    ("kill -XCPU $$", "seconds of processor time", 600),
    ("kill -XFSZ $$", "would become larger than", 600),
    ("kill -KILL $$", "stopped from outside", 600), ("exit 3", "ended with code 3", 600),
    ("echo nonsense", "answer cannot be read", 600), ("exec cat", "answer cannot be read", 600),
    ("exec sleep 20", "not decoded within 1 second", 1),
    ("exec >&- <&-; exec sleep 5", "not decoded within 1 second", 1),
  ]

  @Test(arguments: endings)
  func whatEndsAProcessFailsOnePhoto(script: String, words: String, limit: Int) throws {
    let (result, folder) = try run(worker(script), "--time-limit", "\(limit)")
    // Errors of the worker are errors of the program.
    #expect(result.code == (words.contains("answer") || words.contains("with code") ? 70 : 2))
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(folder.names == ["worker"])
  }

  /// The end of a worker without clients is reported in the same words.
  @Test(arguments: endings)
  func whatEndsTheWorkerIsTold(script: String, words: String, limit: Int) throws {
    let (result, folder) = try run("#!/bin/sh\n\(script)\n", "--time-limit", "\(limit)")
    #expect(result.code == (words.contains("answer") || words.contains("with code") ? 70 : 2))
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(folder.names == ["worker"])
  }

  /// A program that measures the command measures the decoding, too: the worker ends before the command does, and its
  /// processes end before that.
  @Test func theWorkerEndsByItself() throws {
    let folder = try Folder()
    let end = folder.path("end")
    let worker = worker("exit 3", atEnd: "import time; time.sleep(0.3); open('\(end)', 'w')")
    #expect(try run(worker).0.code == 70)
    #expect(folder.names == ["end"])
  }

  /// Processes of one server have the same layout of addresses: after a crash, another server is started, and
  /// otherwise the server stays. What is not the end of the work itself is tried twice.
  @Test(arguments: [("kill -SEGV $$", 6, 6), ("kill -XCPU $$", 3, 1), ("exit 3", 6, 1)])
  func aCrashIsTheLastOfItsServer(script: String, count: Int, servers: Int) throws {
    let folder = try Folder()
    let log = folder.path("log")
    let worker = try folder.write(Data(worker(script, log: log).utf8), to: "worker")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: worker)
    let photos = try (1...3).map { number in
      let photo = folder.path("\(number).heic")
      try FileManager.default.copyItem(
        atPath: Program.sample("portrait-single.heic"), toPath: photo)
      return photo
    }
    let result = try Program.boxwalk(
      ["convert", "-o", folder.path("out"), "--jobs", "1"] + photos,
      environment: ["BOXWALK_CODEC": worker])
    #expect(result.code != 0)
    let processes = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    #expect(processes.count == count && Set(processes).count == servers, "\(processes)")
  }

  /// If the kernel lacks a feature, that is printed once and noted for each photo, or nothing is decoded.
  @Test(.needs("python3"), .needs("a kernel with Landlock and seccomp", if: isShutIn))
  func whatIsMissingOfTheSandboxIsSaid() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.path("in"), withIntermediateDirectories: true)
    for name in ["a", "b"] {
      try FileManager.default.copyItem(
        atPath: Program.sample("portrait-single.heic"), toPath: folder.path("in/\(name).heic"))
    }
    func run(_ arguments: [String]) throws -> Program.Result {
      let program = Program.products.appendingPathComponent("boxwalk").path
      return try Program.other("python3", ["-c", WorkerTests.withoutLandlock, program] + arguments)
    }
    func convert(_ output: String, _ arguments: String...) throws -> Program.Result {
      try run(["convert", folder.path("in"), "-o", folder.path(output)] + arguments)
    }
    let weak = try convert("out")
    #expect(weak.code == 0)
    #expect(weak.errors.components(separatedBy: "without Landlock").count == 2, "\(weak.errors)")
    let manifest = try String(
      contentsOfFile: folder.path("out/.boxwalk/manifest.jsonl"), encoding: .utf8)
    let lines = manifest.components(separatedBy: #""sandbox":["seccomp","limits","no new"#)
    #expect(lines.count == 3)
    let refused = try convert("refused", "--sandbox", "require")
    #expect(refused.code == 2)
    #expect(refused.errors.contains("nothing was decoded: the sandbox lacks Landlock"))
    #expect(Folder.names(folder.path("out")).contains("a.jpg"))
    #expect(!Folder.names(folder.path("refused")).contains { $0.hasSuffix(".jpg") })
    for arguments in [
      ["gallery", folder.path("in"), "-o", folder.path("pages")],
      ["trim", Program.sample("clip-hevc.mov"), "--from", "1.1", "--smart"]
        + ["-o", folder.path("cut.mov")],
    ] {
      let result = try run(arguments)
      #expect(result.errors.components(separatedBy: "without Landlock").count == 2, "\(result)")
    }
    #expect(try run(["doctor", "--security"]).code == 1)
  }

  /// Makes the system calls of Landlock unknown to this process and its successors.
  private static let withoutLandlock = """
    import ctypes, os, struct, sys
    libc = ctypes.CDLL(None, use_errno=True)
    code = struct.pack("HBBI", 0x20, 0, 0, 0)
    for number in 444, 445, 446:
        code += struct.pack("HBBI", 0x15, 0, 1, number) + struct.pack("HBBI", 6, 0, 0, 0x50000 | 38)
    code += struct.pack("HBBI", 6, 0, 0, 0x7FFF0000)
    room = ctypes.create_string_buffer(code)
    class Program(ctypes.Structure):
        _fields_ = [("count", ctypes.c_ushort), ("filter", ctypes.c_void_p)]
    program = Program(len(code) // 8, ctypes.cast(room, ctypes.c_void_p))
    assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, ctypes.byref(program)) == 0
    os.execv(sys.argv[1], sys.argv[1:])
    """

  #if os(Linux)
    /// Kills something while photos are converted, as soon as both are worked on.
    private func convert(
      _ count: Int, killing: (_ worker: pid_t) -> Void
    ) throws -> (code: Int32, errors: String, folder: Folder) {
      let folder = try Folder()
      try FileManager.default.createDirectory(
        atPath: folder.path("in"), withIntermediateDirectories: true)
      for number in 0..<count {
        try FileManager.default.copyItem(
          atPath: Program.sample("landscape-tiled.heic"), toPath: folder.path("in/\(number).heic"))
      }
      let errors = try folder.write(Data(), to: "errors")
      let process = Process()
      // One descriptor is open that is not for it.
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = [
        "-c", #"exec "$0" "$@" 9< /dev/zero"#,
        Program.products.appendingPathComponent("boxwalk").path,
        "convert", folder.path("in"), "-o", folder.path("out"), "--jobs", "2",
      ]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle(forWritingAtPath: errors)
      try process.run()
      while process.isRunning {
        usleep(1000)
        guard let worker = Program.children(of: process.processIdentifier).first,
          Program.children(of: worker).count == 2
        else { continue }
        killing(worker)
        break
      }
      process.waitUntilExit()
      return (
        process.terminationStatus, try String(contentsOfFile: errors, encoding: .utf8), folder
      )
    }

    /// Someone else ends or stops a process, or it crashes.
    static let signals = [SIGKILL, SIGSTOP, SIGSEGV]

    @Test(arguments: signals) func aWorkerThatIsLostIsReplaced(signal: Int32) throws {
      let (code, errors, folder) = try convert(4) { kill($0, signal) }
      #expect(code == 1, "\(errors)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out"))
      #expect(names.filter { $0.hasSuffix(".jpg") }.count == 4)
    }

    @Test(arguments: signals) func aProcessThatIsLostIsReplaced(signal: Int32) throws {
      let (code, errors, folder) = try convert(4) { worker in
        for child in Program.children(of: worker).prefix(1) { kill(child, signal) }
      }
      #expect(code == 1, "\(errors)")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out"))
      #expect(names.filter { $0.hasSuffix(".jpg") }.count == 4)
    }

    /// A process has only the picture and its output of the files that the command has open.
    @Test func aProcessHasNothingElseOpen() throws {
      var open: [String: String] = [:]
      let (code, errors, folder) = try convert(4) { worker in
        // The last one of its descriptors. A process that ended meanwhile shows none, and one that enters its sandbox
        // has the rules open until it is inside.
        while open["4"] == nil || open.values.contains("anon_inode:[landlock-ruleset]"),
          isRunning(worker)
        {
          guard let child = Program.children(of: worker).first else { continue }
          let found = descriptors(of: child)
          if found["4"] != nil { open = found }
        }
      }
      #expect(code == 1 && errors.filter { $0 == "\n" }.count <= 4, "\(errors)")
      #expect(open["2"] == "/dev/null", "\(open)")
      #expect(open["0"]?.hasPrefix("socket:") == true && open["0"] == open["1"], "\(open)")
      #expect(open["3"]?.hasPrefix(folder.path("in")) == true, "\(open)")
      #expect(open["4"]?.hasPrefix(folder.path("out")) == true, "\(open)")
      #expect(open.count == 5, "\(open)")
    }

    /// The target of each descriptor of a working process. It works in its own thread: before that, it is a copy of the
    /// worker that still closes the descriptors of others.
    private func descriptors(of process: pid_t) -> [String: String] {
      let tasks = "/proc/\(process)/task"
      let manager = FileManager.default
      let threads = (try? manager.contentsOfDirectory(atPath: tasks)) ?? []
      guard let thread = threads.first(where: { $0 != "\(process)" }) else { return [:] }
      let folder = "\(tasks)/\(thread)/fd"
      let names = (try? manager.contentsOfDirectory(atPath: folder)) ?? []
      return names.reduce(into: [:]) {
        $0[$1] = try? manager.destinationOfSymbolicLink(atPath: "\(folder)/\($1)")
      }
    }

    /// Neither the worker nor its processes stay behind, even if they are stopped.
    @Test(arguments: [false, true]) func nothingGoesOnWithoutTheCommand(isStopped: Bool) throws {
      var left: [pid_t] = []
      let result = try convertAndKill {
        left = $0
        guard isStopped else { return }
        for process in left { kill(process, SIGSTOP) }
        // The system lets go on what is stopped already when the command ends.
        #expect(wait { left.allSatisfy { !isRunning($0, unless: "T") } })
      }
      #expect(result == SIGKILL && left.count == 3)
      #expect(wait { !left.contains { isRunning($0) } })
    }

    private func convertAndKill(_ body: ([pid_t]) -> Void) throws -> Int32 {
      let folder = try Folder()
      let process = Process()
      process.executableURL = Program.products.appendingPathComponent("boxwalk")
      process.arguments =
        ["convert", "-o", folder.path("out/"), "--jobs", "2", "--no-manifest"]
        + ["landscape-tiled.heic", "portrait-single.heic"].map { Program.sample($0) }
        + [Program.sample("landscape-tiled.heic")]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      while process.isRunning {
        guard let worker = Program.children(of: process.processIdentifier).first,
          case let jobs = Program.children(of: worker), jobs.count == 2
        else { continue }
        body([worker] + jobs)
        kill(process.processIdentifier, SIGKILL)
        break
      }
      process.waitUntilExit()
      return process.terminationStatus
    }

    /// Whether one of its threads is there, and not in a state; the first of a process that works has ended.
    private func isRunning(_ process: pid_t, unless other: String = "Z") -> Bool {
      let tasks = "/proc/\(process)/task"
      return ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).contains {
        task in
        let state = try? String(contentsOfFile: "\(tasks)/\(task)/stat", encoding: .utf8)
        return ["Z", other].allSatisfy { state?.contains(") \($0) ") == false }
      }
    }
  #endif

  @Test func aPhotoThatTakesTooLongIsGivenUp() throws {
    let folder = try Folder()
    let result = try Program.boxwalk(
      "convert", Program.sample("landscape-tiled.heic"), "-o", folder.path("new.jpg"),
      "--time-limit", "0.05")
    #expect(result.code == 2)
    #expect(result.errors.contains("--time-limit allows more"), "\(result.errors)")
    #expect(folder.names.isEmpty)
  }
}
