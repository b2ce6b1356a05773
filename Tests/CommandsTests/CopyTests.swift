import Foundation
import TestSupport
import Testing

/// `boxwalk convert` of files that have the format already.
@Suite struct CopyTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.path("in"), withIntermediateDirectories: true)
  }

  private func convert(
    _ arguments: String..., to output: String = "out"
  ) throws -> Program.Result {
    try Program.boxwalk(["convert", folder.path("in"), "-o", folder.path(output)] + arguments)
  }

  /// A JPEG file that another program has made.
  private func jpeg(_ options: [String]) throws -> Data {
    let (pixels, path) = (folder.path("a.ppm"), folder.path("a.jpg"))
    let read = try Program.other("djpeg", "-outfile", pixels, Program.sample("meadow.jpg"))
    #expect(read.code == 0, "\(read.errors)")
    let written = try Program.other("cjpeg", options + ["-outfile", path, pixels])
    #expect(written.code == 0, "\(written.errors)")
    return try folder.data("a.jpg")
  }

  /// Without the last third of its coded data, but with an end.
  private func cut(_ file: Data) -> Data { file.prefix(file.count * 2 / 3) + [0xFF, 0xD9] }

  /// The structure is whole, up to its end, and the picture is not.
  @Test(
    .needs("djpeg", "cjpeg"),
    arguments: [[], ["-progressive"], ["-restart", "1"], ["-grayscale"]])
  func whatCannotBeDecodedIsNotCopied(options: [String]) throws {
    let good = try jpeg(options)
    // Any data may follow the end: a movie, further pictures.
    _ = try folder.write(good + Data("anything".utf8), to: "in/good.jpg")
    _ = try folder.write(cut(good), to: "in/cut.jpg")
    var hole = good
    let middle = good.count / 2
    hole.replaceSubrange(middle..<middle + 3000, with: Data(count: 3000))
    _ = try folder.write(hole, to: "in/hole.jpg")
    for arguments in [[], ["--copies", "link"], ["--strip", "location"]] {
      let output = "out-" + arguments.joined()
      let result = try Program.boxwalk(
        ["convert", folder.path("in"), "-o", folder.path(output)] + arguments)
      #expect(result.code == 3, "\(result.errors)")
      #expect(try folder.files(output) == ["good.jpg"])
      #expect(
        result.errors.contains("in/cut.jpg: is not copied, because not all of it can be decoded"))
      #expect(result.errors.contains("--quick-copies"))
    }
    let quick = try convert("--quick-copies", to: "quick")
    #expect(quick.code == 0, "\(quick.errors)")
    #expect(try folder.files("quick") == ["cut.jpg", "good.jpg", "hole.jpg"])
  }

  /// No program can tell whether such a picture was decoded completely.
  @Test(.needs("djpeg", "cjpeg")) func arithmeticCodingIsCopiedWithAWarning() throws {
    _ = try folder.write(jpeg(["-arithmetic"]), to: "in/a.jpg")
    let result = try convert()
    #expect(result.code == 1)
    #expect(result.errors.contains("damage cannot be noticed"), "\(result.errors)")
    #expect(try folder.files("out") == ["a.jpg"])
  }

  /// All checksums are right, but there is one row less than the header states.
  @Test func rowsMayNotBeMissing() throws {
    let short = try #require(
      Data(
        base64Encoded: """
          iVBORw0KGgoAAAANSUhEUgAAAAEAAAACCAAAAAC86un7AAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==
          """))
    _ = try folder.write(short, to: "in/short.png")
    let result = try convert("--format", "png")
    #expect(result.code == 2)
    #expect(try folder.files("out").isEmpty)
    #expect(result.errors.contains("because not all of it can be decoded"), "\(result.errors)")
    #expect(try convert("--format", "png", "--quick-copies", to: "quick").code == 0)
    #expect(try folder.files("quick") == ["short.png"])
  }

  /// A run that decodes checks the copies of a run that did not.
  @Test func quickCopiesAreNotTakenForOthers() throws {
    let good = try Data(contentsOf: URL(fileURLWithPath: Program.sample("meadow.jpg")))
    _ = try folder.write(good, to: "in/good.jpg")
    _ = try folder.write(cut(good), to: "in/cut.jpg")
    #expect(try convert("--quick-copies").code == 0)
    #expect(
      try folder.manifest("out")["cut.jpg"]?["settings"] as? String
        == "jpeg, quality 90, copies not decoded")
    #expect(try convert().code == 3)
    let lines = try folder.manifest("out")
    #expect(lines["cut.jpg"]?["outcome"] as? String == "failed")
    #expect(lines["good.jpg"]?["settings"] as? String == "jpeg, quality 90")
  }
}
