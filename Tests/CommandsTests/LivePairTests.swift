import Foundation
import TestSupport
import Testing

/// `boxwalk live pair` as a person runs it.
@Suite struct LivePairTests {
  /// A folder with a still and a movie that belong together by name and time, and a cache.
  private func library() throws -> (folder: Folder, environment: [String: String]) {
    let folder = try Folder()
    let files = [("in/IMG_1.HEIC", "landscape-tiled.heic"), ("in/IMG_1_HEVC.MP4", "clip-h264.mp4")]
    try FileManager.default.createDirectory(
      atPath: folder.path("in"), withIntermediateDirectories: true)
    for (name, sample) in files {
      try FileManager.default.copyItem(atPath: Program.sample(sample), toPath: folder.path(name))
    }
    return (folder, ["XDG_CACHE_HOME": folder.path("cache")])
  }

  private func documents(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func names(_ folder: Folder) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path("")).filter {
      $0.contains(".") && !$0.hasPrefix("cache")
    }.sorted()
  }

  @Test func pairsAreWrittenAsTextJSONAndCSV() throws {
    let (folder, environment) = try library()
    let text = try Program.boxwalk("live", "pair", folder.path("in"), environment: environment)
    #expect(text.errors.isEmpty)
    #expect(text.output.contains("/in/IMG_1.HEIC + \(folder.path("in/IMG_1_HEVC.MP4"))\n"))
    #expect(text.output.contains("likely: same name, except for what programs add (hevc)"))
    let json = try documents(
      Program.boxwalk("live", "pair", "--json", folder.path("in"), environment: environment).output)
    #expect(json.map { $0["type"] as? String } == ["group", "summary"])
    #expect(json.allSatisfy { $0["schema"] as? String == "boxwalk.live-pair/1" })
    let pair = try #require((json[0]["pairs"] as? [[String: Any]])?.first)
    #expect(pair["movie"] as? String == folder.path("in/IMG_1_HEVC.MP4"))
    #expect((json[0]["members"] as? [Any])?.count == 2)
    let csv = try Program.boxwalk(
      "live", "pair", "--csv", folder.path("in"), environment: environment)
    let rows = csv.output.components(separatedBy: "\r\n")
    #expect(rows.count == 4)
    #expect(rows[0].hasPrefix("group,role,path,partner,confidence"))
    #expect(rows[1].hasPrefix("1,still,\(folder.path("in/IMG_1.HEIC")),"))
  }

  @Test func aFileThatIsNamedTwiceIsOneFile() throws {
    let (folder, environment) = try library()
    let result = try Program.boxwalk(
      "live", "pair", folder.path("in/IMG_1.HEIC"), folder.path("in"), folder.path("in"),
      environment: environment)
    #expect(result.code == 0)
    #expect(result.output.contains("1 pair (1 likely) among 2 files"))
    let files = try Program.boxwalk(
      "live", "pair", folder.path("in/IMG_1.HEIC"), folder.path("in/IMG_1_HEVC.MP4"),
      environment: environment)
    #expect(files.output == result.output)
  }

  @Test func theCacheIsUsedAndMayBeDamaged() throws {
    let (folder, environment) = try library()
    func run(_ options: String...) throws -> String {
      try Program.boxwalk(["live", "pair", folder.path("in")] + options, environment: environment)
        .output
    }
    let fresh = try run("--no-cache")
    #expect(!FileManager.default.fileExists(atPath: folder.path("cache")))
    #expect(try run() == fresh)
    let cache = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder.path("cache/boxwalk")).first)
    let path = folder.path("cache/boxwalk/\(cache)")
    let lines = try String(contentsOfFile: path, encoding: .utf8)
    // The cache is used: other bytes of the same size and time are not noticed.
    let movie = folder.path("in/IMG_1_HEVC.MP4")
    #expect(try Program.other("cp", "-p", movie, folder.path("movie")).code == 0)
    let file = try #require(FileHandle(forWritingAtPath: movie))
    try file.write(contentsOf: Data(count: 64))
    try file.close()
    #expect(try Program.other("touch", "-r", folder.path("movie"), movie).code == 0)
    #expect(try run() == fresh)
    #expect(try run("--no-cache") != fresh)
    #expect(try Program.other("cp", "-p", folder.path("movie"), movie).code == 0)
    try Data([0xFF, 0, 10] + lines.utf8).write(to: URL(fileURLWithPath: path))
    #expect(try run() == fresh)
  }

  @Test func nothingIsRenamedWithoutApplyAndAllCanBeUndone() throws {
    let (folder, environment) = try library()
    let before = try names(folder)
    func run(_ options: String...) throws -> Program.Result {
      try Program.boxwalk(["live", "pair"] + options, environment: environment)
    }
    let options = ["--rename"]
    func organise(_ more: String...) throws -> Program.Result {
      try Program.boxwalk(
        ["live", "pair", folder.path("in")] + options + more, environment: environment)
    }
    #expect(try organise().output.contains("1 file would be renamed; --apply does it."))
    #expect(try names(folder) == before)
    // Names and times are not enough with a strict option.
    let strict = try run(folder.path("in"), "--rename", "--confidence", "certain")
    #expect(strict.output.contains("has a lower degree than --confidence asks for"))
    let undo = folder.path("undo.txt")
    let movie = try Data(contentsOf: URL(fileURLWithPath: folder.path("in/IMG_1_HEVC.MP4")))
    #expect(try organise("--apply", "--undo-file", undo).code == 0)
    #expect(try names(folder) == ["in/IMG_1.HEIC", "in/IMG_1.MP4", "undo.txt"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("in/IMG_1.MP4"))) == movie)
    // The file for undoing is not replaced, and then nothing is moved.
    let moved = folder.path("moved")
    let refused = try organise("--move", moved, "--apply", "--undo-file", undo)
    #expect(refused.code == 2)
    #expect(try names(folder) == ["in/IMG_1.HEIC", "in/IMG_1.MP4", "undo.txt"])
    // If another file has the name now, it stays.
    let other = try folder.write(Data("other".utf8), to: "in/IMG_1_HEVC.MP4")
    #expect(try run("--undo", undo, "--apply").code == 3)
    #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == Data("other".utf8))
    try FileManager.default.removeItem(atPath: other)
    #expect(try run("--undo", undo).code == 0)
    #expect(try names(folder).contains("in/IMG_1.MP4"))
    #expect(try run("--undo", undo, "--apply").code == 0)
    #expect(try names(folder) == before + ["undo.txt"])
    // A second time there is nothing to do.
    #expect(try run("--undo", undo, "--apply").output == "0 moved back.\n")
  }

  @Test func groupsMoveToFoldersOfTheirMonths() throws {
    let (folder, environment) = try library()
    let before = try names(folder)
    let out = folder.path("out")
    let arguments = [
      "live", "pair", folder.path("in"), "--move", out, "--apply",
      "--json",
    ]
    let result = try Program.boxwalk(arguments, environment: environment)
    #expect(result.code == 0)
    let moves = try documents(result.output)
    #expect(moves.map { $0["outcome"] as? String } == ["moved", "moved"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("in")).isEmpty)
    let undo = try #require(
      FileManager.default.contentsOfDirectory(atPath: out).first { $0.hasPrefix("boxwalk-undo") })
    let back = try Program.boxwalk("live", "pair", "--undo", out + "/" + undo, "--apply")
    #expect(back.code == 0)
    #expect(try names(folder).filter { !$0.contains("undo") } == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: out) == [undo])
  }

  /// A folder on another file system; nil if there is none here.
  private static let elsewhere: String? = {
    let path = "/dev/shm"
    func device(_ path: String) -> Int? {
      (try? FileManager.default.attributesOfItem(atPath: path))?[.systemNumber] as? Int
    }
    guard FileManager.default.isWritableFile(atPath: path) else { return nil }
    return device(path) == device(NSTemporaryDirectory()) ? nil : path
  }()

  @Test(.enabled(if: elsewhere != nil, "there is no second file system"))
  func filesMoveToAnotherFileSystemAndBack() throws {
    let (folder, environment) = try library()
    let out = "\(Self.elsewhere ?? "")/boxwalk-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: out) }
    let photo = folder.path("in/IMG_1.HEIC")
    let date = Date(timeIntervalSince1970: 1_500_000_000)
    try FileManager.default.setAttributes(
      [.modificationDate: date, .posixPermissions: 0o640], ofItemAtPath: photo)
    let before = try Data(contentsOf: URL(fileURLWithPath: photo))
    let undo = folder.path("undo.txt")
    let moved = try Program.boxwalk(
      "live", "pair", folder.path("in"), "--move", out, "--apply", "--undo-file", undo,
      environment: environment)
    #expect(moved.code == 0)
    #expect(moved.errors.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("in")).isEmpty)
    let copies = try FileManager.default.subpathsOfDirectory(atPath: out).filter {
      $0.contains(".")
    }
    #expect(copies.count == 2)
    let copy = try #require(copies.first { $0.hasSuffix("HEIC") })
    #expect(try Data(contentsOf: URL(fileURLWithPath: "\(out)/\(copy)")) == before)
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(out)/\(copy)")
    #expect(attributes[.modificationDate] as? Date == date)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    // An existing file is not replaced, and the file that would replace it stays.
    _ = try folder.write(Data("other".utf8), to: "in/IMG_1.HEIC")
    let refused = try Program.boxwalk("live", "pair", "--undo", undo, "--apply")
    #expect(refused.code == 3)
    #expect(FileManager.default.fileExists(atPath: "\(out)/\(copy)"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: photo)) == Data("other".utf8))
    try FileManager.default.removeItem(atPath: photo)
    #expect(try Program.boxwalk("live", "pair", "--undo", undo, "--apply").code == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: photo)) == before)
    #expect(try !FileManager.default.fileExists(atPath: out) || names(folder).count == 3)
  }

  @Test func wrongCommandLinesAndMissingFoldersAreErrors() throws {
    for arguments in [
      [], ["x", "--apply"], ["x", "--json", "--csv"], ["x", "--undo", "y"], ["x", "--move", ""],
      ["x", "--rename", "--csv"], ["x", "--confidence", "sure"],
    ] {
      #expect(try Program.boxwalk(["live", "pair"] + arguments).code == 64)
    }
    let folder = try Folder()
    let missing = try Program.boxwalk("live", "pair", folder.path("none"), "--no-cache")
    #expect(missing.code == 2)
    #expect(missing.errors.contains("none: there is no such file or folder"))
    let text = try folder.write(Data("boxwalk".utf8), to: "undo.txt")
    #expect(try Program.boxwalk("live", "pair", "--undo", text, "--apply").code == 2)
  }

  @Test func anEmptyFileIsNoHalf() throws {
    let folder = try Folder()
    for (still, movie) in [("", "clip-hevc.mov"), ("meadow.jpg", "")] {
      for (name, sample) in [("IMG_1.JPG", still), ("IMG_1.MOV", movie)] {
        let bytes =
          try sample.isEmpty
          ? Data() : Data(contentsOf: URL(fileURLWithPath: Program.sample(sample)))
        _ = try folder.write(bytes, to: name)
      }
      let result = try Program.boxwalk("live", "pair", folder.url.path, "--all")
      #expect(result.code == 1 && result.output.contains("0 pairs among 2 files"), "\(result)")
      #expect(result.output.contains("is empty (0 bytes)"))
    }
  }

  @Test func motionPhotosAreNamed() throws {
    let folder = try Folder()
    let made = try Program.boxwalk(
      "live", "convert", Program.sample("meadow.jpg"), Program.sample("clip-h264.mp4"), "-o",
      folder.path("MP"))
    #expect(made.code <= 1, "\(made.errors)")
    let arguments = ["live", "pair", folder.url.path, "--all"]
    let text = try Program.boxwalk(arguments)
    #expect(text.output.contains("  a motion photo\n"), "\(text.output)")
    #expect(try Program.boxwalk(arguments + ["--json"]).output.contains(#""motionPhoto":true"#))
    #expect(try Program.boxwalk(arguments + ["--csv"]).output.contains(",yes\r\n"))
  }
}
