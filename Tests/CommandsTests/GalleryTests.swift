import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `boxwalk gallery`
@Suite struct GalleryTests {
  private let folder: Folder
  private var page: String { folder.path("page") }
  private static let hostile = "<script>alert(1)<\u{2215}script>\"x'&\u{202E}gpj.heic"

  init() throws { folder = try Folder() }

  private func library() throws {
    try folder.add("portrait-single.heic", as: "in/sub/a b#1?.heic")
    try folder.add("meadow.jpg", as: "in/\(Self.hostile)")
    try folder.add("clip-h264.mp4", as: "in/clip.mp4")
    try folder.addLivePhoto("meadow.jpg", as: "in/live/IMG_1")
  }

  private func gallery(_ more: String..., environment: [String: String] = [:]) throws -> [String:
    Any]
  {
    let result = try Program.boxwalk(
      ["gallery", folder.path("in"), "-o", page, "--json"] + more, environment: environment)
    #expect(result.isDone, "\(result.errors)")
    let object = try JSONSerialization.jsonObject(with: result.data) as? [String: Any]
    var numbers = try #require(object)
    numbers["code"] = Int(result.code)
    return numbers
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(page)/\(name)", encoding: .utf8)
  }

  private func values(_ name: String, in page: String) -> [String] {
    page.components(separatedBy: " \(name)=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
  }

  private func pictures() throws -> [String] {
    try folder.files("page").filter { $0.hasPrefix("pictures/") }
  }

  @Test(.needs("ffprobe")) func aLibraryIsShown() throws {
    try library()
    let numbers = try gallery("--side", "96")
    #expect(numbers["code"] as? Int == 0)
    #expect(numbers["files"] as? Int == 4 && numbers["livePhotos"] as? Int == 1)
    // Warnings of files have a page.
    let pages = try folder.files("page").filter { $0.hasSuffix(".html") }
    #expect(pages.sorted() == ["findings.html", "index.html"])
    let index = try text("index.html")
    let parser = XMLParser(
      data: Data(index.replacingOccurrences(of: "<!DOCTYPE html>", with: "").utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(!index.contains("<script") && !index.contains("\u{202E}"))
    #expect(index.contains("&lt;script&gt;alert(1)") && index.contains("LIVE"))
    // Pictures and originals are where the page says.
    let sources = values("src", in: index)
    #expect(sources.count == 5)
    #expect(Set(sources) == Set(try pictures()))
    for source in sources where source.hasSuffix(".jpg") {
      let probe = try Program.other(
        "ffprobe", "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0",
        "\(page)/\(source)")
      let size = probe.output.split { !$0.isNumber }.compactMap { Int($0) }
      #expect(size.count == 2 && size.max() == 96, "\(probe.output)")
    }
    let links = values("href", in: index)
    #expect(links.count == 6)
    for link in links {
      let path = try #require(link.removingPercentEncoding)
      #expect(FileManager.default.fileExists(atPath: "\(page)/\(path)"), "\(link)")
    }
    #expect(index.components(separatedBy: "loading=\"lazy\"").count == 6)
  }

  /// The second run has no worker that could decode anything.
  @Test func whatHasNotChangedIsNotDecodedAgain() throws {
    try library()
    _ = try gallery("--side", "64")
    let before = try pictures()
    let index = try text("index.html")
    let none = try folder.write(Data("#!/bin/sh\nexit 1\n".utf8), to: "worker")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: none)
    let again = try gallery("--side", "64", environment: ["BOXWALK_CODEC": none])
    #expect(again["unchanged"] as? Int == 4 && again["code"] as? Int == 0)
    #expect(try pictures() == before)
    #expect(try text("index.html") == index)
    // Another size needs other pictures.
    #expect(try gallery("--side", "48")["unchanged"] as? Int == 0)
  }

  @Test func whatHasGoneDisappears() throws {
    try library()
    _ = try gallery("--side", "64")
    #expect(try pictures().count == 5)
    try FileManager.default.removeItem(atPath: folder.path("in/live/IMG_1.jpg"))
    try FileManager.default.removeItem(atPath: folder.path("in/live/IMG_1.mov"))
    let kept = try folder.write(Data("mine".utf8), to: "page/notes.txt")
    let numbers = try gallery("--side", "64")
    #expect(numbers["gone"] as? Int == 1 && numbers["unchanged"] as? Int == 3)
    #expect(try pictures().count == 3)
    #expect(try !text("index.html").contains("IMG_1"))
    #expect(FileManager.default.fileExists(atPath: kept))
  }

  @Test func aBrokenFileHasItsFindings() throws {
    try folder.add("portrait-single.heic", as: "in/good.heic")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Program.sample("meadow.jpg")))
    _ = try folder.write(bytes.prefix(300), to: "in/cut.jpg")
    _ = try folder.write(Data("no photo".utf8), to: "in/text.heic")
    let numbers = try gallery("--side", "64")
    #expect(numbers["code"] as? Int == 1)
    #expect(numbers["incomplete"] as? Int == 2 && numbers["withFindings"] as? Int == 2)
    let findings = try text("findings.html")
    #expect(findings.contains("cut.jpg") && findings.contains("text.heic"))
    #expect(!findings.contains("good.heic") && findings.contains("It cannot be shown. "))
    #expect(try text("index.html").contains("findings.html"))
    // When they are repaired, the page of findings is deleted.
    for name in ["cut.jpg", "text.heic"] {
      try FileManager.default.removeItem(atPath: folder.path("in/\(name)"))
    }
    #expect(try gallery("--side", "64")["code"] as? Int == 0)
    #expect(try folder.files("page").filter { $0.hasSuffix(".html") } == ["index.html"])
  }

