import Foundation
import TestSupport
import Testing

/// `boxwalk frames`: the output is the frame that ffmpeg decodes at the same time.
@Suite(.needs("ffmpeg", "ffprobe")) struct FramesTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A line of `--json`.
  private struct Line: Decodable {
    var outcome: String
    var output: String?
    var frame: Int?
    var time: Double?
    var keyframe: Bool?
    var width: Int?
    var height: Int?
    var reason: String?
  }

  private func lines(_ result: Program.Result) throws -> [Line] {
    try result.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  private func frames(_ arguments: String...) throws -> (lines: [Line], result: Program.Result) {
    let result = try Program.boxwalk(["frames", "--json"] + arguments)
    return (try lines(result), result)
  }

  /// The presentation times of ffprobe, in seconds.
  private func times(_ path: String) throws -> [Double] {
    try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "V:0", "-show_entries", "frame=pts_time", "-of",
      "default=noprint_wrappers=1:nokey=1", path
    ).output.split(separator: "\n").compactMap { Double($0) }
  }

  /// The similarity of a picture to a frame that ffmpeg decodes, in decibels; infinite if they are the same.
  ///
  /// - Parameters:
  ///   - number: the number of the frame in the output of ffprobe, from 0.
  ///   - matrix: the matrix of the movie, and whether its samples have full range.
  ///   - upright: the filter that turns the decoded frame upright.
  private func likeness(
    _ picture: String, _ movie: String, _ number: Int, _ matrix: String, _ range: String,
    _ upright: String
  ) throws -> Double {
    let colours =
      "zscale=matrixin=\(matrix):rangein=\(range):chromalin=left:filter=bilinear:matrix=gbr:range=full"
    let result = try Program.other(
      "ffmpeg", "-v", "info", "-i", picture, "-noautorotate", "-i", movie, "-lavfi",
      "[1:V:0]select=eq(n\\,\(number)),\(colours),format=gbrp\(upright),setpts=0[b];"
        + "[0:v]format=gbrp,setpts=0[a];[a][b]psnr", "-frames:v", "1", "-f", "null", "-")
    let value = result.errors.components(separatedBy: "average:").last?.prefix { $0 != " " }
    return try #require(Double(value ?? ""), "\(result.errors)")
  }

  struct Movie: Sendable, CustomTestStringConvertible {
    var path: String
    var matrix = "709"
    var range = "limited"
    var upright = ""
    var testDescription: String { path }
  }

  static let samples = [
    Movie(path: Program.sample("clip-h264.mp4")),
    Movie(path: Program.sample("clip-h264-fragmented.mov")),
    Movie(path: Program.sample("clip-hevc.mov"), upright: ",transpose=clock"),
    Movie(path: Program.sample("clip-hevc-fragmented.mp4")),
  ]

  private func compare(_ movie: Movie, at times: [Double]) throws {
    let shown = try self.times(movie.path)
    let list = times.map { "\($0)" }.joined(separator: ",")
    let (lines, result) = try frames(
      movie.path, "-o", folder.path("new") + "/", "--format", "png", "--depth", "8", "--at", list)
    #expect(result.code == 0, "\(result.errors)")
    let asked = Set(times.map { time in shown.lastIndex { $0 <= time + 0.0005 } })
    #expect(lines.count == asked.count)
    for line in lines {
      let (time, output) = try (#require(line.time), #require(line.output))
      let number = try #require(shown.firstIndex { abs($0 - time) < 0.0006 }, "\(time)")
      let likeness = try likeness(
        output, movie.path, number, movie.matrix, movie.range, movie.upright)
      #expect(likeness > 55, "frame \(number) at \(time) s: \(likeness) dB")
    }
  }

  @Test(arguments: samples) func framesAreThoseOfFFmpeg(_ movie: Movie) throws {
    let shown = try times(movie.path)
    try #require(shown.count > 20)
    // At its moment, in between, and at the end.
    try compare(movie, at: [shown[0], shown[7], shown[12] + 0.01, shown[shown.count - 1]])
  }

  static let media = [
    Movie(path: "mov/bt601.mov", matrix: "170m"),
    // Without a description of colours, the size decides.
    Movie(path: "mp4/bipbop_360w_253kbps.mp4", matrix: "170m"),
    Movie(path: "mp4/3colors_with_sound_1s.mp4", matrix: "170m"),
    Movie(path: "mp4/av1-yuv420p.mp4"), Movie(path: "mp4/h264_nv16.mp4"),
    Movie(path: "mp4/h264_yuv444p10.mp4"), Movie(path: "mp4/h264_yuvj420p.mp4", range: "full"),
    Movie(path: "mp4/gizmo_hevc_10bit_420.mp4"),
    Movie(path: "mp4/counting.mp4", matrix: "170m", range: "full"),
    Movie(path: "mp4/vp9.mp4", matrix: "170m"), Movie(path: "mp4/av1.mp4", matrix: "170m"),
    // An image sequence.
    Movie(path: "avif/Chimera-AV1-10bit-480x270.avif", matrix: "170m"),
    Movie(path: "mov/quicktime-hvc1.mov", upright: ",transpose=clock"),
    Movie(path: "mp4/color_matrix_270_deg_clockwise.mp4", upright: ",transpose=cclock"),
  ].compactMap { (movie: Movie) -> Movie? in
    var movie = movie
    movie.path = "\(MediaFolder.path ?? "")/\(movie.path)"
    return FileManager.default.fileExists(atPath: movie.path) ? movie : nil
  }

  @Test(.needsMedia, arguments: media) func framesOfDevicesAreThoseOfFFmpeg(_ movie: Movie) throws {
    let shown = try times(movie.path)
    try compare(movie, at: Array(Set([shown[0], shown[shown.count / 2], shown[shown.count - 1]])))
  }

  /// The part outside of the clean aperture is cropped.
  @Test(.needsMedia) func theCleanApertureIsApplied() throws {
    let path = try #require(
      MediaFolder.files.first { $0.hasSuffix("/IMG_3853.MOV") }, "no movie with a clean aperture")
    try compare(
      Movie(path: path, matrix: "170m", range: "full", upright: ",crop=1744:1308"), at: [0.5])
  }

  /// The first frames are decoded after a keyframe, and shown before it.
  @Test(.needsMedia) func framesBeforeTheirKeyframe() throws {
    let path = try #require(MediaFolder.path) + "/mp4/iibbibb_editlist_videoonly.mp4"
    let (lines, result) = try frames(path, "-o", folder.path("new"), "--all", "--max-size", "64")
    // FFmpeg leaves out the first, which is in progress when the edit begins.
    #expect(result.code == 0 && lines.count == 13, "\(result.errors)")
    #expect(lines.prefix(2).map(\.time) == [0, 0.5])
  }

  /// Only the metadata of Dolby Vision has their colours.
  /// Not all pictures of that movie can be decoded from the sync sample before them.
  @Test(.needsMedia) func framesThatNeedAnEarlierKeyframe() throws {
    let movie = try #require(MediaFolder.path) + "/mp4/fate/interlaced_crop.mp4"
    let (lines, result) = try frames(movie, "--at", "2,2.08,2.92", "-o", folder.path("out"))
    #expect(result.code == 0 && lines.count == 3, "\(result.errors)")
  }

  @Test(.needsMedia) func colourlessFramesAreRefused() throws {
    let path = try #require(MediaFolder.path) + "/mp4/fate/dovi-p5.mp4"
    let frame = try Program.boxwalk("frames", path, "-o", folder.path("a.jpg"))
    #expect(frame.code == 2 && frame.errors.contains("green and purple"), "\(frame.errors)")
    let loop = try Program.boxwalk("convert", path, "-o", folder.path("a.gif"))
    #expect(loop.code == 2 && loop.errors.contains("green and purple"), "\(loop.errors)")
  }

  @Test(.needsMedia) func pixelsBecomeSquare() throws {
    let path = try #require(MediaFolder.path) + "/mp4/par_3_2.mp4"
    let (lines, result) = try frames(path, "-o", folder.path("a.jpg"))
    #expect(result.code == 0, "\(result.errors)")
    #expect(lines.first?.width == 288 && lines.first?.height == 108)
  }

  @Test func allFramesAtTheirTimes() throws {
    for movie in FramesTests.samples {
      let (lines, result) = try frames(
        movie.path, "-o", folder.path((movie.path as NSString).lastPathComponent) + "/", "--all",
        "--max-size", "32")
      #expect(result.code == 0, "\(result.errors)")
      let shown = try times(movie.path)
      #expect(lines.count == shown.count)
      for (line, time) in zip(lines, shown) {
        #expect(abs(try #require(line.time) - time) < 0.0006)
      }
      #expect(lines.compactMap(\.frame) == Array(1...shown.count))
    }
  }

  @Test func choices() throws {
    let movie = Program.sample("clip-h264.mp4")
    let keys = try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "v", "-skip_frame", "nokey", "-show_entries",
      "frame=pts_time", "-of", "default=noprint_wrappers=1:nokey=1", movie
    ).output.split(separator: "\n").compactMap { Double($0) }
    func times(_ choice: String...) throws -> [Double] {
      try lines(
        Program.boxwalk(
          [
            "frames", "--json", movie, "-o", folder.path("new") + "/", "--force", "--max-size",
            "32",
          ]
            + choice)
      ).compactMap(\.time)
    }
    #expect(try times("--keyframes") == keys)
    #expect(try times("--every", "1s") == [0, 1, 2])
    #expect(try times("--every", "0:00.5").count == 5)
    let spread = try times("--count", "4")
    #expect(spread.count == 4)
    for (time, middle) in zip(spread, [0.3125, 0.9375, 1.5625, 2.1875]) {
      #expect(time <= middle && middle - time < 0.034)
    }
    #expect(try times("--at", "0:01.5,0.5").count == 2)
    #expect(try times("--at", "1,1.01").count == 1)
    let late = try Program.boxwalk("frames", movie, "-o", folder.path("a.jpg"), "--at", "9")
    #expect(late.code == 2 && late.errors.contains("shows nothing at 9.000 s"), "\(late.errors)")
  }

  @Test func namesAreOfNumbersAndNothingIsReplaced() throws {
    let movie = Program.sample("clip-h264.mp4")
    let new = folder.path("new")
    let first = try Program.boxwalk("frames", movie, "-o", new + "/", "--at", "0,0.5")
    #expect(first.code == 0, "\(first.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: new).sorted()
    #expect(names == ["clip-h264-00001.jpg", "clip-h264-00016.jpg"])
    let old = try Data(contentsOf: URL(fileURLWithPath: "\(new)/\(names[0])"))
    let second = try Program.boxwalk(
      "frames", movie, "-o", new + "/", "--at", "0,1", "--format", "jpeg", "--quality", "10")
    #expect(second.code == 3 && second.errors.contains("--force"), "\(second.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: "\(new)/\(names[0])")) == old)
    #expect(try FileManager.default.contentsOfDirectory(atPath: new).count == 3)
    // A movie is not replaced by its frame, even by force.
    let copy = folder.path("copy.jpg")
    try FileManager.default.copyItem(atPath: movie, toPath: copy)
    let itself = try Program.boxwalk("frames", copy, "-o", copy, "--force")
    #expect(itself.code == 2 && itself.errors.contains("the original itself"), "\(itself.errors)")
  }

  @Test(.needs("exiftool")) func metadataIsThatOfTheMovie() throws {
    let movie = Program.sample("clip-hevc.mov")
    for format in ["jpeg", "png"] {
      let output = folder.path("frame.\(format)")
      let result = try Program.boxwalk(
        "frames", movie, "-o", output, "--at", "1.5", "--format", format)
      #expect(result.code == 0, "\(result.errors)")
      let tags = try Program.other(
        "exiftool", "-s", "-n", "-Make", "-Model", "-Software", "-SubSecDateTimeOriginal",
        "-GPSLatitude", "-GPSLongitude", "-GPSAltitude", "-Orientation", "-ImageSize", output
      ).output.split(separator: "\n").map { line in
        line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      }
      let values = Dictionary(uniqueKeysWithValues: tags.map { ($0[0], $0[1]) })
      #expect(values["Make"] == "Boxwalk" && values["Model"] == "Sample")
      #expect(values["Software"] == "make-sample-media")
      // The movie begins at 18:42:07.
      #expect(values["SubSecDateTimeOriginal"] == "2024:06:15 18:42:08.500+02:00")
      #expect(abs(try #require(Double(values["GPSLatitude"] ?? "")) - 46.3636) < 1e-6)
      #expect(abs(try #require(Double(values["GPSLongitude"] ?? "")) - 14.0939) < 1e-6)
      #expect(values["GPSAltitude"] == "475")
      #expect(values["ImageSize"] == "480 640" && values["Orientation"].map { $0 == "1" } ?? true)
    }
    let bare = folder.path("bare.jpg")
    _ = try Program.boxwalk("frames", movie, "-o", bare, "--strip", "location")
    let left = try Program.other("exiftool", "-s", "-GPS:all", "-Make", bare).output
    #expect(try Program.other("exiftool", "-s3", "-ExifVersion", bare).output == "0232\n")
    #expect(left.contains("Boxwalk") && !left.contains("GPS"), "\(left)")
  }

  /// HDR is mapped as that of photos is, to Display P3.
  @Test(.needsMedia, .needs("exiftool")) func hdrIsMapped() throws {
    let movie = try #require(MediaFolder.path) + "/mp4/hlg10-color-test.mp4"
    try #require(FileManager.default.fileExists(atPath: movie))
    let output = folder.path("frame.jpg")
    let result = try Program.boxwalk("frames", movie, "-o", output)
    #expect(result.code == 0 && result.errors.contains("HDR (HLG)"), "\(result.errors)")
    let profile = try Program.other("exiftool", "-s3", "-ProfileDescription", output).output
    #expect(profile.contains("P3"), "\(profile)")
  }

  @Test func aDamagedFrameIsNamedAndOthersAreMade() throws {
    let movie = Program.sample("clip-h264.mp4")
    let packets = try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pos,size,flags",
      "-of", "csv=p=0", movie
    ).output.split(separator: "\n").map { $0.split(separator: ",") }
    let keys = packets.indices.filter { packets[$0].last?.contains("K") == true }
    try #require(keys.count > 1 && keys[1] > 12)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: movie))
    let offset = try #require(Int(packets[8][1]))
    let size = try #require(Int(packets[8][0]))
    for index in offset + size / 2..<offset + size { bytes[index] = 0 }
    let damaged = try folder.write(bytes, to: "damaged.mp4")
    let (lines, result) = try frames(
      damaged, "-o", folder.path("new"), "--all", "--format", "png", "--max-size", "64")
    #expect(result.code == 1)
    let lost = lines.filter { $0.outcome == "failed" }
    #expect(!lost.isEmpty && lost.count < lines.count)
    #expect(lost.allSatisfy { $0.reason?.contains("damaged") == true })
    // The encoded frames are as in the whole movie; the next group of pictures is not changed.
    let (whole, _) = try frames(
      movie, "-o", folder.path("whole"), "--all", "--format", "png", "--max-size", "64")
    for (line, other) in zip(lines, whole) where line.outcome == "made" {
      let (a, b) = try (#require(line.output), #require(other.output))
      #expect(FileManager.default.contentsEqual(atPath: a, andPath: b), "\(a)")
    }
    #expect(lines.dropFirst(keys[1] + 5).allSatisfy { $0.outcome == "made" })
  }

  @Test func timesAfterTheEndAreNamed() throws {
    let (movie, output) = (Program.sample("clip-hevc.mov"), folder.path("late"))
    let result = try Program.boxwalk("frames", movie, "--at", "0,0.5,99", "-o", output)
    #expect(result.code == 1 && result.errors.contains("nothing at 99.000 s"), "\(result.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: output).count == 2)
    let none = try Program.boxwalk("frames", movie, "--at", "98,99", "-o", folder.path("none"))
    #expect(none.code == 2 && none.errors.contains("nothing at 98.000 s"), "\(none.errors)")
  }

  @Test func contactSheets() throws {
    let movie = Program.sample("clip-hevc.mov")
    let output = folder.path("sheet.png")
    let result = try Program.boxwalk("frames", movie, "-o", output, "--sheet", "3x2")
    #expect(result.code == 0, "\(result.errors)")
    let size = try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", output)
    // Frames of 240 × 320, with 4 samples around each.
    #expect(size.output == "736,652\n", "\(size.output)")
    // Each cell is the frame of its time, where no digits are on it.
    let frames = folder.path("cells")
    let cells = try Program.boxwalk(
      "frames", movie, "-o", frames, "--count", "6", "--max-size", "320", "--format", "png")
    #expect(cells.code == 0, "\(cells.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: frames).sorted()
    try #require(names.count == 6)
    for (index, name) in names.enumerated() {
      let (x, y) = (4 + index % 3 * 244, 4 + index / 3 * 324)
      let psnr = try Program.other(
        "ffmpeg", "-v", "info", "-i", output, "-i", "\(frames)/\(name)", "-lavfi",
        "[0:v]crop=240:280:\(x):\(y)[a];[1:v]crop=240:280:0:0[b];[a][b]psnr", "-f", "null", "-")
      #expect(psnr.errors.contains("average:inf"), "cell \(index): \(psnr.errors)")
    }
  }

  @Test func severalMovies() throws {
    let movies = folder.path("movies")
    for (name, sample) in [
      ("a/clip.mp4", "clip-h264.mp4"), ("a/clip.mov", "clip-hevc.mov"), ("b.mov", "clip-hevc.mov"),
    ] {
      let path = "\(movies)/\(name)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: Program.sample(sample), toPath: path)
    }
    _ = try folder.write(Data("A text.\n".utf8), to: "movies/c.mp4")
    let new = folder.path("new")
    let result = try Program.boxwalk("frames", movies, "-o", new, "--max-size", "64")
    #expect(result.code == 3 && result.errors.contains("c.mp4: is"), "\(result.errors)")
    let made = try FileManager.default.subpathsOfDirectory(atPath: new).sorted()
    #expect(made == ["a", "a/clip.jpg", "a/clip.mp4.jpg", "b.jpg"])
  }

  /// Both engines decode the same samples, of open and closed groups of pictures, of 8 and 10 bits, with and without B-frames.
  @Test(.needs("libboxwalk-ffmpeg") { Doctor.has("libboxwalk-ffmpeg") })
  func enginesMakeTheSameFrames() throws {
    let folder = try Folder()
    var movies = ["clip-hevc.mov", "clip-hevc-fragmented.mp4"].map(Program.sample)
    for (name, format, options) in [
      ("open", "yuv420p", "keyint=8:bframes=4:open-gop=1"), ("still", "yuv420p", "keyint=1"),
      ("deep", "yuv420p10le", "keyint=12:bframes=2"), ("odd", "yuv422p10le", "keyint=12"),
      ("repeated", "yuv420p", "keyint=8:bframes=4:open-gop=1:repeat-headers=1"),
      ("rgb", "gbrp", "keyint=12:lossless=1"),
    ] {
      let path = folder.path("\(name).mp4")
      let made = try Program.other(
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=150x98:rate=25:duration=1",
        "-pix_fmt", format, "-c:v", "libx265", "-tag:v", "hvc1", "-x265-params",
        "log-level=error:\(options)", path)
      #expect(made.code == 0, "\(made.errors)")
      movies.append(path)
    }
    movies += MediaFolder.files.filter {
      ["mov", "mp4"].contains($0.split(separator: ".").last?.lowercased())
        && !$0.contains("/malformed/") && isShortHEVC($0)
        // The colours of this one are in metadata that is not applied.
        && !$0.hasSuffix("/dovi-p5.mp4")
    }
    for movie in movies {
      let pictures = try ["libav", "de265"].map { engine in
        let new = folder.path(engine)
        let result = try Program.boxwalk(
          "frames", movie, "-o", new, "--every", "0.2", "--format", "png", "--engine", engine)
        #expect(result.code < 2, "\(movie): \(result.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: new).sorted()
        let files = try names.map { try Data(contentsOf: URL(fileURLWithPath: "\(new)/\($0)")) }
        try FileManager.default.removeItem(atPath: new)
        return Dictionary(uniqueKeysWithValues: zip(names, files))
      }
      #expect(pictures[0].count > 0 && pictures[0] == pictures[1], "\(movie)")
    }
  }

  /// A frame that does not have the hash in its SEI is left out, and those that refer to it.
  @Test(.needs("ffmpeg")) func framesWithOtherHashesAreLeftOut() throws {
    let folder = try Folder()
    let movie = folder.path("a.mp4")
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=150x98:rate=10:duration=2",
      "-c:v", "libx265", "-tag:v", "hvc1", "-x265-params",
      "log-level=error:hash=1:keyint=10:min-keyint=10:open-gop=0:bframes=0:scenecut=0", movie)
    #expect(made.code == 0, "\(made.errors)")
    let whole = try Data(contentsOf: URL(fileURLWithPath: movie))
    // The header of a suffix SEI, its type and size, and the kind of the hash.
    let start = Data([0x50, 0x01, 0x84, 0x31, 0x00])
    var offsets: [Data.Index] = []
    while let found = whole.range(of: start, in: (offsets.last ?? 0)..<whole.count) {
      offsets.append(found.upperBound)
    }
    try #require(offsets.count == 20)
    for (sample, least) in [(0, 1), (5, 6), (19, 20)] {
      var damaged = whole
      damaged[offsets[sample]] ^= 1
      let path = try folder.write(damaged, to: "b.mp4")
      let new = folder.path("new")
      let result = try Program.boxwalk(
        "frames", path, "-o", new, "--all", "--engine", "de265", "--max-size", "32")
      #expect(result.code == 1, "\(result.errors)")
      // The rest of its group of ten pictures refers to it.
      let expected = (1...20).filter { !(least...(sample < 10 ? 10 : 20)).contains($0) }
      let names = try FileManager.default.contentsOfDirectory(atPath: new).sorted()
      #expect(names == expected.map { String(format: "b-%05d.jpg", $0) }, "sample \(sample)")
      try FileManager.default.removeItem(atPath: new)
    }
  }

  private func isShortHEVC(_ path: String) -> Bool {
    let result = try? Program.other(
      "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
      "stream=codec_name,duration,codec_tag_string", "-of", "default=noprint_wrappers=1:nokey=1",
      path)
    let values = result?.output.split(separator: "\n") ?? []
    guard values.count >= 3, values[0] == "hevc", ["hvc1", "hev1"].contains(values[1]),
      let seconds = Double(values[2])
    else { return false }
    return seconds > 0 && seconds < 4
  }

  /// Without FFmpeg, libde265 decodes frames of HEVC, and other movies are refused with the reason.
  @Test func withoutFFmpeg() throws {
    let folder = try Folder()
    let programs = folder.path("programs")
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    for name in ["boxwalk", "boxwalk-codec"] {
      try FileManager.default.copyItem(
        atPath: Program.products.appendingPathComponent(name).path, toPath: "\(programs)/\(name)")
    }
    let frames = { (movie: String, arguments: [String]) in
      try InstalledProgram.run(
        URL(fileURLWithPath: "\(programs)/boxwalk"),
        ["frames", Program.sample(movie), "-o", folder.path("\(movie).png")] + arguments)
    }
    #expect(try frames("clip-hevc.mov", ["--sheet", "3x2"]).code == 0)
    let refused = try frames("clip-h264.mp4", [])
    #expect(refused.code == 2 && refused.errors.contains("FFmpeg is needed"), "\(refused.errors)")
    let chosen = try frames("clip-h264.mp4", ["--engine", "de265"])
    #expect(chosen.code == 2 && chosen.errors.contains("only HEVC"), "\(chosen.errors)")
  }

  @Test func aMissingMovieIsNamedOnce() throws {
    let folder = try Folder()
    let missing = folder.path("missing.mov")
    for command in [
      ["frames", missing, "-o", folder.path("x.jpg")],
      ["convert", missing, "-o", folder.path("x.gif")],
    ] {
      let result = try Program.boxwalk(command)
      #expect(
        result.code == 2 && result.errors.components(separatedBy: "missing.mov").count == 2,
        "\(result.errors)")
    }
  }
}
