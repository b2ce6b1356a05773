import FieldCoding
import TestSupport
import Testing

@testable import ISOBMFF

/// Every file of the media folder: read, and written byte for byte, both with copies of unchanged boxes and only from
/// the fields.
@Suite(.needsMedia)
struct CorpusTests {
  /// Files that differ when every field is written again, because their writers did not set reserved bits as specified.
  private static let exceptions: [String: String] = [
    "example.mp4": "avcC: reserved bits of the High profile's fields are 0",
    "h264-starvation-init.mp4": "avcC: the reserved bits before the number of sets are 0",
    "heif.mp4": "avcC: an empty record, its reserved bits are 0",
  ]

  @Test func everyFileIsWrittenAsItWas() throws {
    var count = 0
    for path in MediaFolder.files {
      guard let source = try? ByteSource(mapping: path) else { continue }
      count += 1
      let file = BoxFile(source.bytes)
      #expect(isSame(try file.encoded(), as: source.bytes), "\(path)")
      let isSame = isSame(try file.encoded(copyingUnchanged: false), as: source.bytes)
      if path.contains("/malformed/") { continue }
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      #expect(isSame == (Self.exceptions[name] == nil), "\(path)")
    }
    #expect(count > 0)
  }

  /// Whether the written bytes are those of the file; bytes that were copied from the same offset are.
  private func isSame(_ writer: ByteWriter, as file: Bytes) -> Bool {
    var position = 0
    for segment in writer.segments {
      let range = position..<position + segment.count
      position = range.upperBound
      guard let part = file.part(range) else { return false }
      switch segment {
      case .new(let bytes): if !part.elementsEqual(bytes) { return false }
      case .copy(let bytes): if bytes != part { return false }
      }
    }
    return position == file.count
  }

  /// Files of cameras and phones, and those of the standards, contain no unknown boxes.
  @Test(arguments: [
    "iphone-heic", "livephoto-pairs", "motion-photo", "vendor-heif", "heif-conformance",
    "heif-uncompressed",
  ])
  func everyBoxIsKnown(folder: String) throws {
    for path in MediaFolder.files where path.contains("/\(folder)/") {
      guard let source = try? ByteSource(mapping: path) else { continue }
      let file = BoxFile(source.bytes)
      guard file.boxes.first?.definition() != nil else { continue }  // a JPEG
      #expect(file.findings.isEmpty, "\(path)")
      visit(file.boxes, path)
    }
  }

  private func visit(_ boxes: [Box], _ path: String) {
    for box in boxes {
      let path = "\(path)/\(box.type)"
      let isDecoded = box.opaquePayload == nil
      #expect(isDecoded || box.definition() != nil, "undefined: \(path)")
      #expect(isDecoded || box.definition()?.body == nil, "undecoded: \(path)")
      visit(box.children, path)
    }
  }

  @Test func hintTracks() throws {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix("/sample-multi-track.3gp") })
    let file = BoxFile(try ByteSource(mapping: path).bytes)
    let hinted = file.boxes.at("moov").all("trak").filter {
      !$0.children.at("udta", "hinf").isEmpty
    }
    #expect(!hinted.isEmpty)
    for track in hinted {
      let entry = track.children.at("mdia", "minf", "stbl", "stsd").first
      #expect(entry?[RtpHintSampleEntry.self]?.maxPacketSize ?? 0 > 0)
      let sums = track.children.at("udta", "hinf")
      // The sum of 64 bits and that of 32 bits are of the same packets.
      #expect(
        sums.first("trpy")?[HintBytesSentBox.self]?.sent
          == sums.first("totl")?[HintBytesSentBox.self]?.sent)
      #expect(
        sums.first("nump")?[HintBytesSentBox.self]?.sent
          == sums.first("npck")?[HintBytesSentBox.self]?.sent)
    }
  }

  @Test func minimizedImage() throws {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix("/hevc32-mini.heif") })
    let file = BoxFile(try ByteSource(mapping: path).bytes)
    let image = try #require(file.boxes.first(MinimizedImageBox.self))
    #expect(image.widthMinusOne == 63 && image.heightMinusOne == 63)
    // The first part is the configuration of the decoder, which starts with version and profile.
    #expect(image.codecConfiguration.count == 110 && image.imageData.count == 108)
    #expect(image.codecConfiguration.prefix(3).elementsEqual([1, 3, 0x70]))
  }
}
