import Foundation
import TestSupport
import Testing

/// Movies of many kinds that are re-encoded, as ffmpeg made them and sees them afterwards.
@Suite(.needs("ffprobe", "ffmpeg"), .needs(encoders: "libx264", "libx265"))
struct TranscodeSourcesTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func make(_ name: String, _ arguments: [String]) throws -> String {
    let path = folder.path(name)
    let made = try Program.other("ffmpeg", ["-v", "error", "-y"] + arguments + [path])
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  /// The packets of ffprobe, in the order of presentation.
  private func packets(
    _ path: String, _ kind: String = "v", _ entries: String = "pts_time"
  ) throws -> [String] {
    try Program.other(
      "ffprobe", "-v", "error", "-select_streams", kind, "-show_entries", "packet=\(entries)",
      "-of", "csv=p=0", path
    ).output.split(separator: "\n").map(String.init).sorted()
  }

  private func convert(_ path: String, _ options: String...) throws -> (Program.Result, String) {
    let output = folder.path("converted-" + (path.split(separator: "/").last ?? ""))
    return (
      try Program.boxwalk(["transcode", path, "-o", output, "--speed", "fast"] + options), output
    )
  }

  private static let pictures = ["-f", "lavfi", "-i", "testsrc2=size=160x120:rate=10:duration=1"]

