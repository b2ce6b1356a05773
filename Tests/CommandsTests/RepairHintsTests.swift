import Foundation
import TestSupport
import Testing

/// What messages about a damaged photo say can be done: each hint is followed, and none leads in a circle.
@Suite(.needs("djpeg", "cjpeg", "ffmpeg")) struct RepairHintsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func sample(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: Program.sample(name)))
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
  }

  /// A damaged photo: how it is damaged, its name, and an intact one like it.
  private func damaged(_ kind: String) throws -> (name: String, like: String) {
    switch kind {
    case "moved AVIF":
      var photo = try sample("coast.avif")
      let media = try #require(photo.range(of: Data("mdat".utf8))).lowerBound - 4
      photo.insert(contentsOf: [0, 0, 0, 100] + Data("free".utf8) + Data(count: 92), at: media)
      _ = try folder.write(photo, to: "a.avif")
      return ("a.avif", Program.sample("coast.avif"))
    case "HEIC without parameter sets":
      var photo = try sample("portrait-single.heic")
      let record = try #require(photo.range(of: Data("hvcC".utf8)))
      let size = photo[(record.lowerBound - 4)..<record.lowerBound].reduce(0) { $0 << 8 | Int($1) }
      for offset in record.upperBound..<record.lowerBound - 4 + size { photo[offset] = 0 }
      _ = try folder.write(photo, to: "a.heic")
      return ("a.heic", Program.sample("portrait-single.heic"))
    case "cut PNG":
      _ = try Program.boxwalk(
        "convert", Program.sample("meadow.jpg"), "-o", folder.path("whole.png"), "--max-size", "300"
      )
      let photo = try bytes("whole.png")
      _ = try folder.write(photo.prefix(photo.count / 2), to: "a.png")
      return ("a.png", folder.path("whole.png"))
    case "JPEG without EOI", "progressive JPEG without EOI", "cut JPEG":
      let options = kind.hasPrefix("progressive") ? "-progressive" : ""
      let made = try Program.other(
        "sh", "-c",
        "djpeg -scale 1/4 '\(Program.sample("meadow.jpg"))' | cjpeg \(options) > '\(folder.path("whole.jpg"))'"
      )
      try #require(made.code == 0, "\(made.errors)")
      let photo = try bytes("whole.jpg")
      _ = try folder.write(photo.dropLast(kind == "cut JPEG" ? 2000 : 2), to: "a.jpg")
      return ("a.jpg", folder.path("whole.jpg"))
    default: throw CocoaError(.featureUnsupported)
    }
  }

  @Test(arguments: [
    "moved AVIF", "HEIC without parameter sets", "cut PNG", "JPEG without EOI",
    "progressive JPEG without EOI", "cut JPEG",
  ]) func hintsAreFollowed(_ kind: String) throws {
    let (name, like) = try damaged(kind)
    let photo = folder.path(name)
    let verified = try Program.boxwalk("verify", photo)
    #expect(verified.code == 2, "\(verified.output)")
    let ending = name.hasSuffix("png") ? "jpg" : "png"
    let plain = try Program.boxwalk("convert", photo, "-o", folder.path("plain.\(ending)"))
    let repaired = folder.path("repaired-\(name)")
    let repair = try Program.boxwalk("repair", photo, "-o", repaired)
    let words = verified.output + plain.output + plain.errors + repair.output + repair.errors
    // Damage leads somewhere.
    try #require(words.contains("boxwalk repair") || words.contains("--rescue"), "\(words)")
    if words.contains("boxwalk repair can") || words.contains("boxwalk repair adds") {
      #expect(repair.code == 0, "\(repair.output)\(repair.errors)")
    }
    if words.contains("boxwalk repair --like") {
      #expect(repair.code != 0)
      let result = try Program.boxwalk("repair", photo, "--like", like, "-o", repaired, "--force")
      #expect(result.code <= 1, "\(result.errors)")
    }
    if words.contains("--rescue") {
      let rest = folder.path("rest.\(ending)")
      let result = try Program.boxwalk("convert", photo, "--rescue", "-o", rest)
      #expect(result.code == 1 && result.errors.contains("lost"), "\(result.errors)")
      return
    }
    // What was repaired is as good as the whole photo.
    #expect(try Program.boxwalk("verify", repaired, "--quiet").code == 0)
    let (one, two) = (folder.path("one.png"), folder.path("two.png"))
    #expect(try Program.boxwalk("convert", repaired, "-o", one).code <= 1)
    #expect(try Program.boxwalk("convert", like, "-o", two).code <= 1)
    func pixels(_ path: String) throws -> Data {
      let raw = path + ".raw"
      _ = try Program.other(
        "ffmpeg", "-v", "error", "-y", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", raw)
      return try Data(contentsOf: URL(fileURLWithPath: raw))
    }
    #expect(try pixels(one) == pixels(two))
  }

  /// A progressive picture without its last scans has an end that can be decoded, and less detail: no end is added.
  @Test func lostScans() throws {
    let (name, _) = try damaged("progressive JPEG without EOI")
    let photo = try bytes(name)
    let last = try #require(photo.range(of: Data([0xFF, 0xC4]), options: .backwards)).lowerBound
    let cut = try folder.write(photo[..<last], to: "cut.jpg")
    let repair = try Program.boxwalk("repair", cut, "-o", folder.path("new.jpg"))
    #expect(repair.code == 1 && !repair.output.contains("added"), "\(repair.output)")
    #expect(try Program.boxwalk("convert", cut, "-o", folder.path("new.png")).code == 2)
    let rescue = try Program.boxwalk("convert", cut, "--rescue", "-o", folder.path("new.png"))
    #expect(rescue.code == 1 && rescue.errors.contains("less detail"), "\(rescue.errors)")
  }

  /// One rule for all targets: what is wrong with a JPEG file is said of copies, too.
  @Test func doubtsAboutAJPEGFile() throws {
    let made = try Program.other(
      "sh", "-c",
      "djpeg -scale 1/4 '\(Program.sample("meadow.jpg"))' | cjpeg > '\(folder.path("a.jpg"))'; djpeg -scale 1/4 '\(Program.sample("meadow.jpg"))' | cjpeg -arithmetic > '\(folder.path("b.jpg"))'"
    )
    try #require(made.code == 0, "\(made.errors)")
    var photo = try bytes("a.jpg")
    photo.insert(
      contentsOf: [0xFF, 0xE2, 0, 17] + Data("ICC_PROFILE\0".utf8) + [2, 3, 0], at: 2)
    _ = try folder.write(photo, to: "a.jpg")
    for (name, words) in [("a", "a part of it is missing"), ("b", "arithmetic coding")] {
      for ending in ["jpg", "png"] {
        let result = try Program.boxwalk(
          "convert", folder.path("\(name).jpg"), "-o", folder.path("new-\(name).\(ending)"))
        #expect(result.code == 1 && result.errors.contains(words), "\(ending): \(result.errors)")
      }
    }
  }
}
