#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Files that another program makes shorter while a command reads them.
  @Suite(.needs("strace")) struct ShorteningTests {
    /// `FILE` is a movie and `PHOTO` a photo that become shorter; `OUTPUT` is not there.
    static let commands = [
      "inspect FILE", "inspect --json FILE", "inspect --tree FILE", "inspect --nal FILE",
      "verify FILE", "verify --json FILE", "diff FILE OTHER", "extract FILE",
      "extract FILE --track 1 -o OUTPUT", "live check FILE OTHER",
      "live make PHOTO OTHER -o OUTPUT", "strip all FILE", "rotate 90 FILE",
      "flip horizontal FILE", "faststart FILE", "faststart --undo FILE", "retag FILE",
      "repair FILE", "set moov/mvhd.rate=2.0 FILE", "remove moov/udta FILE",
      "insert / FILE --after ftyp --hex 0000000866726565", "strip all --in-place FILE",
      "faststart --in-place FILE", "set moov/mvhd.rate=2.0 --in-place FILE",
    ]

    /// `strace` stops the program after it has mapped the file, and continues it after the file is shorter.
    private func run(
      _ arguments: [String], shortening path: String, to count: Int
    ) throws -> Program.Result {
      let script = """
        read -r process rest
        truncate -s \(count) '\(path)'
        while kill -CONT "$process" 2> /dev/null; do :; done
        """
      return try Program.other(
        "strace",
        [
          "-f", "-qq", "-e", "trace=madvise", "-e", "signal=none", "-e",
          "inject=madvise:signal=SIGSTOP:when=1", "-o", "|sh -c '\(script.quoted)'",
          Program.products.appendingPathComponent("boxwalk").path,
        ] + arguments)
    }

    @Test(arguments: commands, [0, 4096])
    func commandsSaySo(command: String, count: Int) throws {
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
      let result = try run(arguments, shortening: path, to: count)
      #expect(result.code == 2, "\(command)")
      #expect(
        result.errors.contains("\(name): became shorter while it was read"),
        "\(command): \(result.errors)")
      let outputs = folder.names.filter { $0 != "output" } + Folder.names(folder.path("output"))
      #expect(outputs == [name], "\(command)")
      let left = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(left == data.prefix(count), "\(command)")
    }
  }

  extension String {
    /// Within single quotes of a shell.
    fileprivate var quoted: String { replacingOccurrences(of: "'", with: "'\\''") }
  }
#endif
