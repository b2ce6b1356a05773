import Editing
import FieldCoding
import Foundation
import HEIF
import ISOBMFF
import Metadata
import TestSupport
import Testing

/// Parts of JPEG files that no program shows, and that are in no directory of metadata.
@Suite struct JPEGStrippingTests {
  private static let secret = Array("Owner Bob Smith 48.208174, 16.373819".utf8)

  private func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let size = payload.count + 2
    return [0xFF, marker, UInt8(size / 256), UInt8(size % 256)] + payload
  }

  private func edited(_ jpeg: [UInt8], _ what: MetadataStripping) throws -> EditedFile {
    var edit = Edit(Bytes(jpeg))
    try edit.strip(what)
    return try edit.finished()
  }

  private func stripped(_ jpeg: [UInt8], _ what: MetadataStripping) throws -> Data {
    let new = try edited(jpeg, what).written.read()
    let traces = MetadataTraces(file: Bytes(jpeg), leavingOut: what)
    try Edit.checkStripped(what, new, traces)
    return Data(Array(new))
  }

  /// A picture without metadata.
  private func picture() throws -> [UInt8] {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("meadow.jpg") })
    return Array(try stripped(Array(try ByteSource(mapping: path).bytes), .all))
  }

  @Test(arguments: [MetadataStripping.location, .all])
  func whatIsBetweenScansGoes(_ what: MetadataStripping) throws {
    let plain = try picture()
    for marker: UInt8 in [0xE1, 0xED, 0xFE] {
      let hidden = segment(marker, Self.secret)
      let jpeg = plain.dropLast(2) + hidden + [0, 0, 7] + plain.suffix(2)
      #expect(throws: EditError.self) {
        try Edit.checkStripped(
          what, Bytes(Array(jpeg)), MetadataTraces(file: Bytes(plain), leavingOut: what))
      }
      // Bytes that state nothing stay with the location.
      let kept = what == .all ? plain : plain.dropLast(2) + [0, 0, 7] + plain.suffix(2)
      #expect(try stripped(Array(jpeg), what) == Data(kept), "\(marker)")
    }
    // Tables between scans stay.
    let table = segment(0xDB, [1] + [UInt8](repeating: 9, count: 64))
    let jpeg = Array(plain.dropLast(2) + table + plain.suffix(2))
    #expect(try stripped(jpeg, what) == Data(jpeg))
  }

  /// Records of cameras behind a picture are read as those behind the last box are: positions go, and what nobody knows
  /// is named.
  @Test func recordsOfCameras() throws {
    let plain = try picture()
    let secret = [UInt8](0x81...0x98)
    var blob = SamsungExtendedDataBox.Record()
    blob.marker = 0x0BF1
    blob.name = Text("Vendor_Blob", form: .plain)
    blob.payload = Bytes(secret)
    let samsung = try SamsungExtendedDataBox(records: [blob], version: 106).encoded()
    #expect(try edited(plain + samsung, .location).unexamined?.contains("Vendor_Blob") == true)
    var row = Insta360Records.Record()
    row.id = Insta360Records.Record.positions
    row.payload = Bytes(secret)
    var records = Insta360Records()
    records.records = [row]
    let result = try edited(plain + records.encoded(), .location)
    #expect(result.unexamined == nil)
    #expect(Data(Array(try result.written.read())).range(of: Data(secret)) == nil)
  }

  /// Records that follow the movie in a record.
  @Test(arguments: [MetadataStripping.location, .all])
  func recordsBehindAMovieInARecord(_ what: MetadataStripping) throws {
    func records(_ marker: UInt16, _ payload: [UInt8]) throws -> [UInt8] {
      var record = SamsungExtendedDataBox.Record()
      record.marker = marker
      record.name = Text("Data", form: .plain)
      record.payload = Bytes(payload)
      return try SamsungExtendedDataBox(records: [record], version: 106).encoded()
    }
    let movie = Array(try SampleFile.bytes("clip-h264.mp4"))
    let inside = try records(0x0A01, Self.secret)
    let jpeg = try picture() + records(SamsungExtendedDataBox.Record.movie, movie + inside)
    let new = try stripped(jpeg, what)
    #expect(new.count == jpeg.count && new.range(of: Data(Self.secret)) == nil)
    #expect(MotionPhoto(Bytes(Array(new)))?.movie.count == movie.count)
  }

  /// A gain map to which the index does not lead, and one that is truncated.
  @Test(arguments: [[UInt8](repeating: 0, count: 16), Array("abcdefghijk".utf8)])
  func imagesBehindAnImageStay(between inserted: [UInt8]) throws {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("ultra-hdr.jpg") })
    let photo = Array(try ByteSource(mapping: path).bytes)
    let map = try #require(JPEGSegments(Bytes(photo)).gainMap).bytes.count
    var moved = photo
    moved.insert(contentsOf: inserted, at: photo.count - map)
    #expect(JPEGSegments(Bytes(moved)).gainMap == nil)
    let result = try edited(moved, .location)
    #expect(Array(try result.written.read().suffix(map)) == photo.suffix(map))
    #expect((result.unexamined == nil) == (inserted[0] == 0))
    var edit = Edit(Bytes(moved))
    try edit.repair()
    let repaired = try edit.finished().written.read()
    #expect(repaired.count == moved.count)
    #expect(JPEGSegments(Bytes(Array(repaired))).gainMap?.bytes.count == map)
    // A part of the map is lost.
    let cut = Array(moved.dropLast(1000))
    for what in [MetadataStripping.location, .all] {
      let result = try edited(cut, what)
      let new = Array(try result.written.read())
      #expect(TrailingData(JPEGSegments(Bytes(new))).pictures.count == 1)
      if what == .location { #expect(new.suffix(1000) == cut.suffix(1000)) }
      #expect(result.unexamined?.contains("the data of a truncated image in") == true)
      try Edit.checkStripped(what, Bytes(new), MetadataTraces(file: Bytes(cut), leavingOut: what))
    }
  }

  /// A file behind another one that cannot be read goes, and the edit says that it loses media.
  @Test func aTruncatedFileBehindAMovie() throws {
    let movie = Array(try SampleFile.bytes("clip-h264.mp4"))
    for (behind, isLost) in [(movie, false), (Array(movie.dropLast(1000)), true)]
      as [([UInt8], Bool)]
    {
      var edit = Edit(Bytes(movie + behind))
      try edit.strip(.location)
      #expect(edit.losesMedia == isLost)
      #expect(
        edit.notes.contains { $0.hasPrefix("removed: everything, in another file") } == isLost)
    }
  }

  /// Some programs read the first structure of Exif, and others the last one.
  @Test(arguments: [MetadataStripping.location, .all])
  func aSecondExifStructureGoes(_ what: MetadataStripping) throws {
    let plain = try picture()
    let empty: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
    let segments = [empty, empty + Self.secret].flatMap {
      segment(0xE1, Array("Exif\0\0".utf8) + $0)
    }
    let new = try stripped(plain.prefix(2) + segments + plain.dropFirst(2), what)
    #expect(new.range(of: Data(Self.secret)) == nil)
  }

  /// Programs differ in which of several packets they read, and in which lists of Photoshop's resources.
  @Test func everyPacketAndEveryListIsStripped() throws {
    func packet(_ attributes: String) -> [UInt8] {
      let text =
        #"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF "#
        + #"xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description "#
        + #"xmlns:exif="a" xmlns:dc="b"\#(attributes)/></rdf:RDF></x:xmpmeta>"#
      return segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + text.utf8)
    }
    func list(_ city: String, _ title: String) -> [UInt8] {
      var iptc: [UInt8] = []
      for (tag, text) in [(UInt8(90), city), (UInt8(5), title)] where !text.isEmpty {
        iptc += [0x1C, 2, tag, 0, UInt8(text.utf8.count)]
        iptc += Array(text.utf8)
      }
      var resources = Array("Photoshop 3.0\08BIM".utf8)
      resources += [4, 4, 0, 0, 0, 0, 0, UInt8(iptc.count)]
      resources += iptc
      if iptc.count % 2 == 1 { resources.append(0) }
      return segment(0xED, resources)
    }
    let plain = try picture()
    let location = #" exif:GPSLatitude="48,51.504N" exif:GPSLongitude="2,17.67E""#
    let (first, second) = (#" dc:format="one""#, #" dc:format="two""#)
    let packets = [packet(first), packet(second + location)]
    // What is between them makes two lists of the resources.
    let lists = [list("Paris", "one"), segment(0xFE, Array("three".utf8)), list("Paris", "two")]
    let jpeg = Array(plain.prefix(2) + Array((packets + lists).joined()) + plain.dropFirst(2))
    let kept = [
      packet(first), packet(second), list("", "one"), list("", "two"), lists[1],
    ]
    let wanted = plain.prefix(2) + Array(kept.joined()) + plain.dropFirst(2)
    #expect(try stripped(jpeg, .location) == Data(wanted))
    #expect(try stripped(jpeg, .all) == Data(plain))
  }

  /// Texts behind the fields of segments that stay, and segments that are called colour profiles.
  @Test(arguments: [MetadataStripping.location, .all])
  func fieldsHaveTheirLength(_ what: MetadataStripping) throws {
    let plain = try picture()
    let jfif = Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1]
    let adobe = Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1]
    let thumbnail: [UInt8] = [1, 2, 10, 20, 30, 40, 50, 60]
    let kinds: [(marker: UInt8, fields: [UInt8]?)] = [
      (0xE0, jfif + [0, 0]), (0xE0, jfif + thumbnail), (0xEE, adobe),
      (0xE2, nil),
    ]
    for (marker, fields) in kinds {
      let fields = fields ?? []
      let start = fields.isEmpty ? Array("ICC_PROFILE\0\u{1}\u{1}".utf8) : fields
      let jpeg = plain.prefix(2) + segment(marker, start + Self.secret) + plain.dropFirst(2)
      let kept = fields.isEmpty ? [] : segment(marker, fields)
      #expect(try stripped(Array(jpeg), what) == Data(plain.prefix(2) + kept + plain.dropFirst(2)))
    }
  }

  /// What nobody can search stays, and is named.
  @Test func unknownDataIsNamed() throws {
    let plain = try picture()
    let unknown = segment(0xE7, (0..<40).map { UInt8(160 + $0) })
    let jpeg = Array(plain.prefix(2) + unknown + plain.dropFirst(2))
    let located = try edited(jpeg, .location)
    #expect(located.unexamined == "not searched, because their form is unknown: APP7")
    #expect(!located.isChanged)
    #expect(try stripped(jpeg, .all) == Data(plain))
    let behind = try edited(plain + [9, 8, 7, 6], .location)
    #expect(behind.unexamined != nil && !behind.isChanged)
    #expect(try stripped(plain + [9, 8, 7, 6], .all) == Data(plain))
    #expect(try stripped(plain + Self.secret, .location).count == plain.count + Self.secret.count)
  }

  /// Only the datasets for locations go, in both ways in which programs write them.
  @Test func fieldsOfIPTCGo() throws {
    func dataset(_ number: UInt8, _ text: String) -> [UInt8] {
      [0x1C, 2, number, 0, UInt8(text.utf8.count)] + text.utf8
    }
    func resources(_ iptc: [UInt8]) -> [UInt8] {
      let size = UInt8(iptc.count)
      return Array("Photoshop 3.0\0".utf8) + Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, size] + iptc
        + (iptc.count % 2 == 1 ? [0] : [])
    }
    let plain = try picture()
    let kept = dataset(25, "sunset") + dataset(80, "Jane Doe")
    let locations = dataset(90, "Ljubljana") + dataset(100, "SVN") + dataset(101, "Slovenia")
    let jpeg = plain.prefix(2) + segment(0xED, resources(locations + kept)) + plain.dropFirst(2)
    let wanted = plain.prefix(2) + segment(0xED, resources(kept)) + plain.dropFirst(2)
    #expect(try stripped(Array(jpeg), .location) == Data(wanted))
    #expect(try stripped(Array(jpeg), .all) == Data(plain))
  }

  @Test func profilesStay() throws {
    let plain = try picture()
    var profile = [0, 0, 0, 132] + [UInt8](repeating: 0, count: 128)
    profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
    let kept = segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile)
    let jpeg = Array(plain.prefix(2) + kept + plain.dropFirst(2))
    #expect(try stripped(jpeg, .all) == Data(jpeg))
  }

  /// What follows the stated size of a profile goes, as do further parts that belong to none.
  @Test(arguments: [MetadataStripping.location, .all])
  func whatIsNoProfileGoes(_ what: MetadataStripping) throws {
    let plain = try picture()
    var profile = [0, 0, 0, 132] + [UInt8](repeating: 0, count: 128)
    profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
    let start = Array("ICC_PROFILE\0\u{1}\u{1}".utf8)
    let wanted = plain.prefix(2) + segment(0xE2, start + profile) + plain.dropFirst(2)
    let twice = segment(0xE2, start + profile) + segment(0xE2, start + Self.secret)
    #expect(try stripped(plain.prefix(2) + twice + plain.dropFirst(2), what) == Data(wanted))
    let long = plain.prefix(2) + segment(0xE2, start + profile + Self.secret) + plain.dropFirst(2)
    let zeros = [UInt8](repeating: 0, count: Self.secret.count)
    let cleared = plain.prefix(2) + segment(0xE2, start + profile + zeros) + plain.dropFirst(2)
    #expect(try stripped(Array(long), what) == Data(cleared))
  }
}
