import Foundation
import TestSupport
import Testing

/// `boxwalk live bundle` and `boxwalk live split`, judged by other programs.
@Suite struct LiveBundleTests {
  private func data(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  // MARK: There and back

  @Test(
    arguments: ["pvt", "livp", "zip"],
    [
      ("landscape-tiled.heic", "clip-hevc.mov", "IMG_1.HEIC", "IMG_1.MOV"),
      ("meadow.jpg", "clip-h264.mp4", "IMG_1.HEIC.jpg", "IMG_1.HEIC.mov"),
      ("meadow.jpg", "clip-h264.mp4", "Käse 日本.JPG", "Käse 日本.mov"),
    ])
  func bytesNamesAndTimesComeBack(
    format: String, pair: (still: String, movie: String, stillName: String, movieName: String)
  ) throws {
    let (given, folder) = (try Folder(), try Folder())
    let (still, movie) = try BundleMaking.pair(
      pair.still, pair.movie, named: (pair.stillName, pair.movieName), in: given)
    let bundle = folder.path("any.\(format)")
    let bundled = try Program.boxwalk("live", "bundle", still, movie, "-o", bundle)
    #expect(bundled.code == 0, "\(bundled.errors)\(bundled.output)")
    #expect(folder.names == ["any.\(format)"])
    // Its name has no meaning.
    let renamed = folder.path("other")
    try FileManager.default.moveItem(atPath: bundle, toPath: renamed)
    let split = try Program.boxwalk("live", "split", renamed, "-o", folder.path("out"))
    #expect(split.code == 0, "\(split.errors)")
    let (before, after) = (
      try BundleMaking.contents(given.url.path), try BundleMaking.contents(folder.path("out"))
    )
    #expect(after == before)
    #expect(after[pair.stillName]?.modified == "2019-03-04 05:06:07.123456789 +0000\n")
  }

  @Test func aFolderOfTheTwo() throws {
    let (given, folder) = (try Folder(), try Folder())
    let (still, movie) = try BundleMaking.pair(
      "meadow.jpg", "clip-hevc.mov", named: ("a.jpg", "a.mov"), in: given)
    let bundled = try Program.boxwalk(
      "live", "bundle", still, movie, "-o", folder.path("new") + "/")
    #expect(bundled.code == 0, "\(bundled.errors)")
    let split = try Program.boxwalk("live", "split", folder.path("new"), "-o", folder.path("out"))
    #expect(split.code == 0 && split.output.contains("a folder"), "\(split.errors)")
    #expect(
      try BundleMaking.contents(folder.path("out")) == BundleMaking.contents(given.url.path))
  }

  /// Pairs of real phones, too. Some of them have names that differ.
  @Test(.needsMedia) func realPairs() throws {
    let media = try #require(MediaFolder.path) + "/livephoto-pairs"
    for format in ["pvt", "livp", "zip", "folder"] {
      let folder = try Folder()
      let bundled = try Program.boxwalk(
        "live", "bundle", media, "-o", folder.path("in"), "--format", format, "--json")
      #expect([0, 1].contains(bundled.code), "\(bundled.errors)")
      let lines = try bundled.output.split(separator: "\n").map {
        try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      #expect(lines.count >= 6)
      for (number, line) in lines.enumerated() {
        #expect(line["outcome"] as? String == "made")
        let bundle = try #require(line["bundle"] as? String)
        let split = try Program.boxwalk(
          "live", "split", bundle, "-o", folder.path("out\(number)"))
        #expect(split.code == 0, "\(split.errors)")
        for half in ["still", "movie"] {
          let half = try #require(line[half] as? [String: Any])
          let (file, name) = (
            try #require(half["file"] as? String), try #require(half["name"] as? String)
          )
          #expect(
            try BundleMaking.FileFacts(folder.path("out\(number)/\(name)"))
              == BundleMaking.FileFacts(file), "\(file)")
        }
      }
    }
  }

