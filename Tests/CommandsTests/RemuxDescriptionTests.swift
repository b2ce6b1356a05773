import Foundation
import TestSupport
import Testing

/// What is said of a movie in other containers, as FFmpeg finds it there, and what comes back.
@Suite(
  .needs("ffmpeg", "ffprobe"),
  .needs("a module for containers", if: { RemuxContainerTests.hasModule }))
struct RemuxDescriptionTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func ffmpeg(_ arguments: String...) throws {
    let result = try Program.other("ffmpeg", ["-v", "error", "-y"] + arguments)
    #expect(result.code == 0, "\(result.errors)")
  }

  private func remux(_ input: String, _ name: String) throws -> (path: String, lost: String) {
    let output = folder.path(name)
    let result = try Program.boxwalk("remux", input, "-o", output, "--force")
    #expect(result.code < 2, "\(name): \(result.errors)")
    return (output, result.errors)
  }

  /// The tags of a file in small letters, as ffprobe lists them.
  private func tags(_ path: String) throws -> [String: String] {
    let listed = try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "format_tags", "-of", "default=nw=1", path
    ).output
    let pairs = listed.split(separator: "\n").compactMap { line -> (String, String)? in
      let parts = line.dropFirst("TAG:".count).split(separator: "=", maxSplits: 1)
      return parts.count == 2 ? (parts[0].lowercased(), String(parts[1])) : nil
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// A song's data as ffmpeg writes it, with a cover.
  private func described(_ cover: String) throws -> String {
    let (plain, made) = (folder.path("plain.mp4"), folder.path("made.mp4"))
    try ffmpeg(
      "-i", Program.sample("clip-h264.mp4"), "-c", "copy", "-metadata", "title=Täglich",
      "-metadata", "artist=Somebody", "-metadata", "album_artist=All", "-metadata", "track=3/10",
      "-metadata", "date=2024", "-metadata", "creation_time=2024-06-15T16:42:07Z",
      "-metadata", "location=+48.1+011.6/", "-metadata", "compilation=1", plain)
    #expect(try Program.boxwalk("cover", plain, "--set", cover, "-o", made).isDone)
    return made
  }

  private func cover(_ ending: String) throws -> String {
    let path = folder.path("picture.\(ending)")
    try ffmpeg("-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "1", path)
    return path
  }

  @Test(.needs("mkvinfo"), arguments: [("jpg", "jpeg"), ("png", "png")])
  func coversAreAttachedToMatroska(_ ending: String, _ kind: String) throws {
    let picture = try cover(ending)
    let (there, lost) = try remux(described(picture), "there.mkv")
    #expect(!lost.contains("cover"), "\(lost)")
    let info = try Program.other("mkvinfo", there).output
    #expect(info.contains("cover.\(ending)") && info.contains("image/\(kind)"), "\(info)")
    let attached = folder.path("attached.\(ending)")
    try ffmpeg("-dump_attachment:t:0", attached, "-i", there, "-f", "null", "-t", "0.1", "-")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: picture))
    let back = try remux(there, "back.mp4")
    #expect(back.lost.isEmpty, "\(back.lost)")
    let taken = folder.path("taken.\(ending)")
    #expect(try Program.boxwalk("cover", back.path, "-o", taken).isDone)
    #expect(try Data(contentsOf: URL(fileURLWithPath: taken)) == bytes)
    #expect(try Program.boxwalk("verify", back.path, "--quiet").isDone)
  }

  @Test(arguments: ["ts", "flv"]) func coversThatAreLostAreNamed(_ container: String) throws {
    let (_, lost) = try remux(described(cover("jpg")), "there.\(container)")
    #expect(lost.contains("1 cover"), "\(lost)")
  }

  @Test(arguments: ["mkv", "flv"]) func metadataHasTheNamesOfTheContainer(
    _ container: String
  ) throws {
    let made = try described(cover("jpg"))
    let (there, lost) = try remux(made, "there.\(container)")
    // It is a number, which these cannot hold.
    #expect(lost.contains("the metadata of 'cpil'\n"), "\(lost)")
    let (back, _) = try remux(there, "back.mp4")
    let (source, after, again) = (try tags(made), try tags(there), try tags(back))
    // ffmpeg writes locations into MP4 files as 3GPP does.
    #expect(lost.contains("the user data 'loci'"), "\(lost)")
    for key in ["title", "artist", "album_artist", "date", "track"] {
      let value = try #require(source[key])
      #expect(after[key] == value && again[key] == value, "\(key): \(after), \(again)")
    }
    #expect(after["creation_time"]?.hasPrefix("2024-06-15T16:42:07") == true)
    #expect(again["creation_time"] == source["creation_time"])
    // A cover has no text.
    #expect(after["covr"] == nil && again["covr"] == nil)
  }

  /// Texts of QuickTime's user data.
  @Test func textsOfUserDataComeBack() throws {
    let made = folder.path("made.mov")
    try ffmpeg(
      "-i", Program.sample("clip-h264.mp4"), "-c", "copy", "-metadata", "title=Täglich",
      "-metadata", "location=+48.1+011.6/", made)
    let (there, lost) = try remux(made, "there.mkv")
    let (back, _) = try remux(there, "back.mp4")
    for path in [made, there, back] {
      let found = try tags(path)
      #expect(found["title"] == "Täglich" && found["location"] == "+48.1+011.6/", "\(found)")
    }
    #expect(!lost.contains("data"), "\(lost)")
  }

  /// Keys come back in the form in which other programs look for them.
  @Test(.needs("exiftool")) func keysOfPhonesComeBack() throws {
    func keys(_ path: String) throws -> String {
      try Program.other("exiftool", "-G1", "-s", "-Keys:all", path).output
    }
    let made = Program.sample("clip-hevc.mov")
    let (back, _) = try remux(remux(made, "there.mkv").path, "back.mp4")
    let expected = try keys(made)
    #expect(try expected.contains("Keys") && keys(back) == expected)
  }

  private func movie(with texts: String, _ ending: String, _ codec: String, _ name: String) throws
    -> String
  {
    let source = try folder.write(Data(texts.utf8), to: "texts.\(ending)")
    let made = folder.path(name)
    try ffmpeg(
      "-i", Program.sample("clip-h264.mp4"), "-i", source, "-map", "0:v", "-map", "1", "-c:v",
      "copy", "-c:s", codec, made)
    return made
  }

  /// Only looks that a text has, and the new file has not, are lost.
  @Test(arguments: [
    ("One <b>bold</b> <i>other</i>", nil), ("<font color=\"#ff0000\">red</font>", "the colours"),
    ("<font face=\"Serif\" size=\"40\">large</font>", "the fonts and sizes"),
  ])
  func looksThatAreLostAreNamed(_ text: String, _ phrase: String?) throws {
    let texts = "1\n00:00:00,200 --> 00:00:01,000\n\(text)\n\n"
    var cases = [("subrip", "made.mkv", "back.mp4"), ("ass", "ass.mkv", "back.mp4")]
    // ffmpeg itself loses fonts and colours of whole texts in MP4.
    if phrase == nil { cases.append(("mov_text", "made.mp4", "there.mkv")) }
    for (codec, name, other) in cases {
      let made = try movie(with: texts, "srt", codec, name)
      let (_, lost) = try remux(made, other)
      #expect(lost.contains("of the texts") == (phrase != nil), "\(codec): \(lost)")
      if let phrase { #expect(lost.contains(phrase + " of the texts"), "\(codec): \(lost)") }
    }
  }
}
