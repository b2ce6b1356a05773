#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The process that connects to servers decodes nothing, and the processes that decode have no network: the system
  /// calls of all processes of a command show it.
  @Suite(
    .needs("python3", "strace"),
    .needs("a strace that names processes") {
      try InstalledProgram.run("strace", ["--decode-pids=comm", "-e", "trace=none", "true"]).code
        == 0
    },
    .needs("libcurl", if: { try FarLibrary.isThere() })) struct FarProcessTests
  {
    /// A call: the name of the process, and the rest of the line of `strace`.
    private typealias Call = (process: String, words: String)

    private func calls(of arguments: [String], in folder: Folder) throws -> [Call] {
      let log = folder.path("calls")
      let result = try Program.other(
        "strace",
        [
          "-f", "-qq", "--decode-pids=comm", "-e", "signal=none", "-e",
          "trace=socket,connect,openat,open,execve", "-o", log,
          Program.products.appendingPathComponent("boxwalk").path,
        ] + arguments)
      #expect(result.code <= 1, "\(result.errors)")
      // `123<boxwalk> connect(7, {sa_family=AF_INET, ...`
      return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").compactMap {
        $0.firstMatch(of: /^\d+<([^>]*)> +(.*)$/).map { (String($0.1), String($0.2)) }
      }
    }

    @Test(arguments: [
      ["convert", "landscape-tiled.heic", "-o", "OUTPUT.jpg"],
      ["convert", "coast.avif", "-o", "OUTPUT.heic"],
      ["frames", "clip-hevc.mov", "--at", "1", "-o", "OUTPUT.png"],
      ["transcode", "clip-h264.mp4", "-o", "OUTPUT.mp4", "--speed", "fast"],
      ["inspect", "landscape-tiled.heic", "--html", "OUTPUT.html"],
    ]) func networkAndCodecsAreApart(arguments: [String]) throws {
      let folder = try Folder()
      let server = try FarServer(Program.package.appendingPathComponent("SampleMedia").path)
      let words = arguments.map { word in
        word.hasPrefix("OUTPUT")
          ? folder.path(word) : word == arguments[1] ? server.address("plain", word) : word
      }
      let calls = try calls(of: words + ["--allow-private"], in: folder)
      let codecs =
        /lib(de265|avcodec|avformat|heif|jpeg|turbojpeg|png16|dav1d|aom|x265|openjp2|webp|exiv2|boxwalk-)/
      let decoders = calls.filter { $0.words.contains(codecs) }
      #expect(!decoders.isEmpty && decoders.allSatisfy { $0.process == "boxwalk-codec" })
      let speakers = calls.filter { $0.words.contains(/AF_INET|AF_NETLINK|AF_PACKET/) }
      #expect(speakers.contains { $0.words.hasPrefix("connect(") })
      #expect(speakers.allSatisfy { !$0.process.contains("codec") }, "\(speakers)")
      #expect(folder.names.contains { $0.hasPrefix("OUTPUT") })
    }
  }
#endif
