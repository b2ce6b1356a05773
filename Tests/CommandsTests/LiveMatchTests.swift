import Foundation
import TestSupport
import Testing

/// `boxwalk live make --match`: movies and stills that FFmpeg made, of frames that it counts.
@Suite(.needs(encoders: "libx264", "libx265")) struct LiveMatchTests {
  /// A movie with B frames that starts before it is shown, and that is rotated.
  private func movie(_ codec: String, in folder: Folder) throws -> String {
    let (whole, cut) = (folder.path("whole.mov"), folder.path("cut.mov"))
    let encoder =
      codec == "hevc"
      ? ["libx265", "-tag:v", "hvc1", "-x265-params", "log-level=error:bframes=3"]
      : ["libx264", "-bf", "3"]
    let source = ["-f", "lavfi", "-i", "testsrc2=s=192x144:r=30:d=1", "-g", "25"]
    for arguments in [
      source + ["-pix_fmt", "yuv420p", "-c:v"] + encoder + [whole],
      ["-ss", "0.4", "-i", whole, "-c", "copy", cut],
    ] {
      let result = try Program.other("ffmpeg", ["-v", "error"] + arguments)
      #expect(result.code == 0, "\(result.errors)")
    }
    let turned = try Program.boxwalk("rotate", "90", cut, "-o", folder.path("movie.mov"))
    #expect(turned.code == 0, "\(turned.errors)")
    return folder.path("movie.mov")
  }

  /// A frame as FFmpeg shows it, upright.
  private func still(
    _ number: Int, of movie: String, _ filter: String, in folder: Folder
  ) throws -> String {
    let path = folder.path("IMG_1.jpg")
    let result = try Program.other(
      "ffmpeg", "-v", "error", "-y", "-i", movie, "-vf", "select=eq(n\\,\(number)),\(filter)",
      "-frames:v", "1", "-q:v", "3", path)
    #expect(result.code == 0, "\(result.errors)")
    return path
  }

  private func json(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// Cut by 5 %, shifted, brighter, and with more contrast.
  private static let otherLight =
    "crop=iw*0.95:ih*0.95:iw*0.03:ih*0.02,eq=brightness=0.08:contrast=1.2"

  @Test(
    .needs("libheif with an encoder of HEVC") { Doctor.writesHEIF },
    arguments: ["h264", "hevc"], [("jpg", 5), ("heic", 13)])
  func theFrameIsFound(codec: String, still: (format: String, frame: Int)) throws {
    let folder = try Folder()
    let movie = try movie(codec, in: folder)
    var photo = try self.still(still.frame, of: movie, LiveMatchTests.otherLight, in: folder)
    if still.format == "heic" {
      let heic = folder.path("IMG_1.heic")
      let converted = try Program.boxwalk("convert", photo, "-o", heic)
      #expect(converted.isDone, "\(converted.errors)")
      photo = heic
    }
    let result = try Program.boxwalk(
      "live", "make", photo, movie, "-o", folder.path("new"), "--match", "--json")
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    let match = try #require(json(result.output)["match"] as? [String: Any])
    #expect(match["frame"] as? Int == still.frame)
    #expect(match["frames"] as? Int == 18)
    let score = try #require(match["score"] as? Double)
    #expect(score > 0.9 && score <= 1)
    #expect(try #require(match["otherScore"] as? Double) < score)
    // The movie counts thousandths.
    #expect(abs(try #require(match["time"] as? Double) - Double(still.frame) / 30) <= 0.001)

    // The track states it.
    let check = try json(
      Program.boxwalk("live", "check", folder.path("new"), "--json").output)
    let time = (check["movie"] as? [String: Any])?["still"] as? [String: Any]
    #expect(time?["frame"] as? Int == still.frame)
    #expect(time?["frames"] as? Int == 18)
  }

  @Test func aSmallPartOfTheFrameWillDo() throws {
    let folder = try Folder()
    let movie = try movie("h264", in: folder)
    let photo = try still(8, of: movie, "crop=iw*0.8:ih*0.85,hue=s=0", in: folder)
    let result = try Program.boxwalk(
      "live", "make", photo, movie, "-o", folder.path("new"), "--match")
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.contains("the still is frame 9 of 18, at "), "\(result.output)")
    #expect(result.output.contains("it looks most like the still: 0.9"), "\(result.output)")
  }

  /// The reason is printed, and nothing is written.
  private func refuse(
    _ still: String, _ movie: String, _ words: String, code: Int32 = 2, _ more: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    let folder = try Folder()
    let result = try Program.boxwalk(
      ["live", "make", still, movie, "-o", folder.path("new"), "--match"] + more,
      environment: environment)
    #expect(result.code == code)
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(folder.names.isEmpty)
  }

  @Test func whatCannotBeMatchedIsNamed() throws {
    let folder = try Folder()
    let meadow = Program.sample("meadow.jpg")
    let movie = try movie("h264", in: folder)
    try refuse(meadow, movie, "has no frame that looks like the still")
    try refuse(
      meadow, movie, "libavcodec is needed",
      environment: ["BOXWALK_LIBAVCODEC": folder.path("none.so")])
    try refuse(
      meadow, movie, "could not be started", code: 70,
      environment: ["BOXWALK_CODEC": folder.path("none")])
    try refuse(meadow, movie, "Use either --match or --time.", code: 64, ["--time", "1"])
    try refuse(meadow, Program.sample("clip-hevc-fragmented.mp4"), "is a fragmented movie")

    let jpegs = folder.path("mjpeg.mov")
    _ = try Program.other(
      "ffmpeg", "-v", "error", "-i", movie, "-c:v", "mjpeg", "-pix_fmt", "yuvj420p", jpegs)
    try refuse(
      meadow, jpegs, "has frames of 'jpeg', which are not compared yet; --time says",
      ["--any-codec"])
  }

  /// Damaged frames are the only failures, and only the worker may crash.
  @Test func damageDoesNoHarm() throws {
    let folder = try Folder()
    let movie = try movie("hevc", in: folder)
    let photo = try still(30, of: movie, "null", in: folder)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: movie))
    let media = try #require(bytes.range(of: Data("mdat".utf8)))
    for offset in stride(from: media.upperBound + 500, to: bytes.count - 4_000, by: 997) {
      bytes[offset] ^= 0x55
    }
    let damaged = try folder.write(bytes, to: "damaged.mov")
    let result = try Program.boxwalk(
      "live", "make", photo, damaged, "-o", folder.path("new"), "--match", "--json")
    let answer = try json(result.output)
    #expect(answer["match"] != nil || answer["reason"] != nil)
    #expect([0, 1, 2].contains(result.code))
  }

  // MARK: - Scenes without motion

  /// Sixty frames of one picture, with the noise of a sensor, begun at a time.
  private func stillScene(begun date: String?, in folder: Folder) throws -> String {
    let path = folder.path("scene.mov")
    let dates =
      date.map {
        ["-movflags", "use_metadata_tags", "-metadata", "com.apple.quicktime.creationdate=\($0)"]
      } ?? []
    let result = try Program.other(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=192x144:r=30"]
        + ["-vf", "trim=end_frame=1,loop=59:1,setpts=N/30/TB,noise=alls=8:allf=t:all_seed=7"]
        + ["-r", "30", "-c:v", "libx264", "-bf", "2", "-pix_fmt", "yuv420p"] + dates + [path])
    #expect(result.code == 0, "\(result.errors)")
    return path
  }

  private func match(
    _ still: String, _ movie: String, in folder: Folder
  ) throws -> (json: [String: Any], text: String) {
    let arguments = ["live", "make", still, movie, "-o", folder.path("new"), "--match", "-n"]
    let result = try Program.boxwalk(arguments + ["--json"])
    let match = try #require(json(result.output)["match"] as? [String: Any])
    let isOpen = match["undecided"] as? Bool == true && match["decidedBy"] == nil
    #expect(result.code == (isOpen ? 1 : 0), "\(result.output)\(result.errors)")
    return (match, try Program.boxwalk(arguments).output)
  }

  /// The dates are 1.25 s apart, in any time zones.
  @Test(
    .needs("exiftool"),
    arguments: ["2025-01-01T11:06:46+0900", "2025-01-01T02:06:46Z", "2025-01-01T11:06:46"])
  func datesDecideWhereNothingMoves(begun: String) throws {
    let folder = try Folder()
    let movie = try stillScene(begun: begun, in: folder)
    // The still has the noise of another moment.
    let photo = folder.path("IMG_1.jpg")
    let taken = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=192x144:r=30", "-vf",
      "noise=alls=8:all_seed=99", "-frames:v", "1", "-q:v", "3", photo)
    #expect(taken.code == 0, "\(taken.errors)")
    let undated = try match(photo, movie, in: folder)
    #expect(undated.json["undecided"] as? Bool == true)
    #expect(undated.json["decidedBy"] == nil)
    #expect(try #require(undated.json["equals"] as? Int) > 40)
    #expect(undated.text.contains("little moves, so that likeness does not decide"))
    #expect(undated.text.contains("if you know the time, use --time"), "\(undated.text)")
    // The frame of a command without --match.
    #expect(abs(try #require(undated.json["frame"] as? Int) - 30) <= 5)

    func date(_ date: String, _ fraction: String, _ zone: String) throws {
      let dated = try Program.other(
        "exiftool", "-q", "-overwrite_original", "-DateTimeOriginal=\(date)",
        "-SubSecTimeOriginal=\(fraction)", "-OffsetTimeOriginal=\(zone)", photo)
      #expect(dated.code == 0, "\(dated.errors)")
    }
    try date("2025:01:01 11:06:47", "25", "+09:00")
    let dated = try match(photo, movie, in: folder)
    #expect(dated.json["decidedBy"] as? String == "dates")
    let time = try #require(dated.json["time"] as? Double)
    #expect(abs(time - 1.25) <= 0.2, "\(time)")
    #expect(dated.text.contains("1.25 s after the start by the dates of both"), "\(dated.text)")

    // A photo of another time does not help.
    try date("2025:01:01 11:07:47", "25", "+09:00")
    #expect(try match(photo, movie, in: folder).json["decidedBy"] == nil)

    // A movie that names the moment is believed before dates are.
    try date("2025:01:01 11:06:47", "25", "+09:00")
    let made = folder.path("made")
    let result = try Program.boxwalk("live", "make", photo, movie, "-o", made, "--time", "0.5")
    #expect(result.code == 0, "\(result.output)\(result.errors)")
    let stated = try match(photo, made + "/IMG_1.mov", in: folder)
    #expect(stated.json["decidedBy"] as? String == "track")
    #expect(abs(try #require(stated.json["time"] as? Double) - 0.5) <= 0.2)
  }

  @Test func whatMovesIsDecidedByLikeness() throws {
    let folder = try Folder()
    let movie = try movie("h264", in: folder)
    let found = try match(still(9, of: movie, "null", in: folder), movie, in: folder)
    #expect(found.json["frame"] as? Int == 9)
    #expect(found.json["undecided"] as? Bool == false)
  }

  // MARK: - Position of the still

  /// The numbers of the last matrix in the file: those of a phone, or ours.
  private func matrix(_ path: String) throws -> [Double] {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let start = Data([0, 0, 0, 9, 0, 0, 0, 1, 0xFF, 0, 0, 0, 80, 0, 0, 0, 2])
    let offset = try #require(bytes.range(of: start, options: .backwards)).upperBound
    return (0..<9).map { index in
      let number = bytes[offset + index * 8..<offset + index * 8 + 8]
      return Double(bitPattern: number.reduce(0) { $0 << 8 | UInt64($1) })
    }
  }

  /// Phones state the transformation of their pairs. The computed one differs by at most 1 % of the width, at the
  /// middle of the frame and half-way to its corners.
  @Test(
    .needsMedia,
    arguments: ["iPhone15Pro_602FEBB7/IMG_3582.mov", "iPhone15Plus_71DCA213/IMG_3853.MOV"])
  func theStillLiesWherePhonesSay(movie: String) throws {
    let folder = try Folder()
    let path = "\(MediaFolder.path ?? "")/livephoto-pairs/" + movie
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let name = try #require(bytes.range(of: Data("quicktime.still-image-time".utf8)))
    bytes[name.upperBound - 1] = UInt8(ascii: "x")
    let hidden = try folder.write(bytes, to: "hidden.mov")
    let still = String(path.dropLast(4)) + ".HEIC"
    let made = try Program.boxwalk(
      "live", "make", still, hidden, "-o", folder.path("new"), "--match")
    #expect(made.code == 0, "\(made.output)\(made.errors)")
    let output = try #require(Folder.names(folder.path("new")).first { !$0.hasSuffix("HEIC") })
    let (phone, ours) = (try matrix(path), try matrix(folder.path("new/" + output)))
    for (x, y) in [(960.0, 720.0), (480, 360), (1440, 360), (480, 1080), (1440, 1080)] {
      func mapped(_ m: [Double]) -> (x: Double, y: Double) {
        let scale = m[6] * x + m[7] * y + m[8]
        return ((m[0] * x + m[1] * y + m[2]) / scale, (m[3] * x + m[4] * y + m[5]) / scale)
      }
      let (a, b) = (mapped(phone), mapped(ours))
      #expect(abs(a.x - b.x) < 20 && abs(a.y - b.y) < 20, "\(x), \(y): \(a) \(b)")
    }
  }
}
