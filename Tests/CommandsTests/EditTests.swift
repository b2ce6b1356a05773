import Foundation
import TestSupport
import Testing

/// The commands that change one thing, on real files, judged by other programs.
@Suite(.needs("ffmpeg", "ffprobe", "exiftool")) struct EditTests {
  private func edit(_ arguments: String...) throws -> Program.Result {
    try Program.boxwalk(arguments)
  }

  /// The hashes of all frames.
  private func frames(_ path: String) throws -> String {
    // Pictures as they are coded: how they are shown may change.
    return try Program.other(
      "ffmpeg", "-v", "error", "-noautorotate", "-i", path, "-map", "0:v", "-map", "0:a?", "-f",
      "framemd5", "-"
    )
    .output.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
  }

  private func probe(_ path: String, _ entries: String) throws -> String {
    try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", entries, "-of",
      "default=noprint_wrappers=1:nokey=1", path
    ).output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(arguments: [
    ("clip-hevc.mov", "hev1", "hvc1"), ("clip-h264.mp4", "avc3", "avc1"),
    ("clip-hevc-fragmented.mp4", "hev1", "hvc1"),
  ])
  func retagThereAndBack(name: String, there: String, back: String) throws {
    let folder = try Folder()
    let sample = Program.sample(name)
    let copy = folder.path("there." + (name.split(separator: ".").last ?? ""))
    #expect(try edit("retag", sample, "--to", there, "-o", copy).code == 0)
    #expect(try probe(copy, "stream=codec_tag_string") == there)
    #expect(try frames(copy) == frames(sample))
    let result = try edit("retag", copy, "--in-place")
    #expect(result.code == 0)
    #expect(result.output == "\(copy): changed in place\n  track 1: '\(there)' is '\(back)' now\n")
    #expect(FileManager.default.contentsEqual(atPath: copy, andPath: sample))
    #expect(try edit("retag", copy, "--in-place").output == "\(copy): nothing to change\n")
  }

  /// Encoders repeat parameter sets if an option requests it.
  @Test(.needs(encoders: "libx264")) func retagOfStreamsWithParameterSets() throws {
    let folder = try Folder()
    let raw = folder.path("raw.mp4")
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:d=1:r=25", "-c:v",
      "libx264", "-x264-params", "repeat-headers=1:keyint=5", "-tag:v", "avc3", raw)
    #expect(made.code == 0, "\(made.errors)")
    let new = folder.path("new.mp4")
    let result = try edit("retag", raw, "-o", new)
    #expect(
      result.output == """
        \(new)
          track 1: 5 samples repeat parameter sets of the decoder configuration, which does no harm
          track 1: 'avc3' is 'avc1' now

        """)
    #expect(try probe(new, "stream=codec_tag_string") == "avc1")
    #expect(try frames(new) == frames(raw))
  }

  /// Reading each byte would take longer than an edit may take.
  @Test func aSparseMovieOfTenGigabytes() throws {
    let folder = try Folder()
    let path = folder.path("big.mov")
    // The media data gets a header of 16 bytes, which replaces `wide`, and a hole at its end.
    var data = try Data(contentsOf: URL(fileURLWithPath: Program.sample("clip-hevc.mov")))
    let media = try #require(data.range(of: Data("wide".utf8))).lowerBound - 4
    let movie = try #require(data.range(of: Data("moov".utf8), options: .backwards)).lowerBound - 4
    let size = UInt64(10 << 30)
    var header = Data([0, 0, 0, 1]) + Data("mdat".utf8)
    header += (0..<8).map { UInt8(truncatingIfNeeded: size >> (56 - 8 * UInt64($0))) }
    data.replaceSubrange(media..<media + 16, with: header)
    let head = data[..<movie]
    let tail = data[movie...]
    try Data(head).write(to: URL(fileURLWithPath: path))
    let handle = try #require(FileHandle(forUpdatingAtPath: path))
    try handle.seek(toOffset: UInt64(media) + size)
    try handle.write(contentsOf: Data(tail))
    try handle.close()
    for arguments in [
      ["retag", path, "--to", "hev1", "--in-place"], ["retag", path, "--in-place"],
      ["set", "moov/mvhd.rate=2", path, "--in-place"],
    ] {
      #expect(try Program.boxwalk(arguments, processorSeconds: 10).code == 0)
    }
    #expect(try probe(path, "stream=codec_tag_string") == "hvc1")
  }

  @Test func setChangesWhatOthersRead() throws {
    let folder = try Folder()
    let new = folder.path("new.mov")
    let sample = Program.sample("clip-hevc.mov")
    let result = try edit(
      "set", "moov/mvhd.creation_time=2020-02-29T12:34:56Z", "--also",
      "moov/trak/mdia/mdhd.language=slv", sample, "-o", new)
    #expect(result.code == 0)
    #expect(try probe(new, "stream_tags=language") == "slv")
    let tool = try Program.other("exiftool", "-s3", "-CreateDate", new)
    #expect(tool.output.hasPrefix("2020:02:29 12:34:56"))
    #expect(try frames(new) == frames(sample))
    let wrong = try edit("set", "moov/mvhd.speed=1", sample, "-o", folder.path("no.mov"))
    #expect(wrong.code == 2)
    #expect(
      wrong.errors.contains("moov/mvhd has no field speed; it has version, flags, creation_time"))
    #expect(try edit("set", "mvhd=1", sample).code == 64)
    #expect(folder.names == ["new.mov"])
  }

  /// The angle is what ffprobe shows, counter-clockwise.
  @Test(arguments: [
    (["rotate", "90"], "-90"), (["rotate", "180"], "-180"), (["rotate", "270"], "90"),
  ])
  func moviesAreTurned(command: [String], rotation: String) throws {
    let folder = try Folder()
    let new = folder.path("new.mp4")
    let sample = Program.sample("clip-h264.mp4")
    #expect(try Program.boxwalk(command + [sample, "-o", new]).code == 0)
    #expect(try probe(new, "stream_side_data=rotation") == rotation)
    #expect(try frames(new) == frames(sample))
  }

  @Test func dryRunsWriteNothing() throws {
    let folder = try Folder()
    for arguments in [
      ["rotate", "90", Program.sample("landscape-tiled.heic")],
      ["flip", "vertical", Program.sample("coast.avif")],
      ["remove", "moov/udta", Program.sample("clip-h264.mp4")],
      ["insert", "moov", Program.sample("clip-h264.mp4"), "--hex", "0000000866726565"],
    ] {
      let result = try Program.boxwalk(arguments + ["--dry-run", "-o", folder.path("new") + "/"])
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.output.contains("would change"))
    }
    #expect(folder.names.isEmpty)
  }

  @Test func boxesFromFiles() throws {
    let folder = try Folder()
    let box = try folder.write(
      Data([0, 0, 0, 12]) + Data("free".utf8) + Data([1, 2, 3, 4]), to: "free.box")
    let new = folder.path("new.mp4")
    let sample = Program.sample("clip-h264.mp4")
    #expect(
      try edit("insert", "moov", sample, "--from", box, "--after", "mvhd", "-o", new).code == 0)
    let shown = try edit("inspect", new, "--path", "moov/free")
    #expect(shown.output.hasPrefix("free 12 bytes"))
    #expect(try frames(new) == frames(sample))
    let back = folder.path("back.mp4")
    #expect(try edit("remove", "moov/free", new, "-o", back).code == 0)
    #expect(try edit("insert", "moov", sample, "-o", back).code == 64)
    let missing = try edit("insert", "moov", sample, "--from", folder.path("no"), "-o", back)
    #expect(missing.code == 2)
  }
}
