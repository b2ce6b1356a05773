import Foundation
import TestSupport
import Testing

/// A message says what is wrong, in which file and where, and what to do.
@Suite struct MessageTests {
  private let folder: Folder
  private let photo = Program.sample("portrait-single.heic")
  private let movie = Program.sample("clip-hevc.mov")
  private let text: String

  init() throws {
    folder = try Folder()
    text = try folder.write(Data("A text.\n".utf8), to: "text.txt")
  }

  /// Runs a command, and expects its exit code and words of its messages.
  private func expect(
    _ code: Int32, _ words: String, _ arguments: String...,
    without others: String..., location: SourceLocation = #_sourceLocation
  ) throws {
    let result = try Program.boxwalk(arguments)
    #expect(result.code == code, "\(result)", sourceLocation: location)
    #expect(result.errors.contains(words), "\(result.errors)", sourceLocation: location)
    for other in others {
      #expect(!result.errors.contains(other), "\(result.errors)", sourceLocation: location)
    }
  }

  @Test func aFolderIsNotReplacedByAFile() throws {
    let there = folder.path("there")
    try FileManager.default.createDirectory(atPath: there, withIntermediateDirectories: true)
    for force in [[], ["--force"]] {
      for command in [
        ["inspect", photo, "--html", there], ["extract", photo, "--exif", "-o", there],
        ["config", movie, "-o", there],
      ] {
        let result = try Program.boxwalk(command + force)
        #expect(result.code == 2, "\(result)")
        #expect(result.errors.contains("there is a folder, and a file is written"), "\(result)")
      }
    }
    try expect(
      2, "new/ is the name of a folder", "extract", photo, "--exif", "-o", folder.path("new") + "/")
    #expect(folder.names == ["text.txt", "there"])
  }

  @Test func anEmptyNameIsNoOutput() throws {
    try expect(2, "the name of the output is empty", "convert", photo, "-o", "")
    try expect(2, "the name of the folder is empty", "gallery", photo, "-o", "")
  }

  #if os(Linux)
    @Test(arguments: [
      ["convert", "PHOTO", "-o", "/proc/a.jpg"], ["hls", "MOVIE", "-o", "/proc/a"],
      ["catalogue", "--html", "/proc/a"], ["rotate", "90", "PHOTO", "-o", "/proc/a.heic"],
      ["extract", "PHOTO", "--exif", "-o", "/proc/a"],
    ])
    func aPathWhereNothingCanBeIsNamed(command: [String]) throws {
      let result = try Program.boxwalk(
        command.map { $0 == "PHOTO" ? photo : $0 == "MOVIE" ? movie : $0 })
      #expect(result.code == 2, "\(result)")
      #expect(result.errors.contains("/proc/a"), "\(result)")
      #expect(result.errors.contains("cannot be written: there is no such file"), "\(result)")
      #expect(!result.errors.contains("/proc/."), "\(result)")
    }
  #endif