  @Test(.needs("unzip")) func theMovieGetsTheNameOfTheStill() throws {
    let (given, folder) = (try Folder(), try Folder())
    let (still, movie) = try BundleMaking.pair(
      "meadow.jpg", "clip-hevc.mov", named: ("IMG_1.JPG", "IMG_1_HEVC.MOV"), in: given)
    let result = try Program.boxwalk(
      "live", "bundle", still, movie, "-o", folder.path("new") + "/", "--format", "zip")
    #expect(result.code == 0)
    #expect(result.output.contains("IMG_1.MOV, which was IMG_1_HEVC.MOV"), "\(result.output)")
    let listed = try Program.other("unzip", "-Z1", folder.path("new/IMG_1.zip"))
    #expect(listed.output == "IMG_1.JPG\nIMG_1.MOV\n")
  }

  @Test func halvesThatHaveNothingInCommonAreAWarning() throws {
    let folder = try Folder()
    let result = try Program.boxwalk(
      "live", "bundle", Program.sample("meadow.jpg"), Program.sample("clip-hevc.mov"), "-o",
      folder.path("x.zip"))
    #expect(result.code == 1)
    #expect(result.output.contains("do not have the same identifier"))
    #expect(folder.names == ["x.zip"])
  }

  // MARK: As others read it

