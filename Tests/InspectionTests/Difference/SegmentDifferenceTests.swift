import Foundation
import ISOBMFF
import Inspection
import TestSupport
import Testing

/// Differences of JPEG files: segments, coded data, and the data after the picture.
@Suite struct SegmentDifferenceTests {
  private let photo: [UInt8]

  init() throws {
    photo = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Sample.path("meadow.jpg"))))
  }

  private func lines(
    _ old: [UInt8], _ new: [UInt8], ignoring ignored: FileDifference.Ignored = []
  ) -> [String] {
    let difference = FileDifference(between: Bytes(old), and: Bytes(new), ignoring: ignored)
    let text = Collected { difference.write(to: $0) }.text
    return text.split(separator: "\n").map(String.init) + [difference.tally]
  }

  /// The headers with coded data of a few bytes.
  private var small: [UInt8] {
    get throws {
      let scan = try #require(
        photo.indices.first { photo[$0] == 0xFF && photo[$0 + 1] == 0xDA })
      return photo[..<(scan + 200)].filter { _ in true } + [0xFF, 0xD9]
    }
  }

  @Test func aCopyIsTheSame() throws {
    #expect(lines(photo, photo) == ["no differences"])
  }

  @Test func noChangedByteIsOverlooked() throws {
    var copy = try small
    for index in copy.indices.dropFirst(3) where index % 7 == 0 {
      copy[index] ^= 0x10
      let difference = FileDifference(between: Bytes(try small), and: Bytes(copy))
      #expect(!difference.isEmpty, "byte \(index)")
      copy[index] ^= 0x10
    }
  }

  @Test func aCommentIsAddedAndATableChanges() throws {
    let old = try small
    let table = try #require(old.indices.first { old[$0] == 0xFF && old[$0 + 1] == 0xDB })
    var new = old
    // Behind marker, length, Pq and Tq.
    new[table + 5] += 1
    new.insert(contentsOf: [0xFF, 0xFE, 0, 6] + Array("here".utf8), at: 2)
    let lines = lines(old, new)
    #expect(lines.first == "+ COM 8 bytes at 2 · comment, ISO/IEC 10918-1 §B.2.4.5", "\(lines)")
    #expect(lines.contains("+     comment = \"here\""))
    #expect(lines.contains("  DQT") && lines.last == "1 part changed, 1 added", "\(lines)")
  }

  @Test func codedDataIsComparedUnlessItIsIgnored() throws {
    let old = try small
    var new = old
    new[new.count - 10] ^= 1
    let lines = lines(old, new)
    #expect(lines.first == "  data" && lines.last == "1 part changed", "\(lines)")
    let others = self.lines(old, new, ignoring: .mediaBytes)
    #expect(others.count == 1 && others[0].hasPrefix("no differences"), "\(others)")
  }

  @Test func whatFollowsIsCompared() throws {
    let old = try small
    #expect(
      lines(old, old + [1, 2, 3]) == [
        "+ behind the image 3 bytes at \(old.count)", "1 part added",
      ])
    let lines = lines(old + old, old + old.dropLast(10) + [1] + old.suffix(9))
    #expect(lines.first == "  image[1]/data", "\(lines)")
  }

  /// A changed tag is a changed field of the Exif segment.
  @Test(.needs("exiftool")) func exiftoolChangesATag() throws {
    let folder = try Folder()
    let path = try folder.write(Data(photo), to: "new.jpg")
    _ = try InstalledProgram.run(
      "exiftool", ["-q", "-overwrite_original", "-Model=Other!", path])
    let new = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let lines = lines(photo, new)
    #expect(lines.contains { $0.hasPrefix("  APP1") }, "\(lines)")
    #expect(lines.contains("-     IFD0/Model = \"Sample\""), "\(lines)")
    #expect(lines.contains("+     IFD0/Model = \"Other!\""), "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("  data") }, "\(lines)")
  }
}