  /// The elementary stream descriptor states the coding of `mp4v`; QuickTime has a name for each coding.
  @Test(arguments: [
    ("mpeg2.mp4", ["-c:v", "mpeg2video"]), ("mpeg1.mp4", ["-c:v", "mpeg1video", "-r", "25"]),
    ("mjpeg.mp4", ["-c:v", "mjpeg"]), ("png.mp4", ["-c:v", "png"]), ("v210.mov", ["-c:v", "v210"]),
    ("2vuy.mov", ["-c:v", "rawvideo", "-pix_fmt", "uyvy422"]),
    ("r210.mov", ["-c:v", "r210", "-pix_fmt", "gbrp10"]), ("tga.mov", ["-c:v", "targa"]),
    ("mpeg2.mov", ["-c:v", "mpeg2video", "-tag:v", "m2v1"]),
    ("xdcam.mov", ["-c:v", "mpeg2video", "-tag:v", "xdhd"]),
    ("hdv.mov", ["-c:v", "mpeg2video", "-tag:v", "hdv8"]),
  ])
  func eachHasItsDecoder(_ name: String, _ coding: [String]) throws {
    let source = try make(name, Self.pictures + coding)
    let (result, output) = try convert(source)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try packets(output) == packets(source))
  }

  /// The size of a sample of µ-law and A-law is one byte, though 16 bits are stated.
  @Test(arguments: ["pcm_mulaw", "pcm_alaw"], ["1", "2"])
  func samplesOfLogarithmicSound(_ coding: String, _ channels: String) throws {
    let source = try make(
      "sound.mov",
      Self.pictures + [
        "-f", "lavfi", "-i", "sine=r=8000:d=1", "-c:v", "libx265", "-x265-params",
        "log-level=none", "-tag:v", "hvc1", "-c:a", coding, "-ac", channels,
      ])
    #expect(try Program.boxwalk("verify", source, "--quiet").code == 0)
    let (result, output) = try convert(source, "--audio", "keep")
    #expect(result.code == 0, "\(result.errors)")
    let hashes = try [source, output].map {
      try Program.other("ffmpeg", "-v", "error", "-i", $0, "-map", "0:a", "-f", "md5", "-").output
    }
    #expect(hashes[0] == hashes[1])
  }

  /// Encoders have least sizes; that one refuses a picture ends nothing else.
  @Test func tinyPicturesAreRefusedWithTheReason() throws {
    let source = try make(
      "tiny.mov", Self.pictures + ["-vf", "scale=8:8", "-c:v", "mjpeg", "-pix_fmt", "yuvj444p"])
    let (result, output) = try convert(source, "-p", "hevc")
    #expect(result.code == 2 && result.errors.contains("too small"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
    #expect(try convert(source).0.code == 0)
  }

  /// A copied track gets the type that phones play, and with it another decoder configuration, with which its pictures
  /// are decoded to find damage.
  @Test func `A copied track with a changed decoder configuration has no damage`() throws {
    let source = try make(
      "hev1.mp4", Self.pictures + ["-c:v", "libx265", "-x265-params", "log-level=none"])
    let (result, output) = try convert(source, "-p", "hevc")
    #expect(result.code == 0 && result.errors.contains("'hev1' is 'hvc1' now"), "\(result)")
    #expect(!result.errors.contains("damage"), "\(result)")
    let tag = try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "stream=codec_tag_string", "-of", "csv=p=0", output
    )
    #expect(tag.output == "hvc1\n")
  }

  @Test func sizesBecomeEvenAndThatIsSaid() throws {
    let source = try make("odd.mov", Self.pictures + ["-vf", "scale=101:57", "-c:v", "png"])
    let (result, _) = try convert(source)
    #expect(
      result.code == 0 && result.errors.contains("101 × 57 became 100 × 56"), "\(result.errors)")
  }

  /// What the pictures and the audio have less of is said; what they keep is not.
  @Test(arguments: [
    ("yuv422p10le", ["10 bits became 8 bits and 4:2:2 became 4:2:0"]),
    ("yuv444p", ["4:4:4 became 4:2:0"]), ("yuv420p10le", ["10 bits became 8 bits"]),
    ("yuv420p", []),
  ])
  func fewerBitsAndChromaAreSaid(_ format: String, _ words: [String]) throws {
    let source = try make(
      "\(format).mov",
      Self.pictures + [
        "-f", "lavfi", "-i", "sine=r=\(words.isEmpty ? 48000 : 192000):d=1", "-c:v", "libx264",
        "-pix_fmt", format, "-c:a", "pcm_s16le",
      ])
    let (result, _) = try convert(source, "--quality", "50", "--audio", "aac")
    let said = result.errors.split(separator: "\n").filter { $0.contains("became") }
    #expect(result.code == 0, "\(result.errors)")
    #expect(said.count == 2 * words.count, "\(result.errors)")
    for word in words + (words.isEmpty ? [] : ["192000 Hz became 96000 Hz"]) {
      #expect(said.contains { $0.contains(word) }, "\(result.errors)")
    }
    let deep = try Program.boxwalk(
      "transcode", source, "-p", "hevc", "-o", folder.path("deep.mov"), "--speed", "fast")
    #expect(!deep.errors.contains("bits became"), "\(deep.errors)")
  }

  /// A track that players pass over is coded where that is asked for.
  @Test func disabledTracksAreCodedIfAskedFor() throws {
    let source = try make(
      "two.mp4",
      Self.pictures + Self.pictures + [
        "-map", "0", "-map", "1", "-c:v", "mpeg4",
      ])
    let codings = { (path: String) in
      try Program.other(
        "ffprobe", "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", path
      ).output.split(separator: "\n").map(String.init)
    }
    #expect(try codings(convert(source).1) == ["h264", "mpeg4"])
    try FileManager.default.removeItem(atPath: folder.path("converted-two.mp4"))
    #expect(try codings(convert(source, "--track", "2").1) == ["mpeg4", "h264"])
  }

  /// Players begin with the first sample of an edit, however late it is composed.
  @Test func aLateStartStaysLate() throws {
    let source = try make(
      "late.mp4",
      Self.pictures + [
        "-f", "lavfi", "-i", "sine=r=48000:d=1", "-c:v", "libx265", "-x265-params",
        "log-level=none:bframes=3", "-tag:v", "hvc1", "-c:a", "aac", "-use_editlist", "0",
      ])
    let (result, output) = try convert(source)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try packets(source).first != "0.000000")
    #expect(try packets(output) == packets(source))
    #expect(try packets(output, "a") == packets(source, "a"))
  }

  /// Samples whose offset is behind the end of the file, though no box is truncated.
  @Test func whatIsThereIsCoded() throws {
    let source = try make("whole.mp4", Self.pictures + ["-c:v", "mpeg4", "-g", "5"])
    let broken = folder.path("broken.mp4")
    var data = try Data(contentsOf: URL(fileURLWithPath: source))
    // The type is followed by version, flags, the size of all samples, and their number.
    let sizes = try #require(data.range(of: Data("stsz".utf8))).upperBound + 12
    data.replaceSubrange(sizes + 9 * 4..<sizes + 10 * 4, with: [0, 0x80, 0, 0])
    try data.write(to: URL(fileURLWithPath: broken))
    let (result, output) = try convert(broken)
    #expect(result.code == 1 && result.errors.contains("9 of 10 samples"), "\(result.errors)")
    #expect(try packets(output).count == 9)
  }

  /// However long a movie is: encoders keep pictures for as long as they look ahead.
  @Test(.needs("python3")) func largePicturesTakeLittleMemory() throws {
    let source = try make(
      "large.mov",
      [
        "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30:duration=1.6", "-pix_fmt",
        "yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none",
        "-tag:v", "hvc1",
      ])
    let program = Program.products.appendingPathComponent("boxwalk").path
    let measured = try Program.other(
      "python3", "-c",
      """
      import resource, subprocess, sys
      code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
      print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // (1024 if sys.platform == "linux" else 1 << 20))
      """,
      program, "transcode", source, "-o", folder.path("small.mov"), "--threads", "2")
    let numbers = measured.output.split(separator: " ").compactMap {
      Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    try #require(numbers.count == 2 && numbers[0] == 0, "\(measured.output) \(measured.errors)")
    // About 220 with a release on an idle machine; a build without optimisation may keep a few pictures more.
    #expect(numbers[1] < 300)
  }

  @Test(.needsMedia) func coloursOfDolbyVisionAreNotMadeUp() throws {
    let source = try #require(MediaFolder.path) + "/mp4/fate/dovi-p5.mp4"
    let (result, output) = try convert(source)
    #expect(result.code == 2 && result.errors.contains("green and purple"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: output))
    let (kept, copy) = try convert(source, "-p", "passthrough")
    #expect(kept.code == 0, "\(kept.errors)")
    #expect(try packets(copy, "v", "data_hash").count == packets(source, "v", "data_hash").count)
  }

  /// The other output is the same as for a file without free space after its sample entries.
  @Test(.needsMedia) func freeSpaceIsNoSampleEntry() throws {
    let source = try #require(MediaFolder.path) + "/mp4/example-sans-amf0.mp4"
    let (result, _) = try convert(source)
    #expect(result.code == 0 && result.output.contains("copied"), "\(result.errors)")
  }

  /// The tone of a channel, by its frequency, in each channel of the stereo audio that comes out.
  private func loudness(_ path: String, _ frequency: Double) throws -> [Double] {
    let sound = try Program.other(
      "ffmpeg", "-v", "error", "-i", path, "-map", "0:a", "-ss", "0.2", "-t", "0.5", "-f", "s16le",
      "-ac", "2", "-"
    ).data
    let bytes = Array(sound)
    let samples = stride(from: 0, to: bytes.count - 1, by: 2).map {
      Double(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)) / 32768
    }
    return [0, 1].map { channel in
      var (real, imaginary) = (0.0, 0.0)
      let count = samples.count / 2
      for index in 0..<count {
        let angle = 2 * Double.pi * frequency * Double(index) / 48_000
        real += samples[2 * index + channel] * cos(angle)
        imaginary += samples[2 * index + channel] * sin(angle)
      }
      return (real * real + imaginary * imaginary).squareRoot() * 2 / Double(max(1, count))
    }
  }

  /// Layouts of 5.1 (Core Audio) and the tones of left, of right, and of the others.
  private static let layouts: [(UInt8, [Double], [Double], [Double])] = [
    (121, [300], [500], [700, 1100, 1300]), (122, [300], [500], [700, 900, 1100]),
    (123, [300], [700], [500, 900, 1100]), (124, [500], [700], [300, 900, 1100]),
  ]

  /// The sample entry that ffmpeg writes for 5.1 in AAC states two channels.
  @Test func channelsAreThoseOfTheDecoder() throws {
    let tones = (0..<6).map { "0.1*sin(2*PI*\(300 + 200 * $0)*t)" }.joined(separator: "|")
    let source = try make(
      "surround.mp4",
      Self.pictures + [
        "-f", "lavfi", "-i", "aevalsrc=\(tones):c=5.1:s=48000:d=1", "-c:v", "libx264", "-c:a",
        "aac",
      ])
    let (result, output) = try convert(source)
    let heard = try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream=channels", "-of",
      "csv=p=0", output
    ).output
    #expect(heard.hasPrefix("2") && result.code == 1, "\(heard), \(result)")
    #expect(
      result.errors.contains(
        "not carried over: surround sound (track 2): its 6 channels become stereo"),
      "\(result.errors)")
  }

  /// What only says what the file is now is no warning beside one.
  @Test func onlyLossesAreWarnings() throws {
    let source = try make(
      "sound.mov",
      Self.pictures + [
        "-f", "lavfi", "-i", "sine=r=48000:d=1", "-c:v", "libx264", "-c:a", "adpcm_ima_qt",
      ])
    let output = folder.path("new.mp4")
    let result = try Program.boxwalk(
      "transcode", source, "-o", output, "--preset", "hevc", "--speed", "fast")
    #expect(result.code == 1, "\(result)")
    #expect(result.errors.contains("sound.mov: is an MP4 file now"), "\(result.errors)")
    #expect(result.errors.contains("warning: track 2: only QuickTime"), "\(result.errors)")
  }

  /// Uncompressed audio has no order of its own: `chan` states the position of each channel. ffmpeg writes 5.1 in the
  /// order L R C LFE Ls Rs; the same bytes with other layouts have their tones at other positions.
  @Test(arguments: layouts)
  func channelsGoWhereTheirLayoutSays(
    _ layout: UInt8, _ left: [Double], _ right: [Double], _ others: [Double]
  ) throws {
    let tones = (0..<6).map { "0.1*sin(2*PI*\(300 + 200 * $0)*t)" }.joined(separator: "|")
    let source = try make(
      "surround.mov",
      Self.pictures + [
        "-f", "lavfi", "-i", "aevalsrc=\(tones):c=5.1(side):s=48000:d=1", "-c:v", "libx264", "-c:a",
        "pcm_s16le",
      ])
    var bytes = try Data(contentsOf: URL(filePath: source))
    let range = try #require(bytes.range(of: Data("chan".utf8)))
    bytes.replaceSubrange(
      range.upperBound + 4..<range.upperBound + 8, with: [0, layout, 0, 6])
    try bytes.write(to: URL(filePath: source))
    let (result, output) = try convert(source)
    #expect(result.code == 1 && result.errors.contains("surround sound"), "\(result.errors)")
    for tone in left {
      let heard = try loudness(output, tone)
      #expect(heard[0] > 0.08 && heard[1] < 0.01, "\(tone): \(heard)")
    }
    for tone in right {
      let heard = try loudness(output, tone)
      #expect(heard[1] > 0.08 && heard[0] < 0.01, "\(tone): \(heard)")
    }
    // The centre is in both; surround channels are on their side. The LFE channel is left out.
    let inner = try others.map { try loudness(output, $0) }
    let centre = inner.filter { abs($0[0] - $0[1]) < 0.01 && $0[0] > 0.05 }
    let sides = inner.filter { abs($0[0] - $0[1]) > 0.05 }
    #expect(centre.count == 1 && sides.count == 2, "\(inner)")
  }

  /// Most writers state the light of HDR10 only in the stream.
  @Test func lightOfTheStreamIsStatedInTheMovie() throws {
    let light =
      "hdr10=1:max-cll=1000,400:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"
    let source = try make(
      "hdr.mp4",
      Self.pictures + [
        "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-x265-params",
        "log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:\(light)",
        "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc",
        "-tag:v", "hvc1",
      ])
    let (result, output) = try convert(source, "-p", "small")
    #expect(result.code == 0, "\(result.errors)")
    let stated = try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "stream_side_data", "-of", "default", output
    ).output
    for words in [
      "red_x=34000/50000", "green_y=34500/50000", "blue_x=7500/50000", "min_luminance=1/10000",
      "max_luminance=10000000/10000", "max_content=1000", "max_average=400",
    ] { #expect(stated.contains(words), "\(words)") }
  }

  /// The last pictures that are whole are shown, although others that come out before them are lost.
  @Test func cutMoviesShowAllThatIsWhole() throws {
    let source = try make(
      "cut.mov", Self.pictures + ["-c:v", "libx264", "-bf", "3", "-g", "5", "-f", "mov"])
    let first = try make("first-moov.mov", ["-i", source, "-c", "copy", "-movflags", "faststart"])
    let bytes = try Data(contentsOf: URL(filePath: first))
    try bytes.prefix(bytes.count * 6 / 10).write(to: URL(filePath: first))
    let (result, output) = try convert(first)
    #expect(result.code == 1 && result.errors.contains("samples are whole"), "\(result.errors)")
    let counts = try Program.other(
      "ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_frames,nb_read_frames",
      "-of", "csv=p=0", output
    ).output.split(whereSeparator: { ",\n".contains($0) })
    #expect(counts.count == 2 && counts[0] == counts[1] && counts[0] != "0", "\(counts)")
  }

  /// Leading pictures of the first key frame need others from before the cut; they are not presented.
  @Test func hiddenPicturesBeforeTheStartAreNoDamage() throws {
    let whole = try make(
      "open.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=30:duration=2", "-c:v", "libx265",
        "-x265-params", "log-level=none:bframes=8:b-pyramid=1:open-gop=1:keyint=15:min-keyint=15",
        "-tag:v", "hvc1",
      ])
    let source = try make("trimmed.mov", ["-ss", "0.53", "-i", whole, "-c", "copy"])
    let (result, output) = try convert(source)
    #expect(result.code == 0 && !result.errors.contains("cannot be decoded"), "\(result.errors)")
    let frames = try [source, output].map {
      try Program.other(
        "ffprobe", "-v", "error", "-show_entries", "frame=pts_time", "-of", "csv=p=0", $0
      ).output
    }
    #expect(frames[0] == frames[1])
  }

  /// Packets of hint tracks refer to samples, which are others then.
  @Test(.needsMedia) func hintsOfOldSamplesAreLeftOut() throws {
    let source = try #require(MediaFolder.path) + "/mp4/03_hinted.mp4"
    let (result, output) = try convert(source)
    #expect(result.errors.contains("hint track"), "\(result.errors)")
    #expect(!(try Program.boxwalk("inspect", output, "--json").output.contains("\"hint\"")))
  }

  /// The projection of a spherical picture does not depend on its coding.
  @Test(.needsMedia) func viewsOfASphereStaySo() throws {
    let source = try #require(MediaFolder.path) + "/mp4/fate/spherical.mp4"
    let (result, output) = try convert(source, "--to", "0.2", "-p", "540p")
    #expect(result.code == 0, "\(result.errors)")
    let stated = try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "stream_side_data", output
    ).output
    #expect(stated.contains("Spherical Mapping") && stated.contains("Stereo 3D"), "\(stated)")
  }

  /// Full range has its own name in FFmpeg, which encoders of AV1 do not support.
  @Test(.needs(encoders: "libsvtav1")) func fullRangeBecomesAV1() throws {
    let source = try make(
      "full.mov", Self.pictures + ["-pix_fmt", "yuvj420p", "-c:v", "libx264", "-color_range", "pc"])
    let (result, output) = try convert(source, "-p", "av1")
    #expect(result.code == 0, "\(result.errors)")
    let stated = try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "stream=codec_name,color_range", "-of", "csv=p=0",
      output)
    #expect(stated.output.contains("av1,pc"), "\(stated.output)")
    let difference = try Program.other(
      "ffmpeg", "-v", "info", "-i", source, "-i", output, "-lavfi", "psnr", "-f", "null", "-"
    ).errors
    let average = difference.firstRange(of: "average:").map {
      difference[$0.upperBound...].prefix(2)
    }
    #expect((average.flatMap { Int($0) } ?? 0) > 30, "\(difference.suffix(300))")
  }
}
