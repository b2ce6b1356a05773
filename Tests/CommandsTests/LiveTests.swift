import Foundation
import TestSupport
import Testing

/// `boxwalk live make` and `boxwalk live check`, judged by other programs.
@Suite struct LiveTests {
  private static let identifier = "0A1B2C3D-4E5F-4607-8899-AABBCCDDEEFF"

  private func data(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// The frames of a movie, and the packets of its audio, by their hashes.
  private func media(_ path: String) throws -> String {
    try Program.other(
      "ffmpeg", "-v", "error", "-i", path, "-map", "0:v", "-map", "0:a", "-f", "framemd5", "-"
    ).output
  }

  /// The pixels that djpeg decodes.
  private func pixels(_ path: String, _ output: String) throws -> Data {
    #expect(try Program.other("djpeg", "-outfile", output, path).code == 0)
    return try data(output)
  }

  @Test(
    .needs("exiftool", "ffmpeg", "ffprobe", "djpeg"),
    arguments: [
      ("landscape-tiled.heic", "clip-hevc.mov", "landscape-tiled.mov"),
      ("portrait-single.heic", "clip-h264.mp4", "portrait-single.mov"),
      ("meadow.jpg", "clip-hevc.mov", "meadow.mov"), ("meadow.jpg", "clip-h264.mp4", "meadow.mov"),
    ])
  func aPhotoAndAMovieAreJoined(still: String, movie: String, newMovie: String) throws {
    let folder = try Folder()
    let result = try Program.boxwalk(
      "live", "make", Program.sample(still), Program.sample(movie), "-o", folder.url.path,
      "--identifier", LiveTests.identifier, "--time", "1.0")
    #expect(result.code == 0, "\(result.errors)")
    #expect(folder.names == [still, newMovie].sorted())

    for name in [still, newMovie] {
      let read = try Program.other(
        "exiftool", "-s3", "-ContentIdentifier", "-MediaGroupUUID", folder.path(name))
      #expect(read.output == LiveTests.identifier + "\n", "\(name)")
      let verified = try Program.boxwalk("verify", folder.path(name))
      #expect(verified.code == 0, "\(verified.output)")
    }
    let check = try Program.boxwalk("live", "check", folder.url.path)
    #expect(check.code == 0)
    #expect(check.output.hasSuffix("a Live Photo\n"))

    let streams = try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "stream=codec_tag_string,start_time,nb_frames",
      "-of", "csv=p=0", folder.path(newMovie))
    #expect(streams.errors.isEmpty)
    // The sample movies have 30 frames a second: one starts at 1 s.
    let track = streams.output.split(separator: "\n").filter { $0.hasPrefix("mebx") }
    #expect(track == ["mebx,1.000000,1"])
    #expect(try media(folder.path(newMovie)) == media(Program.sample(movie)))
    if still.hasSuffix(".jpg") {
      #expect(
        try pixels(folder.path(still), folder.path("new.ppm"))
          == pixels(Program.sample(still), folder.path("old.ppm")))
    }
  }

  @Test func whatIsJoinedIsNotChangedAgain() throws {
    let (first, second) = (try Folder(), try Folder())
    #expect(
      try Program.boxwalk(
        "live", "make", Program.sample("meadow.jpg"), Program.sample("clip-h264.mp4"), "-o",
        first.url.path
      ).code == 0)
    #expect(
      try Program.boxwalk(
        "live", "make", first.path("meadow.jpg"), first.path("meadow.mov"), "-o", second.url.path
      ).code == 0)
    for name in first.names {
      #expect(try data(first.path(name)) == data(second.path(name)), "\(name)")
    }
  }

  @Test func theNameOfTheStillIsInItsStyle() throws {
    let folder = try Folder()
    let still = try folder.write(data(Program.sample("meadow.jpg")), to: "IMG_1.JPG")
    let result = try Program.boxwalk(
      "live", "make", still, Program.sample("clip-h264.mp4"), "-o", folder.path("new"))
    #expect(result.code == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("new")).sorted()
        == ["IMG_1.JPG", "IMG_1.MOV"])
  }

  // MARK: - What cannot be joined

  /// Every error is reported, and no file appears.
  private func refuse(
    _ still: String, _ movie: String, _ words: String, _ more: [String] = []
  ) throws {
    let folder = try Folder()
    let result = try Program.boxwalk(
      ["live", "make", still, movie, "-o", folder.path("new")] + more)
    #expect(result.code == 2, "\(result.output)")
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.path("new"))) ?? []).isEmpty)
  }

  @Test(arguments: ["landscape-tiled.heic", "meadow.jpg"], [0.3, 0.9])
  func aStillThatBrokeOffIsRefused(name: String, part: Double) throws {
    let folder = try Folder()
    let all = try data(Program.sample(name))
    let still = try folder.write(all.prefix(Int(Double(all.count) * part)), to: name)
    let movie = Program.sample("clip-hevc.mov")
    try refuse(still, movie, name)
    let check = try Program.boxwalk("live", "check", still, movie)
    #expect(check.code == 2)
    #expect(check.output.contains("error: the still is "), "\(check.output)")
  }

  @Test(arguments: ["clip-hevc.mov", "clip-h264.mp4"], [0.5, 0.95])
  func aMovieThatBrokeOffIsRefused(name: String, part: Double) throws {
    let folder = try Folder()
    let all = try data(Program.sample(name))
    let movie = try folder.write(all.prefix(Int(Double(all.count) * part)), to: name)
    let still = Program.sample("meadow.jpg")
    try refuse(still, movie, name)
    let check = try Program.boxwalk("live", "check", still, movie)
    #expect(check.code == 2)
    #expect(check.output.contains("error: the movie is "), "\(check.output)")
  }

  @Test func halvesThatAreNoneAreNamed() throws {
    let folder = try Folder()
    let (photo, movie) = (Program.sample("meadow.jpg"), Program.sample("clip-hevc.mov"))
    let empty = try folder.write(Data(), to: "empty.mov")
    let wrong = try folder.write(
      data(Program.sample("landscape-tiled.heic")), to: "IMG_1.MOV")
    try refuse(photo, empty, "is empty")
    try refuse(photo, folder.path("missing.mov"), "missing.mov")
    try refuse(photo, wrong, "is not a movie: it has no moov box")
    try refuse(movie, movie, "is a movie, and not a photo")
    try refuse(photo, photo, "is a JPEG image, and not a movie")
    try refuse(photo, Program.sample("clip-hevc-fragmented.mp4"), "is a fragmented movie")
    try refuse(photo, movie, "has no frame at 7.0 s", ["--time", "7"])

    let check = try Program.boxwalk("live", "check", photo, wrong)
    #expect(check.code == 2)
    #expect(check.output.contains("is a HEIC photo, named .mov"))
    let swapped = try Program.boxwalk("live", "check", movie, photo)
    #expect(swapped.code == 2)
    #expect(
      swapped.output.contains(
        "error: the still and the movie are swapped: name the photo first, and then the movie (seen in the file)\nnot"
      ))
    let missing = try Program.boxwalk("live", "check", photo, folder.path("missing.mov"))
    #expect(missing.code == 2)
    #expect(missing.errors.contains("there is no such file"))
  }

  @Test func identifiersThatDifferAreAQuestion() throws {
    let (a, b) = (try Folder(), try Folder())
    for folder in [a, b] {
      #expect(
        try Program.boxwalk(
          "live", "make", Program.sample("meadow.jpg"), Program.sample("clip-h264.mp4"), "-o",
          folder.url.path, "--identifier", "new"
        ).code == 0)
    }
    try refuse(a.path("meadow.jpg"), b.path("meadow.mov"), "--identifier still, movie or new")
    let check = try Program.boxwalk("live", "check", a.path("meadow.jpg"), b.path("meadow.mov"))
    #expect(check.code == 2)
    #expect(check.output.contains("the identifiers differ"))
    let joined = try Folder()
    #expect(
      try Program.boxwalk(
        "live", "make", a.path("meadow.jpg"), b.path("meadow.mov"), "-o", joined.url.path,
        "--identifier", "movie"
      ).code == 0)
    #expect(try data(joined.path("meadow.mov")) == data(b.path("meadow.mov")))
  }

  @Test func filesThatExistStay() throws {
    let folder = try Folder()
    let path = try folder.write(Data("mine".utf8), to: "meadow.mov")
    let result = try Program.boxwalk(
      "live", "make", Program.sample("meadow.jpg"), Program.sample("clip-hevc.mov"), "-o",
      folder.url.path)
    #expect(result.code == 2)
    #expect(result.errors.contains("meadow.mov: exists"))
    #expect(folder.names == ["meadow.mov"])
    #expect(try data(path) == Data("mine".utf8))
  }

  @Test func eitherHalfIsCompleted() throws {
    let whole = try Folder()
    let halves = [Program.sample("landscape-tiled.heic"), Program.sample("clip-h264.mp4")]
    let make = ["live", "make"] + halves + ["-o", whole.url.path]
    #expect(try Program.boxwalk(make).code == 0)
    let (still, movie) = (
      whole.path("landscape-tiled.heic"), whole.path("landscape-tiled.mov")
    )
    let before = (try data(still), try data(movie))
    for path in [still, movie] {
      try FileManager.default.removeItem(atPath: path)
      #expect(try Program.boxwalk(make + ["--dry-run"]).code == 0)
      #expect(whole.names.count == 1)
      #expect(try Program.boxwalk(make).code == 0)
      #expect(try data(still) == before.0)
      #expect(try data(movie) == before.1)
    }
    // A pair of other options is not completed, and neither is a complete one.
    #expect(try Program.boxwalk(make).code == 2)
    try FileManager.default.removeItem(atPath: still)
    let other = try Program.boxwalk(make + ["--time", "0.2"])
    #expect(other.code == 2)
    #expect(other.errors.contains("landscape-tiled.mov: exists, and is not replaced"))
    #expect(whole.names == ["landscape-tiled.mov"])
  }

  /// Two stills with one identifier would be a Live Photo that nobody can put together.
  @Test func aMovieBelongsToOneStill() throws {
    let (folder, output) = (try Folder(), try Folder())
    try folder.add("portrait-single.heic", as: "a.heic")
    let (still, jpeg) = (folder.path("a.heic"), folder.path("a.jpg"))
    #expect(try Program.boxwalk("convert", still, "-o", jpeg).code == 0)
    let movie = Program.sample("clip-hevc.mov")
    func make(_ still: String) throws -> Program.Result {
      try Program.boxwalk("live", "make", still, movie, "-o", output.path("."))
    }
    #expect(try make(jpeg).code == 0)
    let refused = try make(still)
    #expect(
      refused.code == 2 && refused.errors.contains("a.jpg already: write to another folder"),
      "\(refused.errors)")
    #expect(output.names == ["a.jpg", "a.mov"])
  }

  @Test func aDryRunWritesNothing() throws {
    let folder = try Folder()
    let make = [
      "live", "make", Program.sample("landscape-tiled.heic"), Program.sample("clip-h264.mp4"), "-o",
      folder.path("new"), "--identifier", LiveTests.identifier, "--dry-run",
    ]
    let result = try Program.boxwalk(make)
    #expect(result.code == 0, "\(result.errors)")
    #expect(folder.names.isEmpty)
    for words in [
      "landscape-tiled.heic: would change, as \(folder.path("new"))/landscape-tiled.heic",
      "clip-h264.mp4: would change, as \(folder.path("new"))/landscape-tiled.mov",
      "the still is frame 38 of 75", "+ moov/trak[2] ", "identifier \(LiveTests.identifier)",
    ] {
      #expect(result.output.contains(words), "\(words): \(result.output)")
    }
    let json = try Program.boxwalk(make + ["--json"])
    #expect(json.output.contains(#""outcome":"would be made""#), "\(json.output)")
    // Refused inputs are refused here, too.
    let cut = try folder.write(
      data(Program.sample("clip-h264.mp4")).prefix(20_000), to: "cut.mp4")
    let refused = try Program.boxwalk(
      "live", "make", Program.sample("meadow.jpg"), cut, "-o", folder.path("new"), "-n")
    #expect(refused.code == 2)
    #expect(folder.names == ["cut.mp4"])
  }

  /// The location of a photo is private, while the movie may be shared.
  @Test(.needs("exiftool")) func aLocationIsCopiedOnRequest() throws {
    for (more, location) in [([], ""), (["--copy-location"], "46.3636 14.0939")] {
      let folder = try Folder()
      let result = try Program.boxwalk(
        ["live", "make", Program.sample("meadow.jpg"), Program.sample("clip-h264.mp4"), "-o"]
          + [folder.url.path] + more)
      #expect(result.code == 0)
      #expect(result.output.contains("location") == !location.isEmpty)
      let read = try Program.other(
        "exiftool", "-n", "-s3", "-Keys:GPSCoordinates", folder.path("meadow.mov"))
      #expect(read.output.hasPrefix(location), "\(read.output)")
      #expect(read.output.isEmpty == location.isEmpty)
    }
  }

  // MARK: - JSON

  @Test func theCheckAsJSON() throws {
    let folder = try Folder()
    _ = try Program.boxwalk(
      "live", "make", Program.sample("meadow.jpg"), Program.sample("clip-hevc.mov"), "-o",
      folder.url.path, "--identifier", LiveTests.identifier, "--time", "0.5")
    let result = try Program.boxwalk("live", "check", folder.url.path, "--json")
    #expect(result.code == 0)
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(json["schema"] as? String == "boxwalk.live-check/1")
    #expect(json["verdict"] as? String == "yes")
    let movie = try #require(json["movie"] as? [String: Any])
    #expect(movie["identifier"] as? String == LiveTests.identifier)
    let still = try #require(movie["still"] as? [String: Any])
    #expect(still["time"] as? Double == 0.5)
    #expect(still["frame"] as? Int == 15)
    #expect(still["frames"] as? Int == 75)
    #expect((json["findings"] as? [Any])?.isEmpty == true)
  }
  /// A user who names a file would get a folder of that name.
  @Test func theOutputIsAFolder() throws {
    let folder = try Folder()
    let make = ["live", "make", Program.sample("meadow.jpg"), Program.sample("clip-h264.mp4")]
    let (file, known) = (folder.path("new.heic"), folder.path("known.heic"))
    let refused = try Program.boxwalk(make + ["-o", file])
    #expect(refused.code == 2 && refused.errors.contains("name a folder"), "\(refused.errors)")
    #expect(!FileManager.default.fileExists(atPath: file))
    #expect(try Program.boxwalk(make + ["-o", file + "/"]).code == 0)
    try Data("no folder".utf8).write(to: URL(fileURLWithPath: known))
    #expect(try Program.boxwalk(make + ["-o", known]).errors.contains("is a file"))
  }
}
