import Foundation
import TestSupport
import Testing

/// `boxwalk convert --delete-originals`: the files that are deleted, and mainly those that stay.
@Suite struct DeleteOriginalsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func convert(_ arguments: String..., output: String = "out") throws -> Program.Result {
    try Program.boxwalk(
      ["convert", folder.path("in"), "-o", folder.path(output), "--delete-originals"] + arguments,
      environment: ["XDG_CACHE_HOME": folder.path("cache")])
  }

  private func reason(_ input: String, _ output: String = "out") throws -> String? {
    let original = try folder.manifest(output)[input]?["original"] as? [String: Any]
    return original?["reason"] as? String ?? original?["outcome"] as? String
  }

  @Test func whatIsKeptWholeGoes() throws {
    try folder.addLivePhoto("portrait-single.heic", as: "in/live")
    try folder.add("landscape-tiled.heic", as: "in/depth.heic")
    try folder.add("meadow.jpg", as: "in/copy.jpg")
    try folder.add("shore-tiled.avif", as: "in/ten-bits.avif")
    try folder.add("coast.avif", as: "in/2023/coast.avif")
    try folder.add("README.md", as: "in/broken.heic")
    try folder.add("clip-h264.mp4", as: "in/holiday.mp4")
    let movie = try folder.data("in/live.mov")
    let result = try convert()
    #expect(result.code == 3, "\(result.errors)")
    #expect(
      try folder.files("in") == ["broken.heic", "depth.heic", "holiday.mp4", "ten-bits.avif"])
    #expect(
      try folder.files("out") == [
        "2023/coast.jpg", "copy.jpg", "depth.jpg", "live.jpg", "live.mov", "ten-bits.jpg",
      ])
    #expect(try folder.data("out/live.mov") == movie)
    #expect(
      FileManager.default.contentsEqual(
        atPath: Program.sample("meadow.jpg"), andPath: folder.path("out/copy.jpg")))
    for input in ["live.heic", "copy.jpg", "2023/coast.avif"] {
      #expect(try reason(input) == "deleted", "\(input)")
    }
    #expect(try reason("depth.heic") == "not carried over: depth map")
    #expect(try reason("ten-bits.avif") == "it has 10 bits, and the output has 8")
    #expect(try reason("broken.heic") == nil)
    #expect(result.errors.contains("in/depth.heic: stays: not carried over: depth map"))
    #expect(result.output.contains("in/live.heic: deleted, and its movie"))

    let report = try Program.boxwalk("report", folder.path("out/.boxwalk/manifest.jsonl"))
    #expect(report.output.contains("         3 originals deleted\n"), "\(report.output)")
    #expect(report.output.contains("         1 originals kept: not carried over: depth map\n"))

    // No work is repeated, and the lines of deleted files stay.
    let inode = folder.inode("out/depth.jpg")
    #expect(try convert().code == 3)
    #expect(folder.inode("out/depth.jpg") == inode)
    #expect(try folder.manifest("out").count == 6)
    #expect(try reason("live.heic") == "deleted")
  }

  /// An edit of Apple's Photos is in a file of its own, and is lost without the original.
  @Test func whatHasAnEditIsKept() throws {
    try folder.add("portrait-single.heic", as: "in/IMG_1.HEIC")
    try folder.add("meadow.jpg", as: "in/IMG_2.JPG")
    try folder.addLivePhoto("portrait-single.heic", as: "in/IMG_3")
    try folder.add("meadow.jpg", as: "in/IMG_4.JPG")
    try folder.add("coast.avif", as: "in/IMG_5.AVIF")
    for number in 1...3 { _ = try folder.write(Data("<plist/>".utf8), to: "in/IMG_\(number).AAE") }
    let single = try Program.boxwalk(
      "convert", folder.path("in/IMG_1.HEIC"), "-o", folder.path("1.jpg"))
    #expect(
      single.code == 1 && single.errors.contains("not carried over: the edit in its AAE file"))
    let before = try Program.boxwalk("convert", folder.path("in"), "-o", folder.path("out"))
    #expect(before.code == 1, "\(before.errors)")
    // This edit comes after the conversion.
    _ = try folder.write(Data("<plist/>".utf8), to: "in/IMG_4.AAE")
    let files = try folder.files("in").filter { !$0.contains("IMG_5") }
    _ = try convert()
    #expect(try folder.files("in") == files && files.count == 9)
    for name in ["IMG_1.HEIC", "IMG_2.JPG", "IMG_3.heic", "IMG_4.JPG"] {
      #expect(try reason(name) == "not carried over: the edit in its AAE file", "\(name)")
    }
    #expect(try reason("IMG_5.AVIF") == "deleted")
  }

  /// The manifest says so before a file is deleted, and says then that it is still there.
  @Test(.needsUser) func whatCannotBeDeletedIsKept() throws {
    try folder.add("coast.avif", as: "in/a.avif")
    // A folder that may be entered, but not be read, is no obstacle.
    try Program.allow(0o733, folder.url.path)
    try Program.allow(0o555, folder.path("in"))
    defer { try? Program.allow(0o755, folder.path("in")) }
    let result = try Program.boxwalkAsUser([
      "convert", folder.path("in"), "-o", folder.path("out"), "--delete-originals",
    ])
    #expect(result.code != 0)
    #expect(result.errors.contains("in/a.avif: stays: it could not be deleted"), "\(result.errors)")
    #expect(try folder.files("in") == ["a.avif"])
    #expect(try reason("a.avif")?.hasPrefix("it could not be deleted") == true)
  }

  /// Programs that save space replace one of two like files by a link: then the original is all that there is. The link
  /// can also be the folder around the output.
  @Test(arguments: ["out/sub/a.jpg", "out/sub"]) func whatIsLinkedToIsKept(link: String) throws {
    try folder.add("meadow.jpg", as: "in/sub/a.jpg")
    let arguments = ["convert", folder.path("in"), "-o", folder.path("out")]
    #expect(try Program.boxwalk(arguments).code == 0)
    try FileManager.default.removeItem(atPath: folder.path(link))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(link),
      withDestinationPath: folder.path(link.replacingOccurrences(of: "out/", with: "in/")))
    _ = try convert()
    #expect(try folder.files("in") == ["sub/a.jpg"])
    #expect(
      FileManager.default.contentsEqual(
        atPath: Program.sample("meadow.jpg"), andPath: folder.path("in/sub/a.jpg")))
  }

  /// Files of libheif are decoded again and compared, too.
  @Test(
    .needs("libheif with encoders of HEVC and AV1") { Doctor.writesHEIF },
    arguments: ["heic", "avif"])
  func otherFormats(format: String) throws {
    try folder.add("portrait-single.heic", as: "in/a.heic")
    try folder.add("coast.avif", as: "in/b.avif")
    let result = try convert("--format", format)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try folder.files("in").isEmpty)
    #expect(try folder.files("out") == ["a.\(format)", "b.\(format)"])
    #expect(try reason("a.heic") == "deleted")
    #expect(try reason("b.avif") == "deleted")
  }

  @Test func optionsThatLoseSomethingKeepOriginals() throws {
    try folder.add("portrait-single.heic", as: "in/a.heic")
    try folder.add("meadow.jpg", as: "in/b.jpg")
    func run(_ name: String, _ arguments: String...) throws -> [String?] {
      let result = try Program.boxwalk(
        ["convert", folder.path("in"), "-o", folder.path(name), "--delete-originals"] + arguments)
      #expect(result.code <= 1, "\(result.errors)")
      #expect(try folder.files("in") == ["a.heic", "b.jpg"], "\(arguments)")
      return [try reason("a.heic", name), try reason("b.jpg", name)]
    }
    #expect(
      try run("small", "--max-size", "500")
        == Array(repeating: "not carried over: the full size", count: 2))
    #expect(
      try run("thumbnails", "--thumbnail", "160").allSatisfy { $0?.contains("full size") == true })
    #expect(
      try run("stripped", "--strip", "location").allSatisfy { $0?.contains("location") == true })
    #expect(
      try run("srgb", "--color", "p3").allSatisfy { $0?.contains("its own colours") == true })
    #expect(
      try run("all", "--all").allSatisfy { $0 == "not all of its images are compared" })
    // If outputs are beside originals, or have links as names, originals and outputs cannot be told apart.
    let same = try convert(output: "in")
    #expect(
      same.errors.contains("in/a.heic: stays: ") && same.errors.contains("is in the output folder"))
    #expect(try folder.files("in") == ["a.heic", "a.jpg", "b.jpg"])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.heic"), withDestinationPath: folder.path("in/a.heic"))
    let listed = try Program.boxwalk(
      "convert", "--files-from", "-", "-o", folder.path("listed"), "--delete-originals",
      input: Data("\(folder.path("link.heic"))\n".utf8))
    #expect(listed.errors.contains("is a symbolic link"), "\(listed.errors)")
    #expect(try folder.files("in").contains("a.heic"))
    for arguments in [["--no-manifest"], ["--delete-originals", "-o", "-"]] {
      #expect(
        try Program.boxwalk(
          ["convert", folder.path("in"), "-o", folder.path("x"), "--delete-originals"] + arguments
        ).code == 64)
    }
    #expect(
      try Program.boxwalk(
        "convert", folder.path("in/a.heic"), "-o", folder.path("x.jpg"), "--delete-originals"
      ).code == 64)
  }

  @Test func outputsOfEarlierRunsAreCompared() throws {
    try folder.add("portrait-single.heic", as: "in/a.heic")
    try folder.add("portrait-single.heic", as: "in/b.heic")
    try folder.add("meadow.jpg", as: "in/c.heic")
    let plain = try Program.boxwalk(
      "convert", folder.path("in"), "-o", folder.path("out"), "--copies", "link")
    #expect(plain.code == 0)
    // Another picture of the same size and time.
    let path = folder.path("out/b.jpg")
    let reference = try folder.write(Data(), to: "reference")
    _ = try Program.other("touch", "-r", path, reference)
    var bytes = try folder.data("out/b.jpg")
    for offset in 60_000..<60_010 where offset < bytes.count { bytes[offset] = 0x55 }
    try bytes.write(to: URL(fileURLWithPath: path))
    _ = try Program.other("touch", "-r", reference, path)
    let result = try convert("--copies", "link", "--json")
    #expect(result.code == 0, "\(result.errors)")
    #expect(try folder.files("in") == ["b.heic"])
    #expect(try reason("b.heic") == "b.jpg was changed after it was written")
    #expect(result.output.components(separatedBy: "\"unchanged\"").count == 4)
    // The other name of a linked file keeps it.
    #expect(
      FileManager.default.contentsEqual(
        atPath: Program.sample("meadow.jpg"), andPath: folder.path("out/c.jpg")))
  }

  /// The output of a deleted photo is replaced only by itself.
  @Test func lastCopiesAreSafe() throws {
    try folder.add("portrait-single.heic", as: "in/IMG_1.heic")
    #expect(try convert().code == 0)
    #expect(try folder.files("in").isEmpty)
    let only = try folder.data("out/IMG_1.jpg")
    // A camera that counts from 1 again, and another photo that would get the name.
    try folder.add("coast.avif", as: "in/IMG_1.heic")
    try folder.add("shore-tiled.avif", as: "in/IMG_1.avif")
    for arguments in [[], ["--force"], ["--force"], ["--quality", "80"]] {
      let result = try Program.boxwalk(
        ["convert", folder.path("in"), "-o", folder.path("out"), "--delete-originals"] + arguments)
      #expect(result.code != 0)
      #expect(result.errors.contains("all that is left"), "\(result.errors)")
      #expect(try folder.data("out/IMG_1.jpg") == only)
      #expect(try folder.files("in") == ["IMG_1.avif", "IMG_1.heic"])
    }
    // The same photo, from the card once more.
    for name in ["in/IMG_1.heic", "in/IMG_1.avif"] {
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
    try folder.add("portrait-single.heic", as: "in/IMG_1.heic")
    #expect(try convert().code == 0)
    #expect(try folder.files("in").isEmpty)
    #expect(try folder.data("out/IMG_1.jpg") == only)
  }

  /// Each shard has a manifest, and a later run may divide the files differently.
  @Test func lastCopiesOfOtherShardsAreSafe() throws {
    try folder.add("portrait-single.heic", as: "in/IMG_1.heic")
    #expect(try convert("--shard", "0/1").code == 0)
    #expect(try folder.files("in").isEmpty)
    let only = try folder.data("out/IMG_1.jpg")
    try folder.add("shore-tiled.avif", as: "in/IMG_1.avif")
    for arguments in [
      [], ["--delete-originals"], ["--shard", "0/2"], ["--shard", "1/2"],
      ["--manifest", folder.path("other.jsonl")],
    ] {
      _ = try Program.boxwalk(
        ["convert", folder.path("in"), "-o", folder.path("out"), "--force"] + arguments)
      #expect(try folder.data("out/IMG_1.jpg") == only, "\(arguments)")
    }
  }

  /// A file that a run left for the next one gets the name that it would have in the first.
  @Test func othersKeepTheirNames() throws {
    try folder.add("portrait-single.heic", as: "in/a.heic")
    try folder.add("meadow.jpg", as: "in/a.jpg")
    #expect(try convert("--exclude", "*.jpg").code == 0)
    #expect(try folder.files("in") == ["a.jpg"])
    let result = try convert()
    #expect(result.code == 0, "\(result.errors)")
    #expect(try folder.files("in").isEmpty)
    #expect(try folder.files("out") == ["a.jpg", "a.jpg.jpg"])
    #expect(folder.isSame("out/a.jpg.jpg", "out/a.jpg") == false)
  }

  @Test func moviesInsideGoWithTheirPhoto() throws {
    try folder.addLivePhoto("portrait-single.heic", as: "in/a")
    try folder.addLivePhoto("meadow.jpg", as: "in/b")
    let movie = try folder.data("in/a.mov")
    let result = try convert("--live", "motionphoto")
    #expect(result.code == 0, "\(result.errors)")
    #expect(try folder.files("in").isEmpty)
    #expect(try folder.files("out") == ["a.jpg", "b.jpg"])
    #expect(try folder.data("out/a.jpg").suffix(movie.count) == movie)
  }

  #if os(Linux)
    /// If a run is killed at any time, each photo exists, as the original or as its whole output.
    @Test func killedRunsLoseNothing() throws {
      let samples = ["shore-tiled.avif", "meadow.jpg", "portrait-single.heic"]
      for index in 0..<18 {
        try folder.add(samples[index % 3], as: "in/IMG_\(index).heic")
      }
      try folder.addLivePhoto("meadow.jpg", as: "in/live")
      let clean = try Program.boxwalk(
        "convert", folder.path("in"), "-o", folder.path("clean"), "--no-manifest")
      #expect(clean.code == 0, "\(clean.errors)")
      let names = try folder.files("clean")
      #expect(names.count == 20)
      for _ in 0..<6 {
        let process = Process()
        process.executableURL = Program.products.appendingPathComponent("boxwalk")
        process.arguments = [
          "convert", folder.path("in"), "-o", folder.path("out"), "--delete-originals", "--jobs",
          "3",
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        usleep(.random(in: 10_000...900_000))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let left = Set(try folder.files("in").map { ($0 as NSString).deletingPathExtension })
        for name in names where !left.contains((name as NSString).deletingPathExtension) {
          #expect(folder.isSame("out/\(name)", "clean/\(name)"), "\(name) is lost")
        }
      }
      #expect(try convert().code == 0)
      // A movie whose photo went just before the end is left.
      let rest = try folder.files("in").filter { $0 != "live.mov" && !isTenBits($0) }
      #expect(rest.isEmpty)
      for name in names { #expect(folder.isSame("out/\(name)", "clean/\(name)")) }
    }

    private func isTenBits(_ name: String) -> Bool {
      name.wholeMatch(of: /IMG_(\d+)\.heic/).flatMap { Int($0.1) }.map { $0 % 3 == 0 } ?? false
    }
  #endif
}
