import Foundation
import TestSupport
import Testing

/// `boxwalk live convert`, judged by exiftool, ffmpeg and heif-dec's library.
@Suite(.needs("exiftool")) struct LiveConvertTests {
  private func data(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private func fields(_ path: String, _ tags: String...) throws -> [String: Any] {
    let result = try Program.other("exiftool", ["-j", "-n", "-struct"] + tags + [path])
    let objects = try JSONSerialization.jsonObject(with: result.data)
    return try #require((objects as? [[String: Any]])?.first)
  }

  /// The parts of the file as exiftool reads them: `Primary`, `GainMap`, `MotionPhoto`, and their
  /// lengths.
  private func directory(_ path: String) throws -> [(String, Int)] {
    let fields = try fields(path, "-XMP-Container:all", "-XMP-GContainer:all")
    let entries = fields.values.compactMap { $0 as? [[String: Any]] }.first ?? []
    return entries.map { entry in
      let item = entry["Item"] as? [String: Any] ?? entry
      return (item["Semantic"] as? String ?? "", item["Length"] as? Int ?? 0)
    }
  }

  @Test(
    arguments: ["landscape-tiled.heic", "meadow.jpg"], ["google", "samsung", "microvideo"])
  func oneFileOfTwo(still: String, style: String) throws {
    let folder = try Folder()
    let movie = Program.sample("clip-h264.mp4")
    let result = try Program.boxwalk(
      "live", "convert", Program.sample(still), movie, "-o", folder.path("out"), "--style", style,
      "--time", "1.5")
    let name = style == "microvideo" ? "MVIMG_\(still)" : still.replacing(".", with: ".MP.")
    guard still == "meadow.jpg" || style != "microvideo" else {
      #expect(result.code == 2)
      #expect(result.errors.contains("is not a JPEG image"))
      return
    }
    #expect(result.code == 0, "\(result.errors)")
    let new = folder.path("out/\(name)")
    #expect(result.output.hasPrefix(new + "\n"))
    #expect(result.output.contains("the still is at 1.5 s"))
    #expect(try Program.boxwalk("verify", new).code == 0)

    // The movie, as programs that know the format read it.
    let video = try data(movie)
    let all = try data(new)
    let fields = try fields(new, "-XMP:all", "-Samsung:EmbeddedVideoType")
    if style == "microvideo" {
      #expect(fields["MicroVideo"] as? Int == 1)
      #expect(fields["MicroVideoPresentationTimestampUs"] as? Int == 1_500_000)
      let offset = try #require(fields["MicroVideoOffset"] as? Int)
      #expect(Data(all.suffix(offset)) == video)
    } else {
      #expect(fields["MotionPhoto"] as? Int == 1)
      #expect(fields["MotionPhotoPresentationTimestampUs"] as? Int == 1_500_000)
      let parts = try directory(new)
      #expect(parts.map(\.0) == ["Primary", "MotionPhoto"])
      let length = try #require(parts.last?.1)
      #expect(Data(all.suffix(length)).starts(with: video))
    }
    if style == "samsung", still == "meadow.jpg" {
      #expect(fields["EmbeddedVideoType"] as? String == "MotionPhoto_Data")
    }

    // And back.
    let back = try Program.boxwalk("live", "convert", new, "-o", folder.path("back"), "--json")
    #expect(back.code == 0, "\(back.errors)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(back.output.utf8)) as? [String: Any])
    #expect(json["time"] as? Double == 1.5)
    #expect(json["still"] as? String == folder.path("back/\(still)"))
    let halves = try Program.boxwalk("live", "check", folder.path("back"))
    #expect(halves.output.hasSuffix("a Live Photo\n"), "\(halves.output)")
    #expect(halves.output.contains("at 1.5 s"))
  }

  /// An Ultra HDR picture keeps its gain map, where all readers expect it.
  @Test func aGainMapStays() throws {
    let folder = try Folder()
    let photo = folder.path("photo.jpg")
    #expect(
      try Program.boxwalk("convert", Program.sample("landscape-tiled.heic"), "-o", photo).code == 1)
    let result = try Program.boxwalk(
      "live", "convert", photo, Program.sample("clip-hevc.mov"), "-o", folder.path("out"))
    #expect(result.code == 0, "\(result.errors)")
    let new = folder.path("out/photo.MP.jpg")
    let old = try fields(photo, "-MPImageLength", "-MPImageStart")
    let moved = try fields(new, "-MPImageLength", "-MPImageStart")
    let parts = try directory(new)
    #expect(parts.map(\.0) == ["Primary", "GainMap", "MotionPhoto"])
    #expect(parts[2].1 == (try data(Program.sample("clip-hevc.mov"))).count)
    let length = try #require(old["MPImageLength"] as? Int)
    #expect(moved["MPImageLength"] as? Int == length && parts[1].1 == length)
    let (start, newStart) = (
      try #require(old["MPImageStart"] as? Int), try #require(moved["MPImageStart"] as? Int)
    )
    let map = try data(photo)[start..<start + length]
    #expect(try data(new)[newStart..<newStart + length] == map)
    // Back, it is the picture that it was.
    #expect(try Program.boxwalk("live", "convert", new, "-o", folder.path("back")).code == 0)
    let still = try fields(folder.path("back/photo.jpg"), "-MPImageLength")
    #expect(still["MPImageLength"] as? Int == length)
    #expect(try directory(folder.path("back/photo.jpg")).map(\.0) == ["Primary", "GainMap"])
  }

  @Test func aStillAndTheMovieOfAnotherAreRefused() throws {
    let folder = try Folder()
    let (still, movie) = (Program.sample("landscape-tiled.heic"), Program.sample("clip-h264.mp4"))
    for name in ["one", "other"] {
      let made = try Program.boxwalk(
        "live", "make", still, movie, "-o", folder.path(name), "--identifier", "new")
      #expect(made.code == 0, "\(made.errors)")
    }
    let result = try Program.boxwalk(
      "live", "convert", folder.path("one/landscape-tiled.heic"),
      folder.path("other/landscape-tiled.mov"), "-o", folder.path("new/"))
    #expect(
      result.code == 2 && result.errors.contains("has another identifier"), "\(result.errors)")
  }

  @Test func whatIsNoneIsNamed() throws {
    let folder = try Folder()
    let (jpeg, movie) = (Program.sample("meadow.jpg"), Program.sample("clip-hevc.mov"))
    let part = try folder.write(data(movie).prefix(30_000), to: "part.mov")
    for (arguments, words) in [
      ([jpeg], "contains no movie"), ([movie], "is a movie without its still"),
      ([jpeg, part], "part.mov"),
      ([part, movie], "part.mov: "),
      ([jpeg, movie, "--time", "99"], "has no frame at 99"),
      ([folder.path("nothing.jpg")], "nothing.jpg"),
      ([folder.url.path, "--to", "live"], "has no motion photo"),
    ] {
      let result = try Program.boxwalk(
        ["live", "convert"] + arguments + ["-o", folder.path("new")])
      #expect(result.code == 2, "\(arguments)")
      #expect(result.errors.contains(words), "\(result.errors)")
    }
    let vague = try Program.boxwalk(
      "live", "convert", folder.url.path, "-o", folder.path("new"))
    #expect(vague.code == 64 && vague.errors.contains("is a folder: --to"), "\(vague.errors)")
    let made = (try? FileManager.default.contentsOfDirectory(atPath: folder.path("new"))) ?? []
    #expect(made.isEmpty)
    // No file is replaced.
    for code: Int32 in [0, 2] {
      let result = try Program.boxwalk("live", "convert", jpeg, movie, "-o", folder.path("twice"))
      #expect(result.code == code)
    }
  }

  /// A library, there and back: folders stay, and one that fails does not stop the others.
  @Test func folders() throws {
    let folder = try Folder()
    let library = folder.path("library")
    for (subfolder, still) in [("2024", "meadow.jpg"), ("2025/01", "portrait-single.heic")] {
      let made = try Program.boxwalk(
        "live", "make", Program.sample(still), Program.sample("clip-h264.mp4"), "-o",
        library + "/" + subfolder)
      #expect(made.code == 0)
    }
    let cache = ["XDG_CACHE_HOME": folder.path("cache")]
    let there = try Program.boxwalk(
      ["live", "convert", library, "-o", folder.path("android"), "--to", "motionphoto", "--json"],
      environment: cache)
    #expect(there.code == 0, "\(there.errors)")
    #expect(there.output.split(separator: "\n").count == 2)
    try Data("junk".utf8).write(to: URL(fileURLWithPath: folder.path("android/a.jpg")))
    let back = try Program.boxwalk(
      "live", "convert", folder.path("android"), Program.sample("meadow.jpg"), "-o",
      folder.path("iphone"), "--to", "live")
    #expect(back.code == 3)
    #expect(back.errors.contains("meadow.jpg: contains no movie"))
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path("iphone"))
    #expect(
      files.filter { $0.contains(".") }.sorted() == [
        "2024/meadow.jpg", "2024/meadow.mov", "2025/01/portrait-single.heic",
        "2025/01/portrait-single.mov",
      ])
    // The HEIC photo had no XMP: where its items are has been moved, and back.
    for file in files where file.contains(".") && !file.hasSuffix(".heic") {
      #expect(try data(folder.path("iphone/\(file)")) == data("\(library)/\(file)"), "\(file)")
    }
  }
}
