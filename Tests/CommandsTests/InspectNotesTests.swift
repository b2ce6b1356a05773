import Foundation
import TestSupport
import Testing

/// `inspect --metadata` of notes that Exiv2 reads.
@Suite(.needs("libboxwalk-notes", if: { Doctor.has("libboxwalk-notes") }))
struct InspectNotesTests {
  /// A TIFF file with a note as Canon writes it: a directory without a header, whose values count from the
  /// first byte of the file.
  private static let canon: Data = {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    func text(_ tag: Int, _ value: String, at offset: Int) -> [UInt8] {
      number(tag, 2) + number(2, 2) + number(value.utf8.count + 1, 4) + number(offset, 4)
    }
    func integer(_ tag: Int, _ value: Int, type: Int = 4, count: Int = 1) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
    }
    func padded(_ value: String, to size: Int) -> [UInt8] {
      Array(value.utf8) + [UInt8](repeating: 0, count: size - value.utf8.count)
    }
    var file: [UInt8] = Array("II".utf8) + number(42, 2) + number(8, 4)
    // IFD0 at 8, the Exif directory at 50, the note at 68, and texts from 110 on.
    file += number(3, 2) + text(0x010F, "Canon", at: 110) + text(0x0110, "Canon EOS R5", at: 116)
    file += integer(0x8769, 50) + number(0, 4)
    file += number(1, 2) + integer(0x927C, 68, type: 7, count: 42) + number(0, 4)
    file += number(3, 2) + text(0x0009, "A. Person", at: 130) + integer(0x0010, 0x8000_0421)
    file += text(0x0095, "RF24-70mm F2.8 L IS USM", at: 140) + number(0, 4)
    file += padded("Canon", to: 6) + padded("Canon EOS R5", to: 14) + padded("A. Person", to: 10)
    return Data(file + padded("RF24-70mm F2.8 L IS USM", to: 24))
  }()

  private func values(_ path: String, _ environment: [String: String] = [:]) throws
    -> [String: [String: Any]]
  {
    let result = try Program.boxwalk(
      ["inspect", "--metadata", "--json", path], environment: environment)
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    let object = try JSONSerialization.jsonObject(with: result.data) as? [String: Any]
    return try #require(object?["metadata"] as? [String: [String: Any]])
  }

  @Test func aNoteIsNamed() throws {
    let folder = try Folder()
    let path = try folder.write(InspectNotesTests.canon, to: "canon.tif")
    let note = try #require(try values(path)["Canon"] as? [String: String])
    #expect(
      note == [
        "OwnerName": "A. Person", "ModelID": "EOS R5", "LensModel": "RF24-70mm F2.8 L IS USM",
      ])
    let lens = try Program.boxwalk("inspect", "--tag", "LensModel", path)
    #expect(lens.output == "RF24-70mm F2.8 L IS USM\n")
    let csv = try Program.boxwalk("inspect", "--metadata", "--csv", path)
    #expect(csv.output.contains("\(path),Canon,OwnerName,A. Person\n"))
  }

  @Test func notesAreCompared() throws {
    let folder = try Folder()
    let path = try folder.write(InspectNotesTests.canon, to: "canon.tif")
    var other = InspectNotesTests.canon
    other.replaceSubrange(130..<131, with: Data("B".utf8))
    let result = try Program.boxwalk(
      "inspect", "--metadata", "--compare", path, try folder.write(other, to: "other.tif"))
    #expect(result.code == 1)
    #expect(result.output == "- Canon:OwnerName  A. Person\n+ Canon:OwnerName  B. Person\n")
  }

  @Test func withoutTheModuleItsSizeIsShown() throws {
    let folder = try Folder()
    let path = try folder.write(InspectNotesTests.canon, to: "canon.tif")
    let all = try values(path, ["BOXWALK_NOTE_ENGINE": "/nowhere/libboxwalk-notes.so"])
    #expect(all["MakerNotes"] as? [String: String] == ["Canon": "(Binary data 42 bytes)"])
    #expect(all["Canon"] == nil)
  }

  /// Each byte of the note once, with a value that makes counts and offsets large.
  @Test func damagedNotesEndNothing() throws {
    let folder = try Folder()
    var paths: [String] = []
    for offset in 50..<110 {
      var file = InspectNotesTests.canon
      file[offset] ^= 0xFF
      paths.append(try folder.write(file, to: "\(offset).tif"))
    }
    let result = try Program.boxwalk(["inspect", "--metadata"] + paths)
    #expect(result.code == 0)
    #expect(!result.errors.contains("crashed"), "\(result.errors)")
    #expect(paths.allSatisfy { result.output.contains("\($0):\nIFD0\n  Make ") })
  }

  /// Exif and the note have it both.
  @Test(.needsMedia) func aValueIsWrittenOnce() throws {
    let path = try #require(MediaFolder.path) + "/cr3/fixture.cr3"
    let result = try Program.boxwalk("inspect", "--tag", "LensModel", path)
    #expect(result.output == "EF24-105mm f/4L IS USM\n")
  }

  /// The values of ExifTool under the same names.
  @Test(
    .needs("exiftool"), .needsMedia,
    arguments: [
      ("vendor-heif/Canon.HIF", "Canon", ["LensModel", "InternalSerialNumber"]),
      ("cr3/fixture.cr3", "Canon", ["LensModel", "InternalSerialNumber"]),
      ("vendor-heif/Sony.HIF", "Sony1", ["DynamicRangeOptimizer"]),
      ("jp2-jxl/RESULT-OK_0008.jp2", "Nikon3", ["SerialNumber", "ShutterCount", "Quality"]),
    ])
  func realNotes(_ name: String, _ group: String, _ tags: [String]) throws {
    let path = try #require(MediaFolder.path) + "/" + name
    let note = try #require(try values(path)[group])
    for tag in tags {
      let theirs = try Program.other("exiftool", "-s3", "-MakerNotes:\(tag)", path).output
      let ours = note[tag] as? [String] ?? [note[tag] as? String ?? ""]
      #expect(!theirs.isEmpty && ours.contains(theirs.trimmingCharacters(in: .newlines)), "\(tag)")
    }
  }
}