  @Test(.needs("unzip", "python3")) func archivesAsInfoZIPAndPythonReadThem() throws {
    let (given, folder) = (try Folder(), try Folder())
    let (still, movie) = try BundleMaking.pair(
      "landscape-tiled.heic", "clip-hevc.mov", named: ("IMG_1.HEIC", "IMG_1.MOV"), in: given)
    for format in ["livp", "zip"] {
      let bundle = folder.path("x.\(format)")
      #expect(try Program.boxwalk("live", "bundle", still, movie, "-o", bundle).code == 0)
      let tested = try Program.other("unzip", "-t", bundle)
      #expect(tested.code == 0 && tested.errors.isEmpty, "\(tested.output)")
      // Name, method, size, extra fields of the entry itself; and the bytes where the comment has them.
      let script = """
        import struct, sys, zipfile
        archive = zipfile.ZipFile(sys.argv[1])
        assert archive.testzip() is None
        file = open(sys.argv[1], 'rb').read()
        for entry, path in zip(archive.infolist(), sys.argv[2:]):
            data = open(path, 'rb').read()
            assert archive.read(entry) == data
            name, extra = struct.unpack('<HH', file[entry.header_offset + 26:entry.header_offset + 30])
            flags = entry.flag_bits & ~0x800
            print(entry.filename, entry.compress_type, flags, extra > 0, entry.date_time[:5], oct(entry.external_attr >> 16))
        if archive.comment:
            fields = struct.unpack('>HIIHII8s', bytes.fromhex(archive.comment.decode()))
            for (start, count), path in zip((fields[1:3], fields[4:6]), sys.argv[2:]):
                assert file[start:start + count] == open(path, 'rb').read()
            print(len(archive.comment), fields[0], fields[3], fields[6].decode())
        """
      let read = try BundleMaking.python(script, bundle, still, movie)
      let lines = read.split(separator: "\n").map(String.init)
      if format == "zip" {
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("IMG_1.HEIC 0 0 True (2019, 3, 4, "), "\(lines)")
        #expect(lines[1].hasPrefix("IMG_1.MOV 0 0 True (2021, 8, 9, "), "\(lines)")
        #expect(lines[0].hasSuffix(" 0o100644"))
      } else {
        #expect(lines[0].hasPrefix("IMG_1.HEIC.heic 0 0 False (2019, 3, 4, "), "\(lines)")
        #expect(lines[1].hasPrefix("IMG_1.HEIC.mov 0 0 False (2021, 8, 9, "), "\(lines)")
        #expect(lines.last == "56 2 3 1000LIVP")
      }
    }
  }

  /// The files have their original times, in every time zone.
  @Test(.needs("unzip")) func whatUnzipTakesOut() throws {
    let (given, folder) = (try Folder(), try Folder())
    let (still, movie) = try BundleMaking.pair(
      "meadow.jpg", "clip-hevc.mov", named: ("a.jpg", "a.mov"), in: given)
    #expect(
      try Program.boxwalk(
        "live", "bundle", still, movie, "-o", folder.path("x.zip"),
        environment: ["TZ": "Asia/Tokyo"]
      ).code == 0)
    let taken = try Program.other("unzip", folder.path("x.zip"), "-d", folder.path("out"))
    #expect(taken.code == 0)
    #expect(try data(folder.path("out/a.jpg")) == data(still))
    #expect(try data(folder.path("out/a.mov")) == data(movie))
    #expect(
      try BundleMaking.FileFacts(folder.path("out/a.jpg")).modified.hasPrefix(
        "2019-03-04 05:06:07."))
  }

  @Test(.needs("python3")) func thePropertyListAsOthersReadAndWriteIt() throws {
    let (given, folder) = (try Folder(), try Folder())
    let (still, movie) = try BundleMaking.pair(
      "meadow.jpg", "clip-hevc.mov", named: ("a.jpg", "a.mov"), in: given)
    let bundle = folder.path("a.pvt")
    #expect(try Program.boxwalk("live", "bundle", still, movie, "-o", bundle).code == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: bundle).sorted()
        == ["a.jpg", "a.mov", "metadata.plist"])
    // A binary one, with the keys that Apple's software writes besides the version; then with another version.
    let script = """
      import plistlib, sys
      path = sys.argv[1] + '/metadata.plist'
      print(plistlib.load(open(path, 'rb')))
      plist = {'PFVideoComplementMetadataVersionKey': sys.argv[2],
          'PFVideoComplementMetadataTimingInfoKey': {'epoch': 0, 'flags': 1, 'timescale': 600, 'value': 780}}
      plistlib.dump(plist, open(path, 'wb'), fmt=plistlib.FMT_BINARY)
      """
    #expect(
      try BundleMaking.python(script, bundle, "1")
        == "{'PFVideoComplementMetadataVersionKey': '1'}\n")
    let known = try Program.boxwalk("live", "split", bundle, "-o", folder.path("1"))
    #expect(known.code == 0 && !known.output.contains("metadata.plist"), "\(known.output)")
    _ = try BundleMaking.python(script, bundle, "7")
    let unknown = try Program.boxwalk("live", "split", bundle, "-o", folder.path("2"))
    #expect(unknown.code == 0 && unknown.output.contains("is not version 1"), "\(unknown.output)")
    try FileManager.default.removeItem(atPath: bundle + "/metadata.plist")
    let missing = try Program.boxwalk("live", "split", bundle, "-o", folder.path("3"))
    #expect(missing.code == 0 && missing.output.contains("has no metadata.plist"))
  }

  // MARK: What others make

  private func archive(_ how: String, _ path: String) throws {
    _ = try BundleMaking.python(
      BundleMaking.archives, how, path, Program.sample("meadow.jpg"),
      Program.sample("clip-h264.mp4"))
  }

  @Test(
    .needs("python3"),
    arguments: [
      "stored", "deflated", "descriptor", "zip64", "folder", "more", "utf8", "times",
    ])
  func archivesOfPython(how: String) throws {
    let folder = try Folder()
    try archive(how, folder.path("x"))
    let result = try Program.boxwalk("live", "split", folder.path("x"), "-o", folder.path("out"))
    #expect(result.code == 0, "\(result.errors)")
    let files = try BundleMaking.contents(folder.path("out"))
    let stem = how == "utf8" ? "Käse 日本" : "a"
    #expect(files.keys.sorted() == ["\(stem).jpg", "\(stem).mp4"])
    #expect(files["\(stem).jpg"]?.bytes == (try data(Program.sample("meadow.jpg"))))
    #expect(files["\(stem).mp4"]?.bytes == (try data(Program.sample("clip-h264.mp4"))))
    if how == "times" {
      #expect(files["a.jpg"]?.modified == "2024-06-15 18:42:07.123456700 +0000\n")
    }
    if how == "more" {
      for name in ["__MACOSX/._a.jpg", ".DS_Store", "../evil.sh", "notes.txt"] {
        #expect(result.output.contains("left out: \(name)\n"), "\(result.output)")
      }
    }
  }

  @Test(.needs("zip")) func archivesOfInfoZIP() throws {
    let (given, folder) = (try Folder(), try Folder())
    _ = try BundleMaking.pair(
      "meadow.jpg", "clip-hevc.mov", named: ("IMG_1.JPG.jpeg", "IMG_1.JPG.mov"), in: given)
    for level in ["-0", "-9"] {
      // LIVP bundles of programs that do not know the comment.
      let path = folder.path("x\(level).livp")
      let made = try Program.other(
        "zip", "-j", level, path, given.path("IMG_1.JPG.jpeg"), given.path("IMG_1.JPG.mov"))
      #expect(made.code == 0)
      let out = folder.path("out\(level)")
      let result = try Program.boxwalk("live", "split", path, "-o", out)
      #expect(result.code == 0, "\(result.errors)")
      let (before, after) = (
        try BundleMaking.contents(given.url.path), try BundleMaking.contents(out)
      )
      #expect(after.keys.sorted() == ["IMG_1.JPG", "IMG_1.MOV"])
      #expect(after["IMG_1.JPG"]?.bytes == before["IMG_1.JPG.jpeg"]?.bytes)
      #expect(after["IMG_1.JPG"]?.modified == "2019-03-04 05:06:07.000000000 +0000\n")
    }
  }

  // MARK: Refused inputs

  @Test(
    .needs("python3"),
    arguments: [
      ("parent", "leads out of the bundle"), ("absolute", "leads out of the bundle"),
      ("backslash", "leads out of the bundle"), ("drive", "leads out of the bundle"),
      ("control", "control characters"), ("link", "is a symbolic link"),
      ("two", "has 2 stills, and does not say which belongs to it: a.jpg, b.jpg"),
      ("twice", "has 2 stills"), ("half", "has no movie"),
      ("neither", "has neither a still nor a movie"), ("empty", "has neither a still nor a movie"),
      ("swapped", "is named as a photo, but is a movie"), ("nothing", "a.mp4: is empty (0 bytes)"),
      ("bomb", "would have 209,715,200 bytes"), ("many", "has 10003 entries"),
      ("encrypted", "a.jpg, is encrypted"), ("checksum", "a.jpg, cannot be read: CRC error"),
      ("stored-short", "is longer than it says"), ("stored-long", "a.jpg, "),
      ("deflated-short", "is longer than it says"), ("deflated-long", "is shorter than it says"),
      ("lzma", "a.jpg, "), ("cut", "cannot be read as an archive"), ("zero", "has no still"),
    ])
  func archivesThatAreRefused(how: String, words: String) throws {
    let folder = try Folder()
    try archive(how, folder.path("x.zip"))
    let result = try Program.boxwalk(
      "live", "split", folder.path("x.zip"), "-o", folder.path("a/b/out"))
    // Newer versions of libzip know LZMA.
    if how == "lzma", result.code == 0 { return }
    #expect(result.code == 2, "\(result.output)")
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.errors.contains("x.zip"))
    #expect(!result.errors.contains("\u{1B}"))
    let all = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
    #expect(all.filter { !"a/b/out".hasPrefix($0) } == ["x.zip"])
  }

  @Test func whatIsNoBundleIsNamed() throws {
    let folder = try Folder()
    let empty = try folder.write(Data(), to: "empty.livp")
    let text = try folder.write(Data("hello, world\n".utf8), to: "text.zip")
    let pk = try folder.write(Data("PK".utf8), to: "pk.zip")
    let nothing = folder.path("nothing")
    try FileManager.default.createDirectory(atPath: nothing, withIntermediateDirectories: true)
    for (path, words) in [
      (empty, "is empty"), (text, "is a text file, and not a bundle"), (pk, "cannot be read as"),
      (nothing, "has neither"), (folder.path("missing.pvt"), "there is no such file"),
      (Program.sample("meadow.jpg"), "is a JPEG image without a movie"),
      (Program.sample("clip-hevc.mov"), "is a movie, and not a bundle"),
    ] {
      let result = try Program.boxwalk("live", "split", path, "-o", folder.path("out"))
      #expect(result.code == 2 && result.errors.contains(words), "\(result.errors)")
    }
    #expect(!folder.names.contains("out"))
  }

  @Test func aFolderWithLinksIsRefused() throws {
    let folder = try Folder()
    let bundle = folder.path("a.pvt")
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: bundle + "/a.jpg", withDestinationPath: Program.sample("meadow.jpg"))
    try FileManager.default.copyItem(
      atPath: Program.sample("clip-hevc.mov"), toPath: bundle + "/a.mov")
    let result = try Program.boxwalk("live", "split", bundle, "-o", folder.path("out"))
    #expect(result.code == 2 && result.errors.contains("is a symbolic link"), "\(result.errors)")
  }

  @Test func halvesThatAreNoneAreNotBundled() throws {
    let folder = try Folder()
    let (still, movie) = (Program.sample("meadow.jpg"), Program.sample("clip-hevc.mov"))
    let wrong = try folder.write(data(Program.sample("landscape-tiled.heic")), to: "wrong.MOV")
    let empty = try folder.write(Data(), to: "empty.mov")
    let cut = try folder.write(data(movie).prefix(5000), to: "cut.mov")
    let plain = try folder.write(data(still), to: "noname")
    for (a, b, words) in [
      (still, wrong, "is named as a movie, but is a photo"), (still, empty, "is empty (0 bytes)"),
      (still, cut, "cut.mov: "), (movie, still, "clip-hevc.mov: "),
      (plain, movie, "has no name by which the still can be recognised"),
      (still, folder.path("missing.mov"), "missing.mov"),
    ] {
      let result = try Program.boxwalk("live", "bundle", a, b, "-o", folder.path("x.zip"))
      #expect(result.code == 2 && result.errors.contains(words), "\(result.errors)")
    }
    #expect(folder.names == ["cut.mov", "empty.mov", "noname", "wrong.MOV"])
  }

  @Test func whatIsThereStays() throws {
    let folder = try Folder()
    let (still, movie) = (Program.sample("meadow.jpg"), Program.sample("clip-hevc.mov"))
    for name in ["x.pvt", "x.livp", "x.zip"] {
      let path = try folder.write(Data("mine".utf8), to: name)
      let result = try Program.boxwalk("live", "bundle", still, movie, "-o", path)
      #expect(result.code == 2 && result.errors.contains("exists"), "\(result.errors)")
      #expect(try data(path) == Data("mine".utf8))
    }
    _ = try Program.boxwalk("live", "bundle", still, movie, "-o", folder.path("good.zip"))
    let mine = try folder.write(Data("mine".utf8), to: "meadow.mov")
    let result = try Program.boxwalk(
      "live", "split", folder.path("good.zip"), "-o", folder.url.path)
    #expect(result.code == 2 && result.errors.contains("meadow.mov: exists"))
    #expect(try data(mine) == Data("mine".utf8))
    #expect(folder.names == ["good.zip", "meadow.mov", "x.livp", "x.pvt", "x.zip"])
  }

  @Test func withoutLibzipFoldersStillWork() throws {
    let folder = try Folder()
    let nowhere = ["BOXWALK_LIBZIP": "/nowhere/libzip.so"]
    let (still, movie) = (Program.sample("meadow.jpg"), Program.sample("clip-hevc.mov"))
    for name in ["x.livp", "x.zip"] {
      let result = try Program.boxwalk(
        "live", "bundle", still, movie, "-o", folder.path(name), environment: nowhere)
      #expect(result.code == 2 && result.errors.contains("/nowhere/libzip.so"))
      #expect(result.errors.contains("needs libzip"), "\(result.errors)")
    }
    #expect(folder.names.isEmpty)
    let pvt = folder.path("x.pvt")
    #expect(
      try Program.boxwalk("live", "bundle", still, movie, "-o", pvt, environment: nowhere).code
        == 1)
    #expect(
      try Program.boxwalk("live", "split", pvt, "-o", folder.path("out"), environment: nowhere)
        .code == 0)
    let doctor = try Program.boxwalk("doctor", environment: nowhere)
    #expect(doctor.output.contains("\nlibzip\n  /nowhere/libzip.so"), "\(doctor.output)")
  }

  // MARK: Several

  @Test func aFolderOfPairs() throws {
    let (given, folder) = (try Folder(), try Folder())
    for sub in ["", "b"] {
      let outputs = try Folder()
      let (still, movie) = try BundleMaking.pair(
        "meadow.jpg", "clip-hevc.mov", named: ("IMG_1.JPG", "IMG_1_HEVC.MOV"), in: outputs)
      try FileManager.default.createDirectory(
        atPath: given.path(sub), withIntermediateDirectories: true)
      for path in [still, movie] {
        let name = try #require(path.split(separator: "/").last)
        try FileManager.default.moveItem(atPath: path, toPath: given.path("\(sub)/\(name)"))
      }
    }
    let run = {
      try Program.boxwalk(
        "live", "bundle", given.url.path + "/", "-o", folder.path("out"), "--format", "livp",
        "--json")
    }
    let first = try run()
    #expect(first.code == 0, "\(first.errors)\(first.output)")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path("out")).sorted()
    #expect(names == ["IMG_1.livp", "b", "b/IMG_1.livp"])
    // All of them exist.
    #expect(try run().code == 2)
    try FileManager.default.removeItem(atPath: folder.path("out/b/IMG_1.livp"))
    let again = try run()
    #expect(again.code == 3)
    let outcomes = try again.output.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(outcomes.compactMap { $0["outcome"] as? String } == ["failed", "made"])
    #expect((outcomes[0]["reason"] as? String)?.contains("exists") == true)
    #expect(outcomes[1]["schema"] as? String == "boxwalk.live-bundle/1")
    #expect((outcomes[1]["movie"] as? [String: Any])?["name"] as? String == "IMG_1.MOV")

    let split = try Program.boxwalk(
      "live", "split", folder.path("out/IMG_1.livp"), folder.path("missing.zip"),
      folder.path("out/b/IMG_1.livp"), "-o", folder.path("all"), "--json")
    #expect(split.code == 3)
    let lines = try split.output.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(lines.compactMap { $0["outcome"] as? String } == ["split", "failed", "failed"])
    #expect(lines[0]["format"] as? String == "livp")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("all")).sorted()
        == ["IMG_1.JPG", "IMG_1.MOV"])
  }

  @Test(arguments: [
    ["a.jpg", "a.mov", "-o", "x.tar"], ["a.jpg", "a.mov", "-o", "x"], ["a.jpg", "-o", "x/"],
    ["a.jpg", "a.mov", "b.mov", "-o", "x.zip"], ["a.jpg", "a.mov", "-o", "x", "--format", "rar"],
    ["a.jpg", "a.mov", "-o", ""],
  ])
  func commandLinesThatAreWrong(arguments: [String]) throws {
    #expect(try Program.boxwalk(["live", "bundle"] + arguments).code == 64)
  }
}
