import Foundation
import TestSupport
import Testing

/// `boxwalk convert` of movies: the content of animations, the accepted movies, and the refused ones.
@Suite struct LoopFileTests {
  private let folder: Folder
  private let movie = Program.sample("clip-hevc.mov")
  private let small = ["--max-size", "48"]

  init() throws { folder = try Folder() }

  private func convert(_ arguments: String...) throws -> Program.Result {
    try Program.boxwalk(["convert"] + arguments + small)
  }

  private func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  @Test func theSameMovieGivesTheSameBytes() throws {
    for ending in ["gif", "webp", "avif"] {
      let (first, second) = (folder.path("a.\(ending)"), folder.path("b.\(ending)"))
      let arguments = [movie, "--bounce", "--to", "1", "--max-size", "200"]
      let one = try Program.boxwalk(["convert", "-o", first, "--sandbox", "require"] + arguments)
      let two = try Program.boxwalk(["convert", "-o", second, "--threads", "1"] + arguments)
      #expect(one.code == 0 && two.code == 0, "\(one.errors)\(two.errors)")
      #expect(try bytes(first) == bytes(second), "\(ending)")
      let verified = try Program.boxwalk("verify", first)
      if ending == "avif" { #expect(verified.code == 0, "\(verified.output)") }
    }
  }

  @Test(.needs("gifsicle", "avifdec")) func howOftenItIsPlayed() throws {
    // Readers of GIF count how often it is played again.
    for (count, words) in [("0", "loop forever"), ("1", nil), ("4", "loop count 3")] {
      let loop = folder.path("\(count).gif")
      #expect(try convert(movie, "-o", loop, "--loops", count, "--to", "0.3").code == 0)
      let info = try Program.other("gifsicle", "--info", loop)
      #expect(info.code == 0 && info.errors.isEmpty, "\(info.errors)")
      #expect(info.output.contains("logical screen 36x48"))
      #expect(words.map(info.output.contains) ?? !info.output.contains("loop"), "\(info.output)")
    }
    for (count, flags, isEndless) in [("0", 1, true), ("1", 0, false), ("4", 1, false)] {
      let loop = folder.path("\(count).avif")
      #expect(try convert(movie, "-o", loop, "--loops", count, "--to", "0.3").code == 0)
      let data = try bytes(loop)
      let edits = try #require(data.range(of: Data("elst".utf8)))
      #expect(data[edits.upperBound + 3] == UInt8(flags))
      let header = try #require(data.range(of: Data("tkhd".utf8)))
      #expect((data[header.upperBound] == 1) == isEndless)
      let info = try Program.other("avifdec", "--info", loop)
      #expect(info.code == 0 && info.output.contains("9 expected frames"), "\(info.output)")
    }
  }

  @Test(.needs("exiftool")) func metadataGoesWhereThereIsAPlace() throws {
    func tags(_ path: String) throws -> String {
      try Program.other(
        "exiftool", "-s", "-n", "-Make", "-SubSecDateTimeOriginal", "-GPSLatitude", path
      ).output
    }
    for ending in ["webp", "avif"] {
      let loop = folder.path("a.\(ending)")
      let result = try convert(movie, "-o", loop, "--from", "1.5")
      #expect(result.code == 0, "\(result.errors)")
      #expect(
        result.errors.contains("not carried over: audio, the identifier of the Live Photo\n"),
        "\(result.errors)")
      let all = try tags(loop)
      #expect(all.contains("Boxwalk") && all.contains("46.3636"), "\(all)")
      #expect(all.contains("2024:06:15 18:42:08.500+02:00"), "\(all)")
      _ = try convert(movie, "-o", loop, "--from", "1.5", "--strip", "location", "--force")
      let some = try tags(loop)
      #expect(some.contains("Boxwalk") && !some.contains("GPS"), "\(some)")
      _ = try convert(movie, "-o", loop, "--from", "1.5", "--strip", "all", "--force")
      #expect(try tags(loop).isEmpty)
    }
    let gif = try convert(movie, "-o", folder.path("a.gif"))
    #expect(gif.code == 0 && gif.errors.contains("Live Photo, Exif metadata\n"), "\(gif.errors)")
    let bare = try convert(movie, "-o", folder.path("b.gif"), "--strip", "all")
    #expect(bare.code == 0 && !bare.errors.contains("Exif"), "\(bare.errors)")
  }