  /// Nothing is said about tracks, chapters or covers of a movie that is not read.
  @Test(arguments: [
    ["chapters"], ["chapters", "--json"], ["cover"], ["cover", "--json"], ["extract"],
    ["extract", "--json"], ["config"], ["inspect", "--nal"], ["inspect", "--plays"],
    ["inspect", "--metadata"], ["mute"], ["retag"], ["rotate", "90"], ["cover", "--remove"],
  ])
  func aMovieThatCannotBeReadIsNotEmpty(command: [String]) throws {
    func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(payload.count + 8)] + Array(type.utf8) + payload
    }
    // The stream is not one of zlib.
    let packed = box("dcom", Array("zlib".utf8)) + box("cmvd", [0, 0, 0, 100, 1, 2, 3, 4])
    let path = try folder.write(
      Data(box("ftyp", Array("qt  \0\0\0\0".utf8)) + box("moov", box("cmov", packed))),
      to: "compressed.mov")
    let result = try Program.boxwalk(command + [path])
    #expect(result.code == 2, "\(result)")
    #expect(result.errors.contains("has a compressed description of its movie"), "\(result)")
    for words in ["no chapters", "no cover", "has no "] {
      #expect(!(result.output + result.errors).contains(words), "\(result)")
    }
    #expect(folder.names == ["compressed.mov", "text.txt"])
  }

  @Test func whatSaysNothingIsRefused() throws {
    try expect(64, "text.txt is neither", "inspect", "--rendition", "a", text)
    try expect(64, "--presets or --output", "transcode", movie, "--presets", "-o", "a.mov")
    try expect(64, "name no files", "verify", "--rules", photo)
    try expect(64, "depth and elements", "serve", "--limit", "input=5")
    try expect(
      64, "each [ has its ]", "convert", photo, "-o", folder.path("a"), "--include", "[a")
    try expect(64, "--track needs --samples.", "inspect", "--track", "1", movie, without: "--csv")
    try expect(64, "--csv needs --samples", "inspect", "--csv", movie, without: "--track")
    try expect(
      64, "is a file: name its still and its movie", "live", "bundle", photo, "-o",
      folder.path("a.zip"))
  }

  /// A value of an option that cannot be read gets the reason.
  @Test(arguments: [
    (["convert", "a", "-o", "b", "--shard", "4/4"], "0/4, 1/4, 2/4 or 3/4"),
    (["convert", "a", "-o", "b", "--memory", "0"], "512M or 2G"),
    (["trim", "a", "--to", "1:99"], "h:mm:ss.fff"),
    (["remux", "a", "--fragment", "0"], "it has to be gop, or"),
    (["inspect", "a", "--limit", "foo=1"], "depth, elements or input"),
    (["track", "a", "--language", "eng"], "such as 2=eng"),
    (["track", "a", "--drop", "all"], "it has to be numbers of tracks"),
    (["chapters", "a", "--set", "x"], "such as 1:30=Dinner"),
    (["frames", "a", "-o", "b", "--every", "0"], "at least 0.001 seconds"),
    (["frames", "a", "-o", "b", "--at", "x"], "it has to be a time, or several"),
    (["frames", "a", "-o", "b", "--sheet", "0x1"], "such as 5x4"),
    (["transcode", "a", "-o", "b", "--max-file-size", "0"], "such as 800K or 25M"),
    (["rotate", "-90", "a"], "no number is negative"),
  ])
  func aValueThatIsNoneGetsAReason(command: [String], words: String) throws {
    let result = try Program.boxwalk(command)
    #expect(result.code == 64 && result.errors.contains(words), "\(result)")
    #expect(result.errors.contains("Usage: boxwalk \(command[0]) "), "\(result)")
  }

  /// Also if the command finds out what is wrong when it runs.
  @Test func theUsageIsThatOfTheCommand() throws {
    let address = "http://127.0.0.1/a"
    try expect(64, "Usage: boxwalk catalogue ", "catalogue", address)
    try expect(64, "See 'boxwalk live pair --help'", "live", "pair", address)
    try expect(64, "Usage: boxwalk join ", "join", movie, "-o", folder.path("a.mov"))
  }

  @Test func `Nothing to do is said, and is no failure`() throws {
    let nothing = folder.path("nothing")
    try FileManager.default.createDirectory(atPath: nothing, withIntermediateDirectories: true)
    let output = folder.path("made")
    for (command, words) in [
      (["inspect", nothing], "there are no photos or movies in this folder"),
      (["verify", nothing], "there are no photos or movies in this folder"),
      (["inspect", "--tree", nothing], "there are no photos or movies in this folder"),
      (["chapters", nothing], "there are no movies in this folder"),
      (["convert", nothing, "-o", output], "there are no photos to convert"),
      (["transcode", nothing, "-o", output], "there are no movies to convert"),
      (
        ["convert", photo, "-o", output, "--exclude", "*"],
        "none of the photos are selected by --shard, --include and --exclude"
      ),
      (["chapters", movie], "no chapters"),
    ] {
      let result = try Program.boxwalk(command)
      #expect(result.code == 0 && result.errors.contains(words), "\(command): \(result)")
      #expect(result.output.isEmpty, "\(command): \(result)")
    }
  }

  @Test func `The halves of a bundle are told apart`() throws {
    let output = folder.path("pair.zip")
    try expect(
      2, "is a photo, and not a movie: name the still, and then its movie", "live", "bundle", photo,
      photo, "-o", output)
    try expect(
      2, "is a movie, and not a photo: name the still, and then its movie", "live", "bundle", movie,
      photo, "-o", output)
  }

  @Test func whatIsMissingIsSaid() throws {
    let empty = try folder.write(Data(), to: "empty.mov")
    for command in [
      ["chapters"], ["cover"], ["hls", "-o", folder.path("a")],
      ["transcode", "-o", folder.path("a.mov")],
    ] {
      let result = try Program.boxwalk(command + [empty])
      #expect(result.code == 2 && result.errors.contains("is empty (0 bytes)"), "\(result)")
      let other = try Program.boxwalk(command + [text])
      #expect(other.code == 2 && other.errors.contains("is a text file"), "\(other)")
    }
    try expect(2, "no manifest lines found", "report", empty)
    try expect(2, "is a file, not a folder", "serve", "--root", text)
    try expect(2, "text.txt: has no parameter set of HEVC", "config", movie, "--with", text)
    try expect(2, "has no track 9, only 1 and 2", "track", movie, "--drop", "9")
    try expect(2, "is a file: name the folder", "undo", photo)
    try expect(
      1, "there is no Nonsense or GPS:", "inspect", photo, "--tag", "Nonsense", "--tag", "GPS:")
    try expect(2, "none: there is no such file", "inspect", "--files-from", folder.path("none"))
    try expect(
      2, "is a text file", "inspect", "--nal", text, without: "images or video of NAL units")
    let playlist = try folder.write(Data("#EXTM3U\n".utf8), to: "list.m3u8")
    try expect(
      2, "is an HLS playlist, not a movie: boxwalk transcode", "remux", playlist, "-o",
      folder.path("list.mp4"))
    try expect(64, "PNG files have no quality", "convert", photo, "-o", "a.png", "-q", "50")
    try expect(2, "there is no such file or folder", "undo", folder.path("nothing"))
    try expect(
      2, "is a movie without its still", "live", "convert", movie, "-o", folder.path("live/"))
    let missing = folder.path("none.m3u8")
    let monitored = try Program.boxwalk("monitor", missing)
    #expect(monitored.code == 2 && !monitored.output.contains("no findings"), "\(monitored)")
    #expect(monitored.errors.components(separatedBy: "no such file").count == 2, "\(monitored)")
  }

  /// All edits of a movie that was truncated name what is missing, and end with 1.
  @Test(arguments: [
    ["mute"], ["track", "--drop", "2"], ["chapters", "--set", "0=A"], ["rotate", "90"],
    ["set", "moov/mvhd.rate=2.0"], ["retag"], ["faststart"], ["flip", "vertical"],
  ])
  func anEditNamesWhatIsMissing(command: [String]) throws {
    let front = folder.path("front.mov")
    #expect(try Program.boxwalk("faststart", movie, "-o", front).code == 0)
    let cut = try folder.write(
      Data(contentsOf: URL(fileURLWithPath: front)).prefix(150_000), to: "cut.mov")
    let result = try Program.boxwalk(command + [cut, "-o", folder.path("new.mov")])
    #expect(result.code == 1, "\(result)")
    #expect(result.output.contains("truncated"), "\(result)")
    try expect(
      2, "cut.mov: is truncated, and 38,548 bytes are missing", "join", cut, movie, "-o",
      folder.path("joined.mov"))
  }

  /// What others have found when they used the command for the first time.
  @Test func mistakesAreNamedBeforeTheirConsequences() throws {
    let photo = Program.sample("portrait-single.heic")
    let (none, other) = (folder.path("none.heic"), folder.path("other.heic"))
    // All of several files failed.
    try expect(2, "no such file", "inspect", none, other)
    try expect(3, "no such file", "inspect", none, photo)
    try expect(2, "no such file", "convert", none, other, "-o", folder.path("new/"))
    // An unknown option, whose value looks like a second file.
    try expect(
      64, "Unknown option '--size'", "convert", photo, "-o", folder.path("a.jpg"), "--size", "1024")
    // The file is missing, whatever the output is called.
    try expect(2, "no such file", "convert", none, "-o", folder.path("jpegs"))
    try expect(64, "can be a folder or a file", "convert", photo, "-o", folder.path("jpegs"))
    for command in [["rotate", "180", photo], ["transcode", movie]] {
      let result = try Program.boxwalk(command + ["-o", folder.path("new")])
      #expect(result.errors.contains("new can be a folder or a file"), "\(result.errors)")
      #expect(result.code == 2 || result.code == 64)
    }
    // Outputs with the names of other formats, and devices.
    try expect(
      2, "name of another format", "extract", movie, "--track", "1", "-o", folder.path("a.mp4"))
    for (track, ending) in [("1", "wav"), ("1", "pcm"), ("2", "wav"), ("2", "pcm"), ("2", "caf")] {
      try expect(
        2, "name of another format", "extract", movie, "--track", track, "-o",
        folder.path("a.\(ending)"))
    }
    for ending in ["f4v", "m2ts", "mka", "xyz"] {
      try expect(
        64, "Name the new format", "remux", movie, "-o", folder.path("a.\(ending)"))
    }
    try expect(
      64, "is not the name of a page", "inspect", photo, "--html", folder.path("a.svg"))
    try expect(2, "cannot be replaced", "convert", photo, "-o", "/dev/null", without: "--force")
    try expect(64, "boxwalk transcode", "convert", photo, "-o", folder.path("a.mp4"))
  }

  /// A manifest replaces only a manifest.
  @Test(arguments: ["convert", "transcode"])
  func filesThatAreNoManifestsStay(command: String) throws {
    let input = folder.path("in")
    try FileManager.default.createDirectory(atPath: input, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Program.sample("portrait-single.heic"), toPath: input + "/a.heic")
    for bytes in [Data("a diary".utf8), try Data(contentsOf: URL(filePath: input + "/a.heic"))] {
      let kept = try folder.write(bytes, to: "kept")
      try expect(
        2, "kept is not a manifest, and is not replaced", command, input, "-o",
        folder.path("out/"), "--manifest", kept)
      #expect(try Data(contentsOf: URL(filePath: kept)) == bytes)
    }
    try expect(
      2, "- means standard output", command, input, "-o", folder.path("out/"), "--manifest", "-")
  }

  @Test func picturesInOtherFormatsAreCounted() throws {
    let input = folder.path("mixed")
    try FileManager.default.createDirectory(atPath: input, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Program.sample("meadow.jpg"), toPath: input + "/a.jpg")
    for name in ["b.CR3", "c.jxl"] { _ = try folder.write(Data([0]), to: "mixed/\(name)") }
    try expect(
      0, "2 images, such as b.CR3, are left out", "convert", input, "-o", folder.path("mixed2/"))
    try expect(
      0, "c.jxl: is left out", "convert", input, "-o", folder.path("mixed3/"), "--exclude", "*.cr3")
  }
}
