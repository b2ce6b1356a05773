import Editing
import ISOBMFF
import Metadata
import Movie
import TestSupport
import Testing

/// User data in SEI messages, among the pictures of a movie.
@Suite struct StripUserDataTests {
  /// A movie whose samples have messages before their pictures: user data that is registered by ATSC, user data that is
  /// not registered, and a recovery point.
  private func movie(_ text: String) throws -> (bytes: Bytes, message: [UInt8]) {
    func message(_ type: UInt8, _ payload: [UInt8]) -> [UInt8] {
      [type, UInt8(payload.count)] + payload
    }
    let uuid = (0..<16).map { UInt8(0xA0 + $0) }
    // Three zeros need a byte that keeps start codes out.
    let data = uuid + Array(text.utf8)
    let free = [5, UInt8(data.count + 3)] + data + [0, 0, 3, 1]
    let captions = message(
      4, [0xB5, 0, 0x31] + Array("GA94".utf8) + [3, 0xC1, 0xFF, 0xFC, 0x80, 0x80, 0xFF])
    let unit = [6] + captions + free + message(6, [0xC4]) + [0x80]
    return (try movie(unit: unit), unit)
  }

  /// A movie whose first sample has a unit before its picture.
  private func movie(unit: [UInt8]) throws -> Bytes {
    let file = BoxFile(try SampleFile.bytes("clip-h264.mp4"))
    let track = try #require(MovieFile(file)?.tracks.first { $0.handlerType == "vide" })
    let first = try #require(track.samples.sample(at: 0)).fileRange
    let sample = try #require(file.bytes.part(first))
    // It replaces a part of the first picture, which nobody decodes here.
    let size = sample.count - 8 - unit.count
    func length(_ count: Int) -> [UInt8] { [0, 0, UInt8(count >> 8), UInt8(count & 255)] }
    let picture = length(size) + [0x65] + [UInt8](repeating: 0x55, count: size - 1)
    var bytes = Array(file.bytes)
    bytes.replaceSubrange(first, with: length(unit.count) + unit + picture)
    return Bytes(bytes)
  }

  /// Filler data, an unspecified type, and bytes behind those of a delimiter (ITU-T H.264 table 7-1).
  @Test(arguments: [[12], [31], [9, 0xF0]] as [[UInt8]])
  func unitsGoThatDecodersSkip(start: [UInt8]) throws {
    let text = "lat_48.858370_lon_2.294481"
    let bytes = try movie(unit: start + Array(text.utf8) + [0x80])
    for what in [MetadataStripping.location, .all] {
      var edit = Edit(bytes)
      try edit.strip(what)
      let new = Array(try edit.bytes())
      #expect(!new.contains(Array(text.utf8)))
      #expect(new.contains(start + [0xFF, 0xFF]) && new.count == bytes.count)
    }
  }

  /// The unit of Dolby Vision in AVC, of an unspecified type.
  @Test func dolbyVisionStays() throws {
    let unit = [28] + [UInt8](0x40...0x60)
    var edit = Edit(try movie(unit: unit))
    try edit.strip(.all)
    #expect(Array(try edit.bytes()).contains(unit))
  }

  /// What has the number of HDR10+ changes how a picture is shown, and stays, unless a location is in it.
  @Test(
    arguments: [MetadataStripping.location, .all], ["+52.1234+013.7654/", "Tuesday afternoon"])
  func locationsInRegisteredDataGo(_ what: MetadataStripping, text: String) throws {
    let payload = [0xB5, 0, 0x3C] + Array(text.utf8)
    var edit = Edit(try movie(unit: [6, 4, UInt8(payload.count)] + payload + [0x80]))
    try edit.strip(what)
    #expect(Array(try edit.bytes()).contains(Array(text.utf8)) == text.hasPrefix("T"))
  }

  @Test(arguments: [MetadataStripping.location, .all])
  func userDataGoes(_ what: MetadataStripping) throws {
    for (text, isLocation) in [("lat_48.858370_lon_2.294481", true), ("made by nobody", false)] {
      let (bytes, message) = try movie(text)
      var edit = Edit(bytes)
      try edit.strip(what)
      let new = Array(try edit.bytes())
      let isGone = isLocation || what == .all
      #expect(new.contains(message) == !isGone, "\(text)")
      #expect(new.contains(Array(text.utf8)) == !isGone)
      #expect(new.count == bytes.count)
      guard isGone else { continue }
      #expect(edit.notes.contains("removed: user data (SEI) in track 1"))
      // Captions, the recovery point and the zeros stay.
      let start = try #require(new.indices.first { new[$0...].starts(with: Array("GA94".utf8)) })
      let left = new[start...].prefix(message.count - 6)
      let old = message.dropFirst(6)
      #expect(
        zip(left, old).allSatisfy { $0 == $1 || $0 == 0xFF && $1 > 3 }
          && left.suffix(7).elementsEqual(old.suffix(7)))
    }
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: part) }
  }
}
