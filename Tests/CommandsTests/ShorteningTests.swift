#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Files that another program makes shorter, or changes, while a command reads them.
  @Suite(.needs("strace")) struct ShorteningTests {
    /// `FILE` is a movie and `PHOTO` a photo that change; `OUTPUT` is not there.
    static let commands = [
      "inspect FILE", "inspect --json FILE", "inspect --tree FILE", "inspect --nal FILE",
      "inspect --samples FILE", "inspect FILE --html OUTPUT", "diff FILE OTHER --html OUTPUT",
      "verify FILE", "verify --json FILE", "diff FILE OTHER", "extract FILE",
      "extract FILE --track 1 -o OUTPUT", "live check FILE OTHER",
      "live make PHOTO OTHER -o OUTPUT", "strip all FILE", "rotate 90 FILE",
      "flip horizontal FILE", "faststart FILE", "faststart --undo FILE", "retag FILE",
      "repair FILE", "set moov/mvhd.rate=2.0 FILE", "remove moov/udta FILE",
      "insert / FILE --after ftyp --hex 0000000866726565", "strip all --in-place FILE",
      "faststart --in-place FILE", "set moov/mvhd.rate=2.0 --in-place FILE",
    ]

    /// `strace` stops the program after it has mapped the file, and continues it after a command has changed the file.
    /// Each process that it starts is stopped too. The signal is repeated, because it may come before the stop; without a
    /// pause, signals would be most of the work.
    private func run(_ arguments: [String], changing change: String) throws -> Program.Result {
      let script = """
        read -r process rest
        \(change)
        while kill -CONT "$process" 2> /dev/null; do kill -CONT 0; sleep 0.01; done
        """
      return try Program.other(
        "strace",
        [
          "-f", "-qq", "-e", "trace=madvise", "-e", "signal=none", "-e",
          "inject=madvise:signal=SIGSTOP:when=1", "-o", "|sh -c '\(script.quoted)'",
          Program.products.appendingPathComponent("boxwalk").path,
        ] + arguments)
    }

    /// What another program does to a file, and how commands say that.
    enum Change: CaseIterable {
      case empty, shorter, other

      var words: String {
        self == .other
          ? "was changed by another program while it was read" : "became shorter while it was read"
      }

      func command(_ path: String) -> String {
        switch self {
        case .empty: "truncate -s 0 '\(path)'"
        case .shorter: "truncate -s 4096 '\(path)'"
        case .other: "printf 12345678 | dd of='\(path)' bs=1 seek=5000 conv=notrunc 2> /dev/null"
        }
      }

      func made(of data: Data) -> Data {
        switch self {
        case .empty: Data()
        case .shorter: data.prefix(4096)
        case .other: data.prefix(5000) + Data("12345678".utf8) + data.dropFirst(5008)
        }
      }
    }

    @Test(arguments: commands, Change.allCases)
    func commandsSaySo(command: String, change: Change) throws {
      let folder = try Folder()
      let isPhoto = command.contains("PHOTO")
      let (sample, name) =
        isPhoto ? ("portrait-single.heic", "photo.heic") : ("clip-hevc.mov", "movie.mov")
      let data = try Data(contentsOf: URL(fileURLWithPath: Program.sample(sample)))
      let path = try folder.write(data, to: name)
      let names = [
        "FILE": path, "PHOTO": path, "OUTPUT": folder.path("output"),
        "OTHER": Program.sample("clip-h264.mp4"),
      ]
      let arguments = command.split(separator: " ").map { names[String($0)] ?? String($0) }
      let result = try run(arguments, changing: change.command(path))
      #expect(result.code == 2, "\(command)")
      #expect(
        result.errors.contains("\(name): \(change.words)"),
        "\(command): \(result.errors)")
      let outputs = folder.names.filter { $0 != "output" } + Folder.names(folder.path("output"))
      #expect(outputs == [name], "\(command)")
      let left = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(left == change.made(of: data), "\(command)")
    }
  }

  /// A library that gets no memory once goes on without what it could not hold. No output is made of that.
  @Suite(.needs("cc", "ffmpeg")) struct MissingMemoryTests {
    @Test(.needs("libboxwalk-containers") { Doctor.has("libboxwalk-containers") })
    func nothingIsMadeWithoutMemory() throws {
      let library = try FaultLibrary()
      let folder = try Folder()
      let input = folder.path("in.mkv")
      let made = try Program.other(
        "ffmpeg", "-v", "error", "-i", Program.sample("clip-hevc.mov"), "-map", "0:V", "-map",
        "0:a",
        "-c", "copy", input)
      #expect(made.code == 0, "\(made.errors)")
      let output = folder.path("out.mp4")
      func run(before call: Int?) throws -> (result: Program.Result, calls: Int, data: Data?) {
        try? FileManager.default.removeItem(atPath: output)
        let (result, calls) = try library.run(
          ["remux", input, "-o", output], below: folder, before: call, error: ENOMEM,
          environment: ["FAULTS_MEMORY": "1", "FAULTS_PROGRAM": "boxwalk-codec"])
        return (result, calls.count, FileManager.default.contents(atPath: output))
      }
      let undisturbed = try run(before: nil)
      try #require(undisturbed.result.code == 0 && undisturbed.calls > 1000)
      for call in stride(from: 3, through: undisturbed.calls, by: undisturbed.calls / 40) {
        let (result, _, data) = try run(before: call)
        #expect(
          result.code == 0 ? data == undisturbed.data : data == nil,
          "call \(call): \(result.code) \(result.errors)")
      }
    }
  }

  /// Files that become shorter between any two calls of the file layer: what was read once is read again as zeros.
  @Suite(.needs("cc")) struct ShorteningMomentTests {
    @Test(arguments: [
      "inspect FILE --html OUTPUT", "frames FILE --every 0.5 -o OUTPUT/",
      "gallery FOLDER -o OUTPUT --jobs 1",
      "convert PHOTO --aux --max-size 400 -o OUTPUT/", "convert FILE --max-size 64 -o WHOLE",
      "set moov/mvhd.rate=2.0 --in-place FILE",
    ]) func commandsEndAsTheyShould(command: String) throws {
      let library = try FaultLibrary()
      func run(before call: Int?) throws -> (
        result: Program.Result, calls: [String], loop: Data?
      ) {
        let folder = try Folder()
        let (sample, name) =
          command.contains("PHOTO")
          ? ("landscape-tiled.heic", "in/a.heic") : ("clip-hevc.mov", "in/a.mov")
        try folder.add(sample, as: name)
        let path = folder.path(name)
        let names = [
          "FILE": path, "PHOTO": path, "FOLDER": folder.path("in"),
          "OUTPUT": folder.path("output"), "OUTPUT/": folder.path("output") + "/",
          "WHOLE": folder.path("whole.webp"),
        ]
        let (result, calls) = try library.run(
          command.split(separator: " ").map { names[String($0)] ?? String($0) }, below: folder,
          before: call, change: "truncate -s 1000 '\(path)'")
        return (result, calls, try? folder.data("whole.webp"))
      }
      let undisturbed = try run(before: nil)
      let count = undisturbed.calls.count
      try #require(count > 10)
      for call in stride(from: 1, through: count, by: max(1, count / 24)) {
        let (result, _, loop) = try run(before: call)
        #expect((0...3).contains(result.code), "\(command), call \(call): \(result.errors)")
        #expect(loop == nil || loop == undisturbed.loop, "call \(call): the loop has only a part")
      }
    }
  }

  extension String {
    /// Within single quotes of a shell.
    fileprivate var quoted: String { replacingOccurrences(of: "'", with: "'\\''") }
  }
#endif
