import Foundation
import TestSupport
import Testing

/// Exit codes state the result.
@Suite struct ExitCodeTests {
  private let photo = Program.sample("portrait-single.heic")
  private let movie = Program.sample("clip-hevc.mov")

  @Test func theReadmeSaysWhatTheHelpSays() throws {
    let help = try Program.boxwalk("--help").output
    let lines = help.split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasSuffix("EXIT CODES") })
    let stated = lines[(start + 1)...].prefix { !$0.hasSuffix(":") && $0.hasPrefix(" ") }
      .map { $0.split(separator: " ", maxSplits: 1).map { $0.drop { $0 == " " } } }
    let readme = try String(
      contentsOf: Program.package.appendingPathComponent("README.md"), encoding: .utf8)
    let rows = readme.split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(stated.count == 6)
    for row in stated { #expect(rows.contains("| \(row[0]) | \(row[1]) |"), "\(row)") }
  }

  @Test func whatIsLostIsOne() throws {
    let folder = try Folder()
    // A copy that broke off.
    let cut = try folder.write(
      try Data(contentsOf: URL(fileURLWithPath: movie)).prefix(120_000), to: "cut.mov")
    // Its description is at its end.
    #expect(try Program.boxwalk("repair", cut).code == 2)
    let front = folder.path("front.mov")
    #expect(try Program.boxwalk("faststart", movie, "-o", front).code == 0)
    try Data(contentsOf: URL(fileURLWithPath: front)).prefix(120_000).write(
      to: URL(fileURLWithPath: cut))
    let repaired = try Program.boxwalk("repair", cut)
    #expect(repaired.code == 1 && repaired.output.contains("of 75 samples are whole"))
    // A depth map that a JPEG cannot hold, and one that was not requested.
    let tiled = Program.sample("landscape-tiled.heic")
    let converted = try Program.boxwalk("convert", tiled, "-o", folder.path("a.jpg"))
    #expect(converted.code == 1 && converted.errors.contains("not carried over: depth map"))
    #expect(
      try Program.boxwalk("convert", tiled, "-o", folder.path("b.jpg"), "--thumbnail", "64").code
        == 0)
    #expect(try Program.boxwalk("convert", photo, "-o", folder.path("c.jpg")).code == 0)
    #expect(
      try Program.boxwalk("convert", photo, "-o", folder.path("d.jpg"), "--strip", "all").code == 0)
    let codes = try Program.boxwalk("catalogue", "hvcC", "zzzz")
    #expect(codes.code == 1 && codes.errors.contains("zzzz: Boxwalk does not know this code"))
  }

  @Test(.needs("ffmpeg", "ffprobe", "exiftool", "djpeg")) func aCoverGoesWithAWord() throws {
    let folder = try Folder()
    func movie(_ cover: String, _ name: String) throws -> String {
      let film = folder.path(name)
      let made = try Program.other(
        "ffmpeg", "-v", "error", "-i", Program.sample("clip-h264.mp4"), "-i", cover, "-map", "0",
        "-map", "1", "-c", "copy", "-disposition:v:1", "attached_pic", film)
      #expect(made.code == 0, "\(made.errors)")
      return film
    }
    let plain = folder.path("plain.jpg")
    _ = try Program.boxwalk(
      "convert", Program.sample("meadow.jpg"), "-o", plain, "--strip", "location")
    let film = try movie(plain, "film.mp4")
    func covers(_ path: String) throws -> Int {
      try Program.other(
        "ffprobe", "-v", "error", "-show_entries", "stream_disposition=attached_pic", "-of",
        "csv=p=0", path
      ).output.split(separator: "\n").count { $0.contains("1") }
    }
    #expect(try covers(film) == 1)
    let stripped = try Program.boxwalk("strip", "all", film, "-o", folder.path("stripped.mp4"))
    #expect(stripped.code == 0)
    #expect(stripped.output.contains("the cover picture is removed with moov/udta"))
    let removed = try Program.boxwalk(
      "remove", "moov/udta", film, "-o", folder.path("removed.mp4"))
    #expect(removed.code == 1 && removed.output.contains("this also removes the cover picture"))
    for name in ["stripped.mp4", "removed.mp4"] { #expect(try covers(folder.path(name)) == 0) }
    let placed = try Program.boxwalk("strip", "location", film, "-o", folder.path("placed.mp4"))
    #expect(placed.code == 0)
    #expect(try covers(folder.path("placed.mp4")) == 1)
    // A cover that says where it was taken stays without the location.
    let located = try movie(Program.sample("meadow.jpg"), "located.mp4")
    let cleaned = try Program.boxwalk(
      "strip", "location", located, "-o", folder.path("cleaned.mp4"))
    #expect(cleaned.code == 0 && cleaned.output.contains("covr"), "\(cleaned)")
    #expect(try covers(folder.path("cleaned.mp4")) == 1)
    let picture = folder.path("cover.jpg")
    #expect(try Program.boxwalk("cover", folder.path("cleaned.mp4"), "-o", picture).code == 0)
    #expect(try Program.other("exiftool", "-s", "-gps:all", picture).output.isEmpty)
    #expect(try Program.other("djpeg", "-outfile", "/dev/null", picture).errors.isEmpty)
    #expect(try Program.other("exiftool", "-s", "-Make", picture).output.contains("Make"))
  }

  /// As text, the name would be that of another file, which does not exist.
  @Test(arguments: ["inspect", "verify", "convert -o a.jpg", "frames -o a.jpg", "live check"])
  func namesAreText(_ command: String) throws {
    let folder = try Folder()
    let program = Program.products.appendingPathComponent("boxwalk").path
    let result = try Program.other(
      "sh", "-c",
      #"cd "$0" && name=$(printf 'bad\377.heic') && : > "$name" && exec "$1" \#(command) "$name""#,
      folder.url.path, program)
    #expect(result.code == 2 && result.errors.contains("is not a UTF-8 name"), "\(result)")
  }

  @Test func whatIsNoInputIsTwo() throws {
    let folder = try Folder()
    let readme = Program.package.appendingPathComponent("README.md").path
    let missing = folder.path("missing")
    for (arguments, words) in [
      (["report", readme], "no manifest lines found"),
      (["live", "pair", readme], "has neither the name of a photo nor of a movie"),
      (["repair", readme], "is a text file, which boxwalk does not read"),
      (
        ["inspect", Program.package.appendingPathComponent("Documentation/page.png").path],
        "boxwalk inspect --metadata shows its metadata"
      ),
      (["live", "check", missing + ".heic"], "there is no such file or folder"),
      (
        ["live", "convert", missing + ".heic", missing + ".mov", "-o", missing],
        "there is no such file"
      ),
    ] {
      let result = try Program.boxwalk(arguments)
      #expect(result.code == 2 && result.errors.contains(words), "\(arguments) \(result)")
    }
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: [
    ["strip", "all"], ["rotate", "90"], ["flip", "vertical"], ["faststart"], ["retag"], ["repair"],
    ["set", "moov/mvhd.rate=2.0"], ["remove", "moov"],
    ["insert", "moov", "--hex", "0000000866726565"],
    ["inspect"], ["verify"], ["extract", "--exif", "-o", "no"], ["convert", "-o", "no.jpg"],
    ["live", "check"], ["live", "split", "-o", "no"], ["live", "pair"],
  ])
  func aMissingFileIsNamedOnce(command: [String]) throws {
    let result = try Program.boxwalk(command + ["/nowhere/missing.heic"])
    #expect(result.code == 2)
    #expect(result.errors.components(separatedBy: "missing.heic").count == 2, "\(result.errors)")
    #expect(result.errors.contains("there is no such file"), "\(result.errors)")
  }

  @Test func theCommandLineSaysWhatIsWrong() throws {
    for (arguments, words) in [
      (["set", "a.b=1", movie], "Before the = write box types of four characters each"),
      (["set", "moov/mvhd.rate", movie], "Write path.field=value"),
      (["remove", "abc", movie], "A path has types of boxes, of four characters each"),
      (["insert", "moov", movie, "--hex", "0"], "Write each byte as two hexadecimal digits"),
      (
        ["insert", "moov", movie, "--hex", "00", "--before", "abc"],
        "A box type has four characters"
      ),
      (["help", "nosuch"], "'nosuch' is not a command."),
      (["help", "live", "nosuch"], "'nosuch' is not a command."),
      (["inspct", "a.heic"], "'inspct' is not a command. Did you mean 'inspect'?"),
      (["help", "vreify"], "'vreify' is not a command. Did you mean 'verify'?"),
      (["live", "piar"], "'piar' is not a command. Did you mean 'pair'?"),
      (["/"], "To see what the file is: boxwalk inspect /"),
    ] {
      let result = try Program.boxwalk(arguments)
      #expect(result.code == 64 && result.errors.contains(words), "\(arguments) \(result)")
    }
    for arguments in [["help"], ["help", "live", "pair"], ["help", "undo"]] {
      let result = try Program.boxwalk(arguments)
      #expect(result.code == 0 && result.output.contains("USAGE: "))
    }
  }

  /// The parser of arguments finds values and combinations that are wrong before options that do not exist.
  @Test func anUnknownOptionIsNamedBeforeItsConsequences() throws {
    for (arguments, words) in [
      (["insert", "/", movie, "--form", "a.box"], "'--form'. Did you mean '--from'?"),
      (["live", "still", movie, "--att=1", "-o", "new"], "'--att'. Did you mean '--at'?"),
      (["inspect", movie, "--depth", "x", "--qqqqqqqq"], "'--qqqqqqqq'."),
      (["frames", movie, "--evry", "1s"], "'--evry'. Did you mean '--every'?"),
    ] {
      let result = try Program.boxwalk(arguments)
      let lines = result.errors.split(separator: "\n")
      let usage = "Usage: boxwalk \(arguments[0])"
      #expect(result.code == 64 && lines.first == "Error: Unknown option \(words)", "\(result)")
      #expect(lines.dropFirst().first?.hasPrefix(usage) == true, "\(result.errors)")
    }
    // What comes after -- is no option.
    let named = try Program.boxwalk("insert", "/", "--", "--form")
    #expect(named.code == 64 && named.errors.contains("either --from or --hex"), "\(named.errors)")
  }

  @Test func foldersOfOutputsAreMade() throws {
    let folder = try Folder()
    let new = folder.path("new/folder")
    #expect(try Program.boxwalk("convert", photo, "-o", new + "/a.jpg").code == 0)
    #expect(try Program.boxwalk("extract", photo, "--exif", "-o", new + "/b/a.tif").code == 0)
    #expect(try Program.boxwalk("rotate", "90", photo, "-o", new + "/c/a.heic").code == 0)
    #expect(Folder.names(new) == ["a.jpg", "b", "c"])
  }

  /// If the user's computer forbids something, this is not an error of the program.
  @Test func theUsersComputerIsNoFault() throws {
    let folder = try Folder()
    func run(_ limit: String, _ arguments: [String]) throws -> Program.Result {
      try Program.other(
        "bash",
        ["-c", "ulimit \(limit); exec \"$0\" \"$@\""]
          + [Program.products.appendingPathComponent("boxwalk").path] + arguments)
    }
    let output = folder.path("a.jpg")
    let small = try run("-f 20", ["convert", photo, "-o", output])
    #expect(small.code == 2 && small.errors.contains("bytes that ulimit -f allows"), "\(small)")
    for count in [16, 24, 48, 64] {
      let few = try run("-n \(count)", ["convert", photo, "-o", output, "--force"])
      #expect(few.code == 0, "\(few)")
    }
    let none = try run("-n 8", ["convert", photo, "-o", output, "--force"])
    #expect(none.code == 2 && none.errors.contains("too many files are open"), "\(none)")
    // There is no space for the journal of a run.
    let photos = folder.path("photos")
    try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Program.sample("meadow.jpg"), toPath: photos + "/a.jpg")
    try FileManager.default.createDirectory(
      atPath: folder.path("full/.boxwalk"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("full/.boxwalk/manifest.jsonl"), withDestinationPath: "/dev/full")
    let full = try Program.boxwalk(
      "convert", photos, "-o", folder.path("full"), "--manifest", "/dev/full")
    #expect(full.code == 2, "\(full)")
  }
}
