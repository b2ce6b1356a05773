import Editing
import FieldCoding
import Foundation
import ISOBMFF
import Metadata
import Movie
import TestSupport
import Testing

/// GoPro's metadata states locations as rows of numbers, which a scale divides.
@Suite struct StripGoProTests {
  private static func be32(_ number: Int32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }

  private static func entry(
    _ key: String, _ type: UInt8, _ size: Int, _ data: [UInt8]
  ) -> [UInt8] {
    let count = data.count / size
    return Array(key.utf8) + [type, UInt8(size), UInt8(count >> 8), UInt8(count & 255)] + data
  }

  /// Positions at 46.363611, 14.093889, and the data of another sensor.
  private static let metadata: [UInt8] = {
    let scales = entry("SCAL", 0x4C, 4, [10_000_000, 10_000_000, 1, 1, 1].flatMap(be32))
    let rows = entry("GPS5", 0x6C, 20, [463_636_110, 140_938_890, 0, 0, 0].flatMap(be32))
    let positions = entry("STRM", 0, 1, scales + rows)
    return entry("DEVC", 0, 1, positions + entry("STRM", 0, 1, entry("ACCL", 0x6C, 4, be32(77))))
  }()

  private func movie(_ data: [Box], _ change: (inout [UInt8]) -> Void = { _ in }) throws -> BoxFile
  {
    var bytes = Array(try SampleFile.bytes("clip-h264.mp4"))
    change(&bytes)
    var file = BoxFile(Bytes(bytes))
    let moov = try #require(file.boxes.firstIndex { $0.type == "moov" })
    file.boxes[moov].children.removeAll { $0.type == "udta" }
    file.boxes[moov].children.append(Box(make(UserDataBox()) { $0.children = data }))
    return file
  }

  private func stripped(_ file: BoxFile) throws -> (file: BoxFile, notes: [String]) {
    var edit = Edit(Bytes(try file.relocated().bytes))
    try edit.strip(.location)
    return (BoxFile(try edit.bytes()), edit.notes)
  }

  @Test func otherSensorsStay() throws {
    let body = try GoProMetadataBox(decoding: Bytes(Self.metadata))
    let (file, notes) = try stripped(movie([Box(body, in: .userData)]))
    let left = try #require(file.boxes.at("moov", "udta").first(GoProMetadataBox.self))
    let streams = left.entries.flatMap(\.entries)
    #expect(streams.map(\.key) == ["FREE", "STRM"])
    #expect(streams.first?.data.allSatisfy { $0 == 0 } == true)
    #expect(streams.last?.entries.map(\.key) == ["ACCL"])
    #expect(notes == ["removed: positions in moov/udta/GPMF"])
    let again = try stripped(file)
    #expect(again.notes.isEmpty && again.file.bytes == file.bytes)
  }

  /// A location that only a track of measurements states is removed from other texts, too.
  @Test(arguments: [("North 46.36361 of it", false), ("North 47.5 of it", true)])
  func locationsOfTracksAreTraces(text: String, stays: Bool) throws {
    let title = make(UserDataTextBox()) {
      $0.texts = [make(UserDataTextBox.Entry()) { $0.text = Text(text, form: .plain) }]
    }
    let track = try #require(MovieFile(BoxFile(SampleFile.bytes("clip-h264.mp4")))?.tracks.last)
    let filled = Self.metadata.count + 8
    let sample = try #require(
      track.samples.first { $0.fileRange.count % 4 == 0 && $0.fileRange.count > filled })
    var file = try movie([Box(type: "©nam", title, in: .userData)]) { bytes in
      let rest = [UInt8](repeating: 0, count: sample.fileRange.count - filled)
      bytes.replaceSubrange(
        sample.fileRange, with: Self.metadata + Self.entry("FREE", 0x63, 1, rest))
    }
    for index in file.boxes.indices where file.boxes[index].type == "moov" {
      let last = file.boxes[index].children.lastIndex { $0.type == "trak" } ?? 0
      file.boxes[index].children[last].edit("mdia", "hdlr") {
        $0[HandlerBox.self]?.handlerType = "meta"
      }
      file.boxes[index].children[last].edit("mdia", "minf", "stbl", "stsd") {
        $0.children = [Box(type: "gpmd", SampleEntry(), in: .sampleEntries)]
      }
    }
    let new = try stripped(file).file
    #expect((Data(new.bytes).range(of: Data(text.utf8)) != nil) == stays)
  }
}
