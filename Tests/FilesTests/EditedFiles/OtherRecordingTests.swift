import Editing
import Files
import Foundation
import TestSupport
import Testing

/// Which recording in a folder belongs to a broken one.
@Suite struct OtherRecordingTests {
  @Test(arguments: [
    ("GX020042", "GX010042", RecordingName.Relation.chapter),
    ("GP010042", "GOPR0042", .chapter),
    ("GP020042", "GP010042", .chapter),
    // Another camera, or a letter where chapters have digits.
    ("GX020042", "GH010042", nil),
    ("GX020042", "GP010042", nil),
    ("GXB20042", "GXA10042", nil),
    ("GH010042", "GH010041", .sameCamera),
    ("DJI_0002", "DJI_0001", .neighbour),
    ("DJI_20240101120000_0003_D", "DJI_20240101120000_0002_D", .neighbour),
    ("C0001", "C0009", .sameCamera),
    ("MVI_100042", "MVI_100041", .neighbour),
    // A number of more than six digits is a date or a time.
    ("VID_1000042", "VID_1000041", .sameCamera),
    ("IMG_1234", "holiday", nil),
    ("holiday", "party", nil),
  ])
  func namesShowIt(broken: String, other: String, relation: RecordingName.Relation?) {
    #expect(RecordingName(other).relation(to: RecordingName(broken)) == relation)
  }

  @Test func theNearestWholeOneIsNamed() throws {
    let folder = try Folder()
    let sample = try #require(MediaFolder.samples.first { $0.hasSuffix("clip-h264.mp4") })
    let whole = try Data(contentsOf: URL(fileURLWithPath: sample))
    for name in ["GX010041.MP4", "GX010042.MP4", "GX040042.MP4"] {
      try whole.write(to: URL(fileURLWithPath: folder.path(name)))
    }
    // Another part that is broken, too, and a file that is no recording.
    for name in ["GX020042.MP4", "GX030042.MP4", "GX050042.THM"] {
      try whole.prefix(100).write(to: URL(fileURLWithPath: folder.path(name)))
    }
    let other = try #require(OtherRecording(beside: folder.path("GX030042.MP4")))
    #expect(other.path == folder.path("GX010042.MP4"))
    #expect("\(other)".contains("another part of the same recording"))
    #expect(OtherRecording(beside: folder.path("GX010041.MP4")) == nil)
    #expect(OtherRecording(beside: folder.path("GX050042.THM")) == nil)
  }

  @Test func namesOfCamerasAreNamesOfFiles() throws {
    let table = try CameraTable()
    for name in ["../x", "", ".x", "a/b"] {
      #expect(throws: EditError.self) { try table.path(of: name, ending: ".mov") }
    }
    let path = try table.path(of: "Some Camera 2", ending: ".mov")
    #expect(path.hasSuffix("/Some Camera 2.mov"))
    #expect(path.hasPrefix(table.folder))
  }
}
