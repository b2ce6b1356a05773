import Editing
import Foundation
import ISOBMFF
import Metadata
import TestSupport
import Testing
import Verification

/// A location in every text field that ExifTool can write: nothing remains of it, as ExifTool reads the
/// outputs, and in their bytes.
@Suite(.needs("exiftool")) struct StripFieldsTests {
  private static let location = "46.363611, 14.093889"
  /// Parts of numbers that are the same in every form of the location.
  private static let traces = ["46.3636", "14.0938", "46363", "Bled"]

  /// A sample with a text in all fields of some groups.
  private func sample(
    _ name: String, _ groups: [String], in folder: Folder
  ) throws -> String {
    let path = try folder.write(
      Data(contentsOf: URL(fileURLWithPath: PackageFolder.sample(name))), to: name)
    // Fields for numbers refuse the text, and ExifTool reports it.
    _ = try InstalledProgram.run(
      "exiftool",
      ["-q", "-q", "-m", "-overwrite_original", "-codedcharacterset=utf8"]
        + groups.map { "-\($0):*=\(Self.location)" } + [path])
    #expect(try found("46.3636", in: path).count >= 25)
    return path
  }

  /// The new file, and what was said of it.
  private func stripped(
    _ path: String, _ what: MetadataStripping, in folder: Folder
  ) throws -> (path: String, notes: [String]) {
    var notes: [String] = []
    let name = "out-\((path as NSString).lastPathComponent)"
    let path = try folder.edited(path, as: name, isGathered: false) { edit throws(EditError) in
      try edit.strip(what)
      notes = edit.notes
    }
    return (path, notes)
  }

  /// The lines of ExifTool's output about a file.
  private func fields(in path: String) throws -> [Substring] {
    try InstalledProgram.run(
      "exiftool", ["-ee3", "-a", "-u", "-G1", "-s", "-n", "--System:all", "--ExifTool:all", path]
    ).output.split(separator: "\n")
  }

  /// Those that contain a text.
  private func found(_ text: String, in path: String) throws -> [Substring] {
    try fields(in: path).filter { $0.contains(text) }
  }

  /// A location among the coded pictures, in a message of the encoder. The pictures stay as they are.
  @Test(.needs("ffmpeg"), .needs(encoders: "libx264")) func locationsInUserData() throws {
    let folder = try Folder()
    let path = folder.path("a.mp4")
    let made = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=10:d=1", "-c:v", "libx264",
        "-bsf:v",
        "h264_metadata=sei_user_data=086f3693-b7b3-4f2c-9653-21492feee5b8+46.363611 14.093889",
        "-metadata", "location=+46.363611+014.093889/", path,
      ])
    try #require(made.code == 0, "\(made.errors)")
    func pictures(_ path: String) throws -> String {
      try InstalledProgram.run("ffmpeg", ["-v", "error", "-i", path, "-f", "framemd5", "-"]).output
    }
    let (new, _) = try stripped(path, .location, in: folder)
    try expectGone(new)
    #expect(try pictures(new) == pictures(path))
  }

  private func expectGone(_ path: String, _ location: SourceLocation = #_sourceLocation) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let fields = try fields(in: path)
    for trace in Self.traces {
      #expect(fields.filter { $0.contains(trace) } == [], sourceLocation: location)
      for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian] {
        let pattern = trace.data(using: encoding) ?? Data()
        #expect(
          bytes.range(of: pattern) == nil, "\(trace), \(encoding)", sourceLocation: location)
      }
    }
  }

  private static let movies = [
    "ItemList", "UserData", "Keys", "XMP-dc", "XMP-photoshop", "XMP-xmp",
  ]
  private static let pictures = [
    "EXIF", "XMP-dc", "XMP-photoshop", "XMP-iptcExt", "XMP-exif", "XMP-tiff", "XMP-mwg-rs",
  ]

  @Test(
    arguments: [("clip-h264.mp4", movies), ("clip-hevc.mov", movies), ("coast.avif", pictures)],
    [MetadataStripping.location, .all])
  func filesOfBoxes(sample: (name: String, groups: [String]), what: MetadataStripping) throws {
    let folder = try Folder()
    let path = try self.sample(sample.name, sample.groups, in: folder)
    let (output, _) = try stripped(path, what, in: folder)
    try expectGone(output)
    #expect(try findings(output).allSatisfy { $0.severity == .note })
    // There is nothing more to take out.
    var again = Edit(try ByteSource(mapping: output).bytes)
    try again.strip(what)
    #expect(try !again.finished().isChanged, "\(again.notes)")
  }

  /// Without coordinates, names of locations in fields for them are traces of it.
  @Test(arguments: ["landscape-tiled.heic", "clip-hevc.mov"])
  func namesOfLocations(name: String) throws {
    let folder = try Folder()
    let path = try folder.write(
      Data(contentsOf: URL(fileURLWithPath: PackageFolder.sample(name))), to: name)
    var fields = [
      "-XMP-photoshop:City=Bled", "-XMP-dc:Title=At the lake of Bled", "-XMP-dc:Subject=Bled",
      "-XMP-dc:Subject=Boats", "-XMP-dc:Creator=A. Person", "-XMP-photoshop:Headline=BLED",
    ]
    if name.hasSuffix("mov") {
      fields += ["-Keys:Comment=bled, again", "-Keys:Title=Boats", "-UserData:Album=To Bled"]
    } else {
      fields += ["-EXIF:XPTitle=Bled", "-EXIF:UserComment=Bled, again", "-EXIF:Artist=A. Person"]
    }
    let made = try InstalledProgram.run(
      "exiftool", ["-q", "-overwrite_original"] + fields + [path])
    try #require(made.code == 0, "\(made.errors)")
    let (output, notes) = try stripped(path, .location, in: folder)
    try expectGone(output)
    #expect(try found("Boats", in: output).count == (name.hasSuffix("mov") ? 2 : 1))
    // The remaining data is named.
    let note = notes.first { $0.contains("text that stays") } ?? ""
    #expect(note.contains("dc:creator") && note.contains("dc:subject"), "\(note)")
    #expect(
      note.contains(name.hasSuffix("mov") ? "com.apple.quicktime.title" : "Artist"), "\(note)")
  }

  /// Dates in the headers of boxes are not locations, but they are metadata.
  @Test(
    .needs("ffprobe", "ffmpeg"),
    arguments: ["clip-h264.mp4", "clip-hevc.mov", "clip-h264-fragmented.mov"])
  func datesOfAMovie(name: String) throws {
    let folder = try Folder()
    let date = "2024:06:15 16:42:07"
    let dated = folder.path("dated-\(name)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: PackageFolder.sample(name)))
    let path = try folder.write(bytes, to: "dated-\(name)")
    _ = try InstalledProgram.run(
      "exiftool",
      [
        "-q", "-overwrite_original", "-QuickTime:CreateDate=\(date)",
        "-TrackCreateDate=\(date)", "-TrackModifyDate=\(date)", "-MediaCreateDate=\(date)", path,
      ])
    let (output, _) = try stripped(dated, .all, in: folder)
    let times = try InstalledProgram.run(
      "exiftool", ["-a", "-G1", "-s", "-ee3", "-time:all", "--System:all", output]
    ).output.split(separator: "\n")
    #expect(
      !times.isEmpty && times.allSatisfy { $0.hasSuffix(": 0000:00:00 00:00:00") }, "\(times)")
    let tags = try InstalledProgram.run(
      "ffprobe", ["-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "flat", output])
    #expect(!tags.output.contains("creation_time"))
    let frames = ["-v", "error", "-i"]
    let end = ["-f", "framemd5", "-"]
    #expect(
      try InstalledProgram.run("ffmpeg", frames + [output] + end).output.split(separator: "\n")
        .filter {
          !$0.hasPrefix("#")
        }
        == InstalledProgram.run("ffmpeg", frames + [dated] + end).output.split(separator: "\n")
        .filter {
          !$0.hasPrefix("#")
        })
  }
}
