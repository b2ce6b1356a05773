#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Outputs on a disk that becomes full: the command ends at once, and names the file that it could not write.
  @Suite
  struct FullDiskTests {
    private static let mount =
      #"mount -t tmpfs -o size=300k tmpfs "$0" && head -c 200k /dev/zero > "$0/fill" && "#

    static let canMount: Bool = {
      guard let folder = try? Folder(),
        let tried = try? Program.other(
          "unshare", "-m", "sh", "-c", mount + "true", folder.url.path)
      else { return false }
      return tried.code == 0
    }()

    /// - Parameter arguments: `OUT` means the full disk.
    private func run(_ arguments: [String]) throws -> Program.Result {
      let folder = try Folder()
      let disk = folder.path("disk")
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
      let program = Program.products.appendingPathComponent("boxwalk").path
      let given = arguments.map { $0.replacingOccurrences(of: "OUT", with: disk) }
      let result = try Program.other(
        "unshare", ["-m", "sh", "-c", FullDiskTests.mount + #"exec "$@""#, disk, program] + given)
      #expect(result.errors.contains("\(disk)/"), "\(result.errors)")
      return result
    }

    @Test(
      .needs("a namespace with a file system of its own", if: { FullDiskTests.canMount }),
      arguments: [
        ["frames", "clip-hevc.mov", "-o", "OUT/frames", "--all"],
        [
          "frames", "clip-hevc.mov", "clip-h264.mp4", "-o", "OUT/frames", "--all", "--format",
          "png",
        ],
        ["frames", "clip-hevc.mov", "-o", "OUT/sheet.png", "--sheet", "8x8"],
        ["convert", "landscape-tiled.heic", "-o", "OUT/photo.png"],
        ["convert", "landscape-tiled.heic", "-o", "OUT/photo.jpg", "--quality", "100"],
        ["convert", "clip-hevc.mov", "-o", "OUT/loop.gif"],
        [
          "transcode", "clip-hevc.mov", "-o", "OUT/movie.mov", "--speed", "fast", "--quality", "95",
        ],
        ["remux", "clip-hevc.mov", "-o", "OUT/movie.mkv"],
        ["extract", "clip-hevc.mov", "--track", "1", "-o", "OUT/track.hevc"],
      ])
    func theOutputIsNamed(arguments: [String]) throws {
      let names = arguments.map {
        $0.hasPrefix("clip") || $0.hasPrefix("land") ? Program.sample($0) : $0
      }
      let result = try run(names)
      #expect(result.code == 2, "\(result)")
      #expect(result.errors.contains("the disk is full"), "\(result.errors)")
      #expect(!result.errors.contains("coded at byte"), "\(result.errors)")
      // Several are made at a time, and none after these.
      let lines = result.errors.split(separator: "\n")
      #expect(lines.count <= ProcessInfo.processInfo.processorCount + 1, "\(result.errors)")
    }
  }
#endif
