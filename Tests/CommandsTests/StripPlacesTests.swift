import Foundation
import TestSupport
import Testing

/// Nothing remains of a location in converted photos and movies, as ExifTool reads the outputs, and in their bytes.
@Suite(.needs("exiftool")) struct StripPlacesTests {
  private static let location = "46.363611, 14.093889"
  /// Parts of numbers that are the same in every form of the location.
  private static let traces = ["46.3636", "14.0938", "46363", "Bled"]

  /// The lines of ExifTool's output about a file that contain a text.
  private func found(_ text: String, in path: String) throws -> [String] {
    try Program.other(
      "exiftool", "-ee3", "-a", "-u", "-G1", "-s", "-n", "--System:all", "--ExifTool:all", path
    ).output.split(separator: "\n").filter { $0.contains(text) }.map(String.init)
  }

  /// A location among the coded pictures, in a message of the encoder. The pictures stay as they are.
  @Test(.needs("ffmpeg"), .needs(encoders: "libx264")) func locationsInUserData() throws {
    let folder = try Folder()
    let path = folder.path("a.mp4")
    let made = try Program.other(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=10:d=1", "-c:v", "libx264",
        "-bsf:v",
        "h264_metadata=sei_user_data=086f3693-b7b3-4f2c-9653-21492feee5b8+46.363611 14.093889",
        "-metadata", "location=+46.363611+014.093889/", path,
      ])
    try #require(made.code == 0, "\(made.errors)")
    func pictures(_ path: String) throws -> String {
      try Program.other("ffmpeg", "-v", "error", "-i", path, "-f", "framemd5", "-").output
    }
    let new = folder.path("new.mp4")
    let result = try Program.boxwalk("transcode", "--strip", "location", path, "-o", new)
    #expect(result.isDone, "\(result.errors)")
    try expectGone(new)
    #expect(try pictures(new) == pictures(path))
  }

  private func expectGone(_ path: String, _ location: SourceLocation = #_sourceLocation) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for trace in Self.traces {
      #expect(try found(trace, in: path) == [], sourceLocation: location)
      for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian] {
        let pattern = trace.data(using: encoding) ?? Data()
        #expect(
          bytes.range(of: pattern) == nil, "\(trace), \(encoding)", sourceLocation: location)
      }
    }
  }

  @Test(
    arguments: [["EXIF", "IPTC", "XMP", "JFIF"], ["XMP-GImage"], ["IPTC"], ["File"]],
    ["jpg", "png"])
  func picturesThatAreConverted(groups: [String], format: String) throws {
    let folder = try Folder()
    let path = try folder.write(
      Data(contentsOf: URL(fileURLWithPath: Program.sample("meadow.jpg"))), to: "a.jpg")
    _ = try Program.other(
      "exiftool",
      ["-q", "-q", "-m", "-overwrite_original", "-Comment=\(Self.location)"]
        + groups.map { "-\($0):*=\(Self.location)" } + [path])
    for what in ["location", "all"] {
      let output = folder.path("\(what).\(format)")
      let result = try Program.boxwalk("convert", "--strip", what, path, "-o", output)
      // A PNG file has no IPTC and comments, which `all` removes in any case.
      #expect(what == "all" ? result.code == 0 : result.isDone, "\(result.errors)")
      try expectGone(output)
    }
  }
}
