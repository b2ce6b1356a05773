import Foundation
import TestSupport
import Testing

/// `boxwalk convert --live`: the handling of the movies of Live Photos.
@Suite struct LiveBatchTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func convert(_ arguments: String...) throws -> Program.Result {
    try convert(arguments)
  }

  private func convert(_ arguments: [String]) throws -> Program.Result {
    try Program.boxwalk(
      ["convert", folder.path("in"), "-o", folder.path("out")] + arguments,
      environment: ["XDG_CACHE_HOME": folder.path("cache")])
  }

  private func isLivePhoto(_ still: String, _ movie: String) throws -> Bool {
    let check = try Program.boxwalk(
      "live", "check", folder.path(still), folder.path(movie), "--json")
    let lines = check.output.matches(of: /"identifier": ?"([^"]+)"/).map { $0.1 }
    return lines.count >= 2 && Set(lines).count == 1
  }

  private func unchangedCount(_ result: Program.Result) -> Int {
    result.output.components(separatedBy: "\"unchanged\"").count - 1
  }

  @Test func moviesGoBesideTheOutputs() throws {
    try folder.addLivePhoto("landscape-tiled.heic", as: "in/2023/IMG_1")
    try folder.addLivePhoto("meadow.jpg", as: "in/b")
    try folder.add("shore-tiled.avif", as: "in/B.avif")
    try folder.add("clip-h264.mp4", as: "in/holiday.mp4")
    let result = try convert("--json")
    #expect(result.code == 1 && result.errors == "", "\(result.output)\(result.errors)")
    // B.avif comes first and gets the name; the movie is named like its photo.
    let names = ["2023/IMG_1.jpg", "2023/IMG_1.mov", "B.jpg", "b.jpg.jpg", "b.jpg.mov"]
    #expect(try folder.files("out") == names)
    #expect(folder.isSame("in/2023/IMG_1.mov", "out/2023/IMG_1.mov"))
    #expect(folder.isSame("in/b.mov", "out/b.jpg.mov"))
    #expect(try isLivePhoto("out/2023/IMG_1.jpg", "out/2023/IMG_1.mov"))
    #expect(try isLivePhoto("out/b.jpg.jpg", "out/b.jpg.mov"))
    let line = try #require(try folder.manifest("out")["2023/IMG_1.heic"])
    let movie = try #require(line["movie"] as? [String: Any])
    #expect(movie["input"] as? String == "2023/IMG_1.mov")
    #expect(movie["bytes"] as? Int == (try folder.data("in/2023/IMG_1.mov")).count)
    #expect(movie["outcome"] as? String == "copied")
    #expect(movie["output"] as? String == "2023/IMG_1.mov")
    let sum = try Program.other("sha256sum", folder.path("in/2023/IMG_1.mov"))
    #expect(sum.output.contains(movie["sha256"] as? String ?? "-"))
    #expect(try folder.manifest("out").count == 3, "movies have no lines of their own")

    // If a movie was changed, or deleted from the output, its photo is converted again.
    #expect(unchangedCount(try convert("--json")) == 3)
    let handle = try #require(FileHandle(forWritingAtPath: folder.path("in/b.mov")))
    try handle.seekToEnd()
    handle.write(Data([0, 0, 0, 8] + "free".utf8))
    try handle.close()
    try FileManager.default.removeItem(atPath: folder.path("out/2023/IMG_1.mov"))
    let again = try convert("--json")
    #expect(again.code == 0 && unchangedCount(again) == 1, "\(again.output)")
    #expect(folder.isSame("in/b.mov", "out/b.jpg.mov"))
    #expect(try folder.files("out") == names)

    // A touched file is the same, and is noted as such.
    try FileManager.default.setAttributes(
      [.modificationDate: Date()], ofItemAtPath: folder.path("in/b.mov"))
    #expect(unchangedCount(try convert("--json")) == 3)
    // Bytes that changed under the same size and time show with --check.
    let path = folder.path("out/b.jpg.mov")
    let reference = try folder.write(Data(), to: "reference")
    _ = try Program.other("touch", "-r", path, reference)
    let output = try #require(FileHandle(forWritingAtPath: path))
    try output.seek(toOffset: 100_000)
    output.write(Data([1, 2, 3, 4]))
    try output.close()
    _ = try Program.other("touch", "-r", reference, path)
    #expect(unchangedCount(try convert("--json")) == 3)
    #expect(unchangedCount(try convert("--json", "--check")) == 2)
    #expect(folder.isSame("in/b.mov", "out/b.jpg.mov"))
    // A removed input is a change, too.
    try FileManager.default.removeItem(atPath: folder.path("in/b.mov"))
    #expect(unchangedCount(try convert("--json")) == 2)
    #expect(try folder.manifest("out")["b.jpg"]?["movie"] == nil)
  }

  @Test func moviesCanBeLinksAndGoToTheShardOfTheirPhoto() throws {
    for name in ["a", "b", "c", "d"] { try folder.addLivePhoto("meadow.jpg", as: "in/\(name)") }
    for index in 0..<2 {
      let part = try convert("--copies", "link", "--shard", "\(index)/2")
      #expect(part.code == 0, "\(part.errors)")
    }
    #expect(
      try folder.files("out") == ["a", "b", "c", "d"].flatMap { ["\($0).jpg", "\($0).mov"] })
    #expect(folder.inode("out/a.mov") == folder.inode("in/a.mov"))
    let manifests = try (0..<2).map {
      try String(
        contentsOfFile: folder.path("out/.boxwalk/manifest-\($0)-of-2.jsonl"), encoding: .utf8)
    }
    for name in ["a", "b", "c", "d"] {
      let with = manifests.filter { $0.contains("\"input\":\"\(name).jpg\"") }
      #expect(with.count == 1 && with[0].contains("\"output\":\"\(name).mov\""))
    }
  }

  @Test(
    .needs("exiftool"), .needs("libheif with encoders of HEVC and AV1") { Doctor.writesHEIF },
    arguments: ["jpeg", "heic"])
  func photosBecomeMotionPhotos(format: String) throws {
    try folder.addLivePhoto("landscape-tiled.heic", as: "in/IMG_1")
    try folder.addLivePhoto("portrait-single.heic", as: "in/IMG_2")
    // The description is moved to the front, and then the file is truncated.
    #expect(try Program.boxwalk("faststart", folder.path("in/IMG_2.mov"), "--in-place").code == 0)
    let damaged = try folder.data("in/IMG_2.mov").prefix(60_000)
    try damaged.write(to: folder.url.appendingPathComponent("in/IMG_2.mov"))
    // Encoding 12 megapixels takes half a minute.
    let small = ["--max-size", "640"]
    let result = try convert(["--live", "motionphoto", "--format", format] + small)
    let ending = format == "jpeg" ? "jpg" : "heic"
    let single = folder.path("out/IMG_1.\(ending)")
    #expect(try folder.files("out") == ["IMG_1.\(ending)", "IMG_2.\(ending)", "IMG_2.mov"])
    // A movie that cannot be a part of the photo is not lost.
    #expect(result.code == 1, "\(result.errors)")
    #expect(result.errors.contains("warning: the movie could not become a part of the output"))
    #expect(try folder.data("out/IMG_2.mov") == damaged)
    let lines = try folder.manifest("out")
    let movies = ["IMG_1.heic", "IMG_2.heic"].map { lines[$0]?["movie"] as? [String: Any] }
    #expect(movies[0]?["outcome"] as? String == "inside")
    #expect(movies[0]?["output"] as? String == "IMG_1.\(ending)")
    #expect(movies[1]?["outcome"] as? String == "copied")
    let outputs = try #require(lines["IMG_1.heic"]?["outputs"] as? [[String: Any]])
    #expect(outputs.count == 1)
    #expect(outputs[0]["bytes"] as? Int == (try folder.data("out/IMG_1.\(ending)")).count)

    #expect(try Program.boxwalk("verify", single).code == 0)
    // The unchanged movie, where other programs expect it.
    let movie = try folder.data("in/IMG_1.mov")
    let file = try folder.data("out/IMG_1.\(ending)")
    #expect(file.range(of: movie) != nil)
    let fields = try Program.other("exiftool", "-s", "-XMP:MotionPhoto", single)
    #expect(fields.output.contains("MotionPhoto"))
    if format == "jpeg" { #expect(file.suffix(movie.count) == movie) }

    let again = try convert(["--live", "motionphoto", "--format", format, "--json"] + small)
    #expect(unchangedCount(again) == 2)
    // A motion photo stays one, in another format, too.
    let back = try Program.boxwalk(
      "convert", folder.path("out"), "-o", folder.path("back"), "--format",
      format == "jpeg" ? "heic" : "jpeg", "--include", "IMG_1.*")
    #expect(back.code <= 1, "\(back.errors)")
    let other = try folder.data("back/IMG_1.\(format == "jpeg" ? "heic" : "jpg")")
    #expect(other.range(of: movie) != nil)
    #expect(!back.errors.contains("motion photo"), "\(back.errors)")
    let skipped = try Program.boxwalk(
      "convert", folder.path("out"), "-o", folder.path("png"), "--format", "png", "--include",
      "IMG_1.*")
    #expect(skipped.errors.contains("not carried over: "))
    #expect(skipped.errors.contains("the movie of the motion photo"))
    let left = try folder.manifest("png").values.first?["left_out"] as? [String]
    #expect(left?.contains("the movie of the motion photo") == true)
  }

  @Test func moviesCanBeLeftOut() throws {
    try folder.addLivePhoto("meadow.jpg", as: "in/IMG_1")
    try folder.addLivePhoto("meadow.jpg", as: "in/IMG_2")
    // An edit of the first, which has no movie.
    try FileManager.default.copyItem(
      atPath: folder.path("in/IMG_1.jpg"), toPath: folder.path("in/IMG_E1.jpg"))
    #expect(try convert("--exclude", "IMG_2.mov").code == 0)
    #expect(try folder.files("out") == ["IMG_1.jpg", "IMG_1.mov", "IMG_2.jpg", "IMG_E1.jpg"])
    func run(_ name: String, _ arguments: String..., input: Data = Data()) throws -> [String] {
      let result = try Program.boxwalk(
        ["convert", "-o", folder.path(name)] + arguments, input: input)
      #expect(result.code == 0, "\(result.errors)")
      return try folder.files(name).map { ($0 as NSString).lastPathComponent }
    }
    #expect(
      try run("skipped", folder.path("in"), "--live", "skip")
        == ["IMG_1.jpg", "IMG_2.jpg", "IMG_E1.jpg"])
    #expect(
      try run("small", folder.path("in"), "--thumbnail", "100")
        == ["IMG_1.jpg", "IMG_2.jpg", "IMG_E1.jpg"])
    // A list names both halves.
    let list = ["IMG_1.jpg", "IMG_2.jpg", "IMG_2.mov"].map { folder.path("in/\($0)") }
    #expect(
      try run("listed", "--files-from", "-", input: Data(list.joined(separator: "\n").utf8))
        == ["IMG_1.jpg", "IMG_2.jpg", "IMG_2.mov"])
    #expect(
      try Program.boxwalk(
        "convert", folder.path("in"), "-o", folder.path("x"), "--live", "motionphoto", "--format",
        "png"
      ).code == 64)
  }

  /// If outputs are beside their originals, the movie is there already.
  @Test func aFolderCanBeItsOwnOutput() throws {
    try folder.addLivePhoto("portrait-single.heic", as: "in/IMG_1")
    let before = folder.inode("in/IMG_1.mov")
    let result = try Program.boxwalk("convert", folder.path("in"), "-o", folder.path("in"))
    #expect(result.code == 0, "\(result.errors)")
    #expect(try folder.files("in") == ["IMG_1.heic", "IMG_1.jpg", "IMG_1.mov"])
    #expect(folder.inode("in/IMG_1.mov") == before)
    #expect(
      (try folder.manifest("in")["IMG_1.heic"]?["movie"] as? [String: Any])?["outcome"] as? String
        == "in place")
  }

  @Test func locationsGoFromMoviesToo() throws {
    try folder.addLivePhoto("portrait-single.heic", as: "in/IMG_1")
    #expect(try folder.data("in/IMG_1.mov").range(of: Data("+46.3636".utf8)) != nil)
    for handling in ["keep", "motionphoto"] {
      let result = try Program.boxwalk(
        "convert", folder.path("in"), "-o", folder.path(handling), "--strip", "location", "--live",
        handling)
      #expect(result.code == 0, "\(result.errors)")
      for file in try folder.files(handling) {
        #expect(try folder.data("\(handling)/\(file)").range(of: Data("+46.36".utf8)) == nil)
      }
    }
    #expect(try isLivePhoto("keep/IMG_1.jpg", "keep/IMG_1.mov"))
  }
}