  @Test(.needsUser) func unreadableFilesAreNamed() throws {
    try folder.add("portrait-single.heic", as: "in/mine.heic")
    try Program.allow(0o000, folder.path("in/mine.heic"))
    try FileManager.default.createDirectory(atPath: page, withIntermediateDirectories: false)
    for name in [folder.path(""), folder.path("in"), page] { try Program.allow(0o777, name) }
    let arguments = ["gallery", folder.path("in"), "-o", page, "--side", "64"]
    let reason = "mine.heic: there is no permission"
    let none = try Program.boxwalkAsUser(arguments)
    #expect(none.code == 2 && none.errors.contains(reason), "\(none.errors)")
    try folder.add("meadow.jpg", as: "in/other.jpg")
    try Program.allow(0o644, folder.path("in/other.jpg"))
    let one = try Program.boxwalkAsUser(arguments)
    #expect(one.code == 3 && one.errors.contains(reason), "\(one.errors)")
  }

  /// The movie of a motion photo plays as that of a Live Photo.
  @Test(.needs("ffprobe")) func aMotionPhotoPlays() throws {
    try folder.addLivePhoto("meadow.jpg", as: "pair/IMG_1")
    let made = try Program.boxwalk(
      "live", "convert", folder.path("pair/IMG_1.jpg"), folder.path("pair/IMG_1.mov"), "-o",
      folder.path("in"))
    #expect(made.isDone, "\(made.errors)")
    let numbers = try gallery("--side", "64")
    #expect(numbers["files"] as? Int == 1 && numbers["livePhotos"] as? Int == 1)
    #expect(numbers["code"] as? Int == 0)
    let loop = try #require(try pictures().first { $0.hasSuffix(".webp") })
    #expect(try text("index.html").contains("src=\"\(loop)\""))
    #expect(try gallery("--side", "64")["unchanged"] as? Int == 1)
    #expect(try gallery("--side", "64", "--no-loops")["livePhotos"] as? Int == 0)
  }

  /// The start of a run that was killed before it had its list.
  @Test func aGalleryThatWasBegunGoesOn() throws {
    try folder.add("meadow.jpg", as: "in/a.jpg")
    try FileManager.default.createDirectory(
      atPath: "\(page)/.boxwalk", withIntermediateDirectories: true)
    #expect(try gallery("--side", "64")["files"] as? Int == 1)
  }

