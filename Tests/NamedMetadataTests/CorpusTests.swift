import FieldCoding
import Foundation
import TestSupport
import Testing

@testable import NamedMetadata

/// All metadata of files of real devices, as ExifTool names and writes it.
@Suite(.needs("exiftool"), .needsMedia) struct CorpusTests {
  /// What differs for a reason.
  private static func isKnown(_ tag: MetadataTag) -> Bool {
    // A packet that is no XML in UTF-8 is guessed at.
    if ["XMP-tmp0"].contains(tag.group) { return true }
    return [
      // A profile and a picture within a note of Nikon's or Google's.
      "ICC-header2:ProfileCMMType", "XMP-GCamera:HDRPMakerNote",
      // The lists of Apple's notes have the byte for false, which ExifTool 12 takes for true.
      "Apple:SemanticStyleRenderingVer",
    ].contains("\(tag.group):\(tag.name)")
  }

  private static func isCompared(_ group: String) -> Bool {
    ["IFD0", "ExifIFD", "InteropIFD", "GPS", "Apple", "Keys"].contains(group)
      || group.hasPrefix("XMP-") || group.hasPrefix("ICC-")
  }

  @Test func valuesAreThoseOfExifTool() throws {
    let files = (MediaFolder.files + MediaFolder.samples).filter {
      !$0.contains("/malformed/") && !$0.contains("RESULT-OK_0008")
    }
    let folder = try Folder()
    let list = try folder.write(Data(files.joined(separator: "\n").utf8), to: "list")
    let result = try InstalledProgram.run(
      "exiftool", ["-a", "-G1", "-s", "-charset", "filename=utf8", "-@", list])
    var expected: [String: [MetadataTag]] = [:]
    var file = ""
    for line in result.output.split(separator: "\n") {
      if line.hasPrefix("======== ") {
        file = String(line.dropFirst(9))
      } else if let match = line.wholeMatch(of: /\[([^\]]+)\]\s+(\S+)\s*: ?(.*)/),
        CorpusTests.isCompared(String(match.1))
      {
        expected[file, default: []].append(
          MetadataTag(String(match.1), String(match.2), CorpusTests.line(String(match.3))))
      }
    }
    try #require(expected.values.joined().count > 5000)
    var missing: [String] = []
    for (file, tags) in expected.sorted(by: { $0.key < $1.key }) {
      var ours: [MetadataTag: Int] = [:]
      for tag in NamedMetadata(try ByteSource(mapping: file).bytes).tags {
        ours[MetadataTag(tag.group, tag.name, CorpusTests.line(tag.value)), default: 0] += 1
      }
      for tag in tags where !CorpusTests.isKnown(tag) {
        if ours[tag, default: 0] > 0 {
          ours[tag, default: 0] -= 1
        } else {
          missing.append("\(file): \(tag.group):\(tag.name) = \(tag.value)")
        }
      }
    }
    #expect(missing.isEmpty, "\(missing.prefix(40).joined(separator: "\n"))")
  }

  /// A value as a line shows it: without control characters, and with one sentence for binary data.
  private static func line(_ value: String) -> String {
    let shown = String(
      String.UnicodeScalarView(
        value.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "." : $0 }))
    if let match = shown.wholeMatch(of: /\(Binary data (\d+) byte.*\)/) {
      return "\(match.1) bytes"
    }
    return shown.trimmingCharacters(in: .whitespaces)
  }
}