  @Test(.needs("ffmpeg"), .needs(encoders: "png")) func whatIsSeenThrough() throws {
    let clear = folder.path("clear.mov")
    _ = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
      "color=blue:size=64x48:rate=10:duration=0.5,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='255*between(X,8,24)'",
      "-c:v", "png", clear)
    func pixels(_ path: String) throws -> [UInt8] {
      let raw = folder.path("raw")
      _ = try Program.other(
        "ffmpeg", "-v", "error", "-y", "-i", path, "-frames:v", "1", "-pix_fmt", "rgba", "-f",
        "rawvideo", raw)
      return Array(try bytes(raw))
    }
    let gif = folder.path("a.gif")
    #expect(try Program.boxwalk("convert", clear, "-o", gif).code == 0)
    let seen = try pixels(gif)
    try #require(seen.count == 64 * 48 * 4)
    #expect(seen[3] == 0)
    let offset = (12 * 64 + 12) * 4
    #expect(seen[offset + 2] > 230 && seen[offset + 3] == 255)
    let webp = folder.path("a.webp")
    #expect(try convert(clear, "-o", webp).code == 0)
    // AVIF animations cannot hold it.
    let avif = folder.path("a.avif")
    let result = try convert(clear, "-o", avif)
    #expect(result.code == 1 && result.errors.contains("over white"), "\(result.errors)")
    #expect(try pixels(avif)[0] > 245)
  }

  /// Frames that are the same are one in a WebP file.
  @Test(.needs("ffmpeg", "webpinfo"), .needs(encoders: "mpeg4")) func whatStandsStill() throws {
    let still = folder.path("still.mp4")
    _ = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=gray:size=64x48:rate=10:duration=1",
      "-c:v", "mpeg4", still)
    for ending in ["gif", "webp", "avif"] {
      let result = try convert(still, "-o", folder.path("a.\(ending)"))
      #expect(result.code == 0, "\(result.errors)")
    }
    let info = try Program.other("webpinfo", folder.path("a.webp"))
    #expect(info.output.contains("No error detected."), "\(info.output)")
  }

  @Test(.needsMedia, .needs("ffprobe")) func imageSequences() throws {
    let media = try #require(MediaFolder.path)
    let plain = folder.path("a.gif")
    let result = try convert("\(media)/avif/colors-animated-8bpc.avif", "-o", plain, "--rate", "50")
    #expect(result.code == 0, "\(result.errors)")
    let count = try Program.other(
      "ffprobe", "-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of",
      "csv=p=0", plain)
    #expect(count.output == "5\n", "\(count.output)")
    // The track of opacity is not an animation of its own.
    let alpha = try convert("\(media)/avif/alpha_video.avif", "-o", folder.path("b.webp"))
    #expect(alpha.code == 0 && alpha.errors.isEmpty, "\(alpha.errors)")
    let photo = try convert("\(media)/avif/fox.profile0.10bpc.yuv420.avif", "-o", plain, "--force")
    #expect(photo.code == 64, "\(photo.errors)")
  }

  // MARK: Which files

  @Test func foldersAndLists() throws {
    let movies = folder.path("movies")
    for (name, sample) in [
      ("a/clip.mp4", "clip-h264.mp4"), ("a/clip.mov", "clip-hevc.mov"), ("b.mov", "clip-hevc.mov"),
      ("photo.heic", "portrait-single.heic"),
    ] {
      let path = "\(movies)/\(name)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: Program.sample(sample), toPath: path)
    }
    let loops = folder.path("loops")
    let first = try convert(movies, "-o", loops, "--format", "webp", "--to", "0.2")
    #expect(first.code == 0, "\(first.errors)")
    func names() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: loops)
        .filter { $0.hasSuffix("p") && !$0.hasPrefix(".") }.sorted()
    }
    #expect(try names() == ["a/clip.mp4.webp", "a/clip.webp", "b.webp"])
    let again = try convert(movies, "-o", loops, "--format", "webp", "--to", "0.2", "--json")
    #expect(again.output.components(separatedBy: "\"unchanged\"").count == 4, "\(again.output)")
    let other = try convert(movies, "-o", loops, "--format", "webp", "--to", "0.3", "--json")
    #expect(other.output.components(separatedBy: "\"converted\"").count == 4, "\(other.output)")
    // In folders, AVIF is for photos; a movie and a photo that are named are both converted.
    let photos = folder.path("photos")
    _ = try convert(movies, "-o", photos, "--format", "avif", "--live", "skip")
    #expect(Folder.names(photos).filter { !$0.hasPrefix(".") } == ["photo.avif"])
    let both = folder.path("both")
    let mixed = try convert(
      "\(movies)/b.mov", "\(movies)/photo.heic", "-o", both, "--format", "avif", "--to", "0.2")
    #expect(mixed.code == 0, "\(mixed.errors)")
    #expect(Folder.names(both) == ["b.avif", "photo.avif"])
    #expect(try bytes("\(both)/b.avif").range(of: Data("stts".utf8)) != nil)
    #expect(try bytes("\(both)/photo.avif").range(of: Data("stts".utf8)) == nil)
  }

  @Test func whatIsRefused() throws {
    let photo = Program.sample("portrait-single.heic")
    let jpeg = folder.path("a.jpg")
    let gif = folder.path("a.gif")
    for arguments in [
      [photo, "-o", jpeg, "--bounce"], [photo, "-o", gif], [movie, "-o", gif, "--rate", "60"],
      [movie, "-o", gif, "--from", "2", "--to", "1"], [movie, "-o", gif, "--thumbnail", "64"],
      [movie, "-o", gif, "--format", "webp", "--delete-originals"],
      [movie, "-o", "-", "--format", "gif"], [movie, "-o", gif, "--movies", "small"],
      [movie, "-o", gif, "--loops", "70000"], [movie, "-o", gif, "--from", "x"],
    ] {
      let result = try Program.boxwalk(["convert"] + arguments)
      #expect(result.code == 64, "\(arguments): \(result.errors)")
    }
    for (input, words) in [
      (folder.path("none.mov"), "there is no such file"),
      (try folder.write(Data("text".utf8), to: "text.mov"), "text"),
    ] {
      let result = try convert(input, "-o", gif)
      #expect(result.code == 2 && result.errors.contains(words), "\(result.errors)")
    }
    #expect(try convert(movie, "-o", gif, "--to", "0.1").code == 0)
    let old = try bytes(gif)
    let second = try convert(movie, "-o", gif)
    #expect(second.code == 2 && second.errors.contains("--force"), "\(second.errors)")
    #expect(try bytes(gif) == old)
    let copy = folder.path("copy.gif")
    try FileManager.default.copyItem(atPath: movie, toPath: copy)
    let itself = try convert(copy, "-o", copy, "--force")
    #expect(itself.code == 2 && itself.errors.contains("original itself"), "\(itself.errors)")
  }

  /// The module for GIF and WebP may be missing, and nothing else depends on it.
  @Test func aMissingModuleIsNamed() throws {
    let environment = ["BOXWALK_LOOP_ENGINE": folder.path("none.so")]
    for (ending, code) in [("gif", 2), ("webp", 2), ("avif", 0)] as [(String, Int32)] {
      let output = folder.path("a.\(ending)")
      let result = try Program.boxwalk(
        "convert", movie, "-o", output, "--to", "0.1", environment: environment)
      #expect(result.code == code, "\(result.errors)")
      #expect(code == 0 || result.errors.contains("none.so"), "\(result.errors)")
      #expect(FileManager.default.fileExists(atPath: output) == (code == 0))
    }
    let doctor = try Program.boxwalk("doctor", environment: environment)
    #expect(doctor.output.contains("apt install libavfilter8"), "\(doctor.output)")
  }

  @Test(.needs("ffmpeg"), .needs(encoders: "mpeg4")) func longMoviesHaveToBeAskedFor() throws {
    let long = folder.path("long.mp4")
    _ = try Program.other(
      "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=32x32:rate=1:duration=70", "-c:v",
      "mpeg4", long)
    let gif = folder.path("a.gif")
    let refused = try convert(long, "-o", gif)
    #expect(refused.code == 2 && refused.errors.contains("--from and --to"), "\(refused.errors)")
    #expect(try convert(long, "-o", gif, "--to", "60").code == 0)
    #expect(try convert(long, "-o", gif, "--long", "--force").code == 0)
  }

  // MARK: Damage

  @Test func damagedFramesAreNamed() throws {
    var data = try bytes(Program.sample("clip-h264.mp4"))
    let media = try #require(data.range(of: Data("mdat".utf8)))
    let middle = (media.upperBound + data.count) / 2
    for index in middle..<middle + 3000 { data[index] = 0 }
    let damaged = try folder.write(data, to: "damaged.mp4")
    for ending in ["gif", "webp", "avif"] {
      let result = try convert(damaged, "-o", folder.path("a.\(ending)"), "--rate", "30")
      #expect(result.code == 1, "\(result.errors)")
      #expect(result.errors.contains("is missing") && result.errors.contains("damaged"))
    }
  }

  /// For any damaged movie, the command names the error, or converts the rest.
  @Test(arguments: ["clip-hevc.mov", "clip-h264-fragmented.mov"])
  func mutatedMoviesDoNoHarm(_ sample: String) throws {
    let whole = try bytes(Program.sample(sample))
    var noise = Noise(state: 7)
    for number in 0..<12 {
      var data = whole
      for _ in 0..<1 + number * 2 {
        // Most of the read bytes are at one of both ends.
        let end = number % 3 == 0 ? data.count : min(data.count, 9000)
        let index = Int.random(in: 0..<end, using: &noise)
        data[number % 2 == 0 ? index : data.count - 1 - index] = UInt8(
          Int.random(in: 0..<256, using: &noise))
      }
      if number % 4 == 3 { data = data.prefix(data.count * 2 / 3) }
      let path = try folder.write(data, to: "mutated.mov")
      let ending = ["gif", "webp", "avif"][number % 3]
      let output = folder.path("\(number).\(ending)")
      let result = try convert(path, "-o", output, "--rate", "10")
      #expect([0, 1, 2].contains(result.code), "\(number): \(result.code) \(result.errors)")
      #expect(!result.errors.contains("crashed"), "\(number): \(result.errors)")
      #expect(FileManager.default.fileExists(atPath: output) == (result.code < 2))
      #expect(result.code == 0 || !result.errors.isEmpty)
    }
  }
}