  /// The list is damaged or lost: the gallery is the same afterwards, and is still one.
  @Test func aGalleryOutlivesItsList() throws {
    try folder.add("meadow.jpg", as: "in/a.jpg")
    try folder.add("portrait-single.heic", as: "in/b.heic")
    let list = URL(fileURLWithPath: "\(page)/.boxwalk/gallery.jsonl")
    #expect(try gallery("--side", "64")["files"] as? Int == 2)
    let files = try folder.files("page")
    let index = try text("index.html")
    let whole = try Data(contentsOf: list)
    for damage in Damage.allCases {
      try damage.apply(to: whole, at: whole.count - 20).write(to: list)
      let result = try Program.boxwalk(
        "gallery", folder.path("in"), "-o", page, "--side", "64", "--json")
      #expect(result.code == 0 && result.errors.contains("could not be read"), "\(result.errors)")
      #expect(result.output.contains("\"unchanged\":1"), "\(result.output)")
      #expect(try text("index.html") == index && folder.files("page") == files)
    }
    try FileManager.default.removeItem(at: list)
    #expect(try gallery("--side", "64")["unchanged"] as? Int == 0)
    #expect(try text("index.html") == index && folder.files("page") == files)
    try Data(#"{"schema":"boxwalk.gallery/2"}"#.utf8).write(to: list)
    #expect(try Program.boxwalk("gallery", folder.path("in"), "-o", page).code == 2)
    #expect(try String(contentsOf: list, encoding: .utf8) == #"{"schema":"boxwalk.gallery/2"}"#)
  }

  @Test func pagesAreSplit() throws {
    let fields = try Data(contentsOf: URL(fileURLWithPath: Program.sample("meadow.jpg")))
    for number in 0..<30 { _ = try folder.write(fields, to: "in-\(number).jpg") }
    let list = try folder.write(
      Data((0..<30).map { folder.path("in-\($0).jpg") + "\n" }.joined().utf8), to: "list")
    let arguments = [
      "gallery", "--files-from", list, "-o", page, "--side", "32", "--page-length", "12",
    ]
    #expect(try Program.boxwalk(arguments).isDone)
    let names = try folder.files("page").filter { $0.hasSuffix(".html") }
    #expect(names == ["index.html", "page-2.html", "page-3.html"])
    let counts = try names.map { try text($0).components(separatedBy: "<figure>").count - 1 }
    #expect(counts == [12, 12, 6])
    for name in names {
      for link in try values("href", in: text(name)) where link.hasSuffix(".html") {
        #expect(names.contains(link))
      }
    }
    // Fewer pages leave no old ones behind.
    #expect(try Program.boxwalk(arguments.dropLast() + ["40"]).isDone)
    #expect(try folder.files("page").filter { $0.hasSuffix(".html") } == ["index.html"])
  }

  /// Links in the folder of a gallery lead nothing out of it, and remove nothing elsewhere.
  @Test(arguments: ["pictures", ".boxwalk"]) func nothingIsWrittenBehindALink(name: String) throws {
    try folder.add("meadow.jpg", as: "in/a.jpg")
    try folder.add("meadow.jpg", as: "in/b.jpg")
    _ = try gallery()
    try FileManager.default.moveItem(atPath: "\(page)/\(name)", toPath: folder.path("outside"))
    try FileManager.default.createSymbolicLink(
      atPath: "\(page)/\(name)", withDestinationPath: "../outside")
    let before = try folder.files("outside")
    try FileManager.default.removeItem(atPath: folder.path("in/b.jpg"))
    try folder.add("portrait-single.heic", as: "in/c.heic")
    let result = try Program.boxwalk("gallery", folder.path("in"), "-o", page)
    #expect(result.code == 2 && result.errors.contains("is a symbolic link"), "\(result.errors)")
    #expect(try folder.files("outside") == before)
  }

  @Test func foldersOfOthersAreLeftAlone() throws {
    try folder.add("meadow.jpg", as: "in/a.jpg")
    try FileManager.default.createDirectory(atPath: page, withIntermediateDirectories: true)
    _ = try folder.write(Data("mine".utf8), to: "page/index.html")
    let refused = try Program.boxwalk("gallery", folder.path("in"), "-o", page)
    #expect(refused.code == 2 && refused.errors.contains("is not a gallery"))
    #expect(try text("index.html") == "mine" && folder.files("page") == ["index.html"])
    #expect(try Program.boxwalk("gallery", folder.path("none"), "-o", folder.path("new")).code == 2)
    #expect(try Program.boxwalk("gallery", folder.path("in")).code == 64)
    #expect(try Program.boxwalk("gallery", folder.path("in"), "-o", page, "--side", "5").code == 64)
  }
}
