import Foundation
import TestSupport
import Testing

/// `boxwalk convert` of movies: loops have the frames of `boxwalk frames`, at the times that ffprobe sees.
@Suite(.needs("ffmpeg", "ffprobe")) struct LoopTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func convert(_ arguments: String...) throws -> Program.Result {
    try Program.boxwalk(["convert"] + arguments)
  }

  /// The presentation times and durations of frames in ffprobe, in seconds.
  private func times(_ path: String) throws -> [(time: Double, duration: Double)] {
    try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "V:0", "-show_entries",
      "packet=pts_time,duration_time", "-of", "csv=p=0", path
    ).output.split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: ",").compactMap { Double($0) }
      return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }.sorted { $0.0 < $1.0 }
  }

  /// The presentation times of the frames of a movie, without those that the edit list hides.
  private func shownTimes(_ path: String) throws -> [Double] {
    try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "V:0", "-show_entries", "frame=pts_time", "-of",
      "default=noprint_wrappers=1:nokey=1", path
    ).output.split(separator: "\n").compactMap { Double($0) }
  }

  /// A hash of each frame that ffmpeg decodes, as it is presented.
  private func hashes(_ path: String) throws -> [String] {
    try Program.other(
      "ffmpeg", "-v", "error", "-i", path, "-fps_mode", "passthrough", "-pix_fmt", "bgra", "-f",
      "framemd5", "-"
    ).output.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
      $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The similarity of each frame of a loop to the photo that `boxwalk frames` makes of it, in decibels.
  private func likenesses(_ loop: String, _ frames: String, _ filter: String) throws -> [Double] {
    let result = try Program.other(
      "ffmpeg", "-v", "info", "-i", loop, "-framerate", "25", "-i", frames, "-lavfi",
      "[0:v]\(filter)format=gbrp,settb=1/25,setpts=N[a];[1:v]format=gbrp,settb=1/25,setpts=N[b];[a][b]psnr=stats_file=-",
      "-f", "null", "-")
    return result.output.split(separator: "\n").compactMap { line in
      line.components(separatedBy: "psnr_avg:").last.flatMap {
        $0.hasPrefix("inf") ? 100 : Double($0.prefix { $0 != " " })
      }
    }
  }

  private func frames(_ movie: String, side: Int) throws -> String {
    let result = try Program.boxwalk(
      "frames", movie, "-o", folder.path("frames") + "/", "--all", "--format", "png", "--depth",
      "8", "--color", "srgb", "--max-size", "\(side)")
    #expect(result.code == 0, "\(result.errors)")
    let name = ((movie as NSString).lastPathComponent as NSString).deletingPathExtension
    return folder.path("frames/\(name)-%05d.png")
  }

  // MARK: Frames

  @Test(arguments: FramesTests.samples) func framesAndTimesAreThoseOfTheMovie(
    _ movie: FramesTests.Movie
  ) throws {
    let photos = try frames(movie.path, side: 160)
    let shown = try shownTimes(movie.path)
    let matrix = "zscale=matrixin=170m:rangein=full:filter=bilinear:matrix=gbr:range=full,"
    for (ending, filter, least) in [("gif", "", 24.0), ("avif", matrix, 31)] {
      let loop = folder.path("a.\(ending)")
      let result = try convert(
        movie.path, "-o", loop, "--rate", "50", "--max-size", "160", "--quality", "95")
      #expect(result.code == 0, "\(result.errors)")
      let likenesses = try likenesses(loop, photos, filter)
      #expect(likenesses.count == shown.count)
      #expect(likenesses.allSatisfy { $0 > least }, "\(ending): \(likenesses.min() ?? 0) dB")
      // Rounding does not add up.
      let packets = try times(loop)
      #expect(packets.count == shown.count)
      for (packet, time) in zip(packets, shown) {
        #expect(abs(packet.time - (time - shown[0])) < (ending == "gif" ? 0.0051 : 0.0001))
      }
      let last = try #require(packets.last)
      let end = try #require(times(movie.path).last)
      #expect(abs(last.duration - end.duration) < 0.011, "\(last) \(end)")
    }
  }

  @Test(.needs("webpmux", "webpinfo", "dwebp")) func webP() throws {
    let movie = Program.sample("clip-hevc.mov")
    let photos = try frames(movie, side: 160)
    let loop = folder.path("a.webp")
    let result = try convert(
      movie, "-o", loop, "--max-size", "160", "--loops", "3", "--quality", "90")
    #expect(result.code == 0, "\(result.errors)")
    let check = try Program.other("webpinfo", loop)
    #expect(check.output.contains("No error detected."), "\(check.output)")
    let info = try Program.other("webpmux", "-info", loop).output
    #expect(info.contains("Canvas size: 120 x 160"), "\(info)")
    #expect(info.contains("Loop Count : 3"), "\(info)")
    // `1:   120    160 no           0        0      33     none    no ...`
    let lines: [[Substring]] = info.split(separator: "\n").map { $0.split(separator: " ") }
    let rows = lines.filter { (row: [Substring]) -> Bool in
      guard row.count > 8, let first = row.first, first.hasSuffix(":") else { return false }
      return Int(first.dropLast()) != nil
    }
    let shown = try shownTimes(movie)
    #expect(rows.count == shown.count)
    var time = 0
    for (row, due) in zip(rows, shown) {
      #expect(abs(Double(time) / 1000 - due) < 0.00051)
      time += try #require(Int(row[6]))
    }
    #expect(time == 2500)
    // Pictures of an animation are parts that are put over those before them.
    let canvas = folder.path("canvas.png")
    for (index, row) in rows.prefix(6).enumerated() {
      let part = folder.path("part.webp")
      _ = try Program.other("webpmux", "-get", "frame", "\(index + 1)", loop, "-o", part)
      _ = try Program.other("dwebp", part, "-o", folder.path("part.png"))
      let over = folder.path("over.png")
      _ = try Program.other(
        "ffmpeg", "-v", "error", "-y", "-i", index == 0 ? folder.path("part.png") : canvas, "-i",
        folder.path("part.png"), "-lavfi",
        "[0:v]format=gbrap[a];[1:v]format=gbrap[b];[a][b]overlay=\(row[4]):\(row[5]):format=gbrp",
        over)
      try? FileManager.default.removeItem(atPath: canvas)
      try FileManager.default.moveItem(atPath: over, toPath: canvas)
      let photo = photos.replacingOccurrences(of: "%05d", with: "0000\(index + 1)")
      let likeness = try likenesses(canvas, photo, "").first ?? 0
      #expect(likeness > 28, "frame \(index + 1): \(likeness) dB")
    }
  }

  /// Forwards and backwards: the first and the last frame are not shown twice.
  @Test func bounce() throws {
    let movie = Program.sample("clip-h264.mp4")
    let part = ["--from", "0.5", "--to", "1", "--max-size", "96", "--rate", "50"]
    for ending in ["gif", "avif"] {
      let (plain, bounced) = (folder.path("a.\(ending)"), folder.path("b.\(ending)"))
      let first = try Program.boxwalk(["convert", movie, "-o", plain] + part)
      let second = try Program.boxwalk(["convert", movie, "-o", bounced, "--bounce"] + part)
      #expect(first.code == 0 && second.code == 0, "\(second.errors)")
      let (times, twice) = try (times(plain), times(bounced))
      #expect(times.count == 15 && twice.count == 28)
      #expect(abs((twice.last.map { $0.time + $0.duration } ?? 0) - 28 / 30) < 0.011)
      guard ending == "gif" else { continue }
      // Both have the same colours, so that the same frame is the same in each sample.
      let hashes = try hashes(plain)
      #expect(Set(hashes).count == 15)
      #expect(try self.hashes(bounced) == hashes + hashes.dropFirst().dropLast().reversed())
    }
  }

  @Test func aPartOfAMovie() throws {
    let movie = Program.sample("clip-h264.mp4")
    let loop = folder.path("a.avif")
    let result = try convert(movie, "-o", loop, "--from", "0:00.51", "--to", "1.49")
    #expect(result.code == 0, "\(result.errors)")
    let shown = try shownTimes(movie).filter { $0 > 0.51 && $0 < 1.49 }
    let packets = try times(loop)
    // The frame that is shown then has appeared before.
    #expect(packets.count == shown.count + 1)
    for (packet, time) in zip(packets.dropFirst(), shown) {
      #expect(abs(packet.time - (time - 0.51)) < 0.0001)
    }
    #expect(abs((packets.last.map { $0.time + $0.duration } ?? 0) - 0.98) < 0.0001)
    for (from, to) in [("9", "10"), ("2.6", "3")] {
      let late = try convert(movie, "-o", folder.path("b.gif"), "--from", from, "--to", to)
      #expect(late.code == 2 && late.errors.contains("shows nothing at"), "\(late.errors)")
    }
  }

  /// 15 frames of 30 in a second, each at its own time.
  @Test func fewerFrames() throws {
    let movie = Program.sample("clip-h264.mp4")
    let loop = folder.path("a.gif")
    let result = try convert(movie, "-o", loop, "--max-size", "64")
    #expect(result.code == 0, "\(result.errors)")
    #expect(
      result.errors.contains("shows 38 of 75 frames, at most 15 a second"), "\(result.errors)")
    let packets = try times(loop)
    #expect(packets.count == 38)
    let shown = try shownTimes(movie)
    for (index, packet) in packets.enumerated() {
      #expect(abs(packet.time - shown[index * 2]) < 0.0051)
    }
    #expect(abs((packets.last.map { $0.time + $0.duration } ?? 0) - 2.5) < 0.0051)
    for (rate, count) in [("10", 25), ("1", 3), ("0.5", 2), ("24", 60)] {
      let few = folder.path("\(rate).gif")
      _ = try convert(movie, "-o", few, "--max-size", "32", "--rate", rate)
      #expect(try times(few).count == count, "\(rate) a second")
    }
  }

  @Test(.needsMedia) func editListsAreRespected() throws {
    let media = try #require(MediaFolder.path)
    for name in [
      "iibbibb_editlist_videoonly.mp4", "edit_list_positive_shift.mp4", "preroll-5s.mp4",
      "bipbop-no-edts.mp4",
    ] {
      let loop = folder.path("a.avif")
      let result = try convert(
        "\(media)/mp4/\(name)", "-o", loop, "--force", "--max-size", "64", "--rate", "200")
      #expect(result.code == 0, "\(result.errors)")
      let (all, shown) = try (times(loop), shownTimes("\(media)/mp4/\(name)"))
      // FFmpeg leaves out a picture that is in progress when the edit begins.
      let packets = all.dropFirst(name.hasPrefix("iibb") ? 1 : 0)
      #expect(packets.count == shown.count, "\(name)")
      let start = packets.first?.time ?? 0
      for (packet, time) in zip(packets, shown) {
        #expect(abs(packet.time - start - (time - shown[0])) < 0.0006, "\(name)")
      }
    }
  }

  @Test(.needsMedia) func pixelsBecomeSquareAndFramesUpright() throws {
    let media = try #require(MediaFolder.path)
    for (name, size) in [
      ("mp4/par_3_2.mp4", "288,108"), ("mp4/color_matrix_270_deg_clockwise.mp4", nil),
    ] {
      let photo = folder.path("a.png")
      _ = try Program.boxwalk(
        "frames", "\(media)/\(name)", "-o", photo, "--force", "--max-size", "300")
      let expected = try size ?? self.size(photo)
      for ending in ["gif", "avif"] {
        let loop = folder.path("a.\(ending)")
        let result = try convert(
          "\(media)/\(name)", "-o", loop, "--force", "--to", "0.2", "--max-size", "300")
        #expect(result.isDone, "\(result.errors)")
        #expect(try self.size(loop) == expected, "\(name) as \(ending)")
      }
    }
  }

  private func size(_ path: String) throws -> String {
    try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", path
    ).output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(.needsMedia) func hdrIsMapped() throws {
    let movie = try #require(MediaFolder.path) + "/mp4/hlg10-color-test.mp4"
    let photos = try frames(movie, side: 160)
    let loop = folder.path("a.avif")
    let result = try convert(
      movie, "-o", loop, "--max-size", "160", "--rate", "100", "--quality", "95")
    #expect(result.code == 0 && result.errors.contains("HDR (HLG)"), "\(result.errors)")
    let likenesses = try likenesses(
      loop, photos, "zscale=matrixin=170m:rangein=full:filter=bilinear:matrix=gbr:range=full,")
    #expect(!likenesses.isEmpty && likenesses.allSatisfy { $0 > 27 }, "\(likenesses)")
  }
}
