/// The reason why metadata cannot be written to a JPEG image.
public enum MetadataSettingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The image is not a whole one.
  case noPicture(String)
  /// The metadata are longer than a segment, in bytes.
  case noRoom(kind: String, count: Int, limit: Int)

  public var description: String {
    switch self {
    case .noPicture(let reason): reason
    case .noRoom(let kind, let count, let limit):
      "has no room: its \(kind) metadata would have \(counted(count, "byte")), and a segment holds \(grouped(limit))"
    }
  }
}

extension JPEGSegments {

  /// The file with other Exif metadata; everything else is copied. If the file has no Exif metadata, it is inserted at
  /// the start, after a JFIF header. The offsets in an index of several images (CIPA DC-007 §5.2.3.3) are corrected.
  public func settingExif(_ tiff: [UInt8]) throws(MetadataSettingError) -> ByteWriter {
    guard tiff.count <= ExifSegments.limit else {
      throw .noRoom(kind: "Exif", count: tiff.count, limit: ExifSegments.limit)
    }
    return try replacing(exifRange, with: JPEGSegments.exifIdentifier + tiff)
  }

  /// The file with another main XMP packet, or without one if `packet` is empty; everything else is copied. A new packet
  /// is inserted after the Exif metadata. Extended packets stay; see ``extendedXMP``.
  public func settingXMP(_ packet: [UInt8]) throws(MetadataSettingError) -> ByteWriter {
    guard packet.count <= XMPSegments.packetLimit else {
      throw .noRoom(kind: "XMP", count: packet.count, limit: XMPSegments.packetLimit)
    }
    let isXMP: (Segment) -> Bool = {
      $0.marker == 0xE1 && JPEGSegments.isXMP($0.payload)
    }
    let end = exifRange.upperBound
    let range =
      segments.first(where: isXMP).map { $0.offset..<$0.offset + $0.size } ?? end..<end
    return try replacing(range, with: packet.isEmpty ? nil : JPEGSegments.xmpIdentifier + packet)
  }

  /// - Parameters:
  ///   - range: of segments.
  ///   - payload: of the APP1 segment that replaces them.
  private func replacing(
    _ range: Range<Int>, with payload: [UInt8]?
  ) throws(MetadataSettingError) -> ByteWriter {
    if let finding { throw .noPicture("\(finding.reason)") }
    let segment = payload.map { JPEGSegments.segment(0xE1, $0) } ?? []
    return written([Change(range: range, bytes: segment)])
  }

  /// The file without ``allStrayBytes``; everything else is copied. The offsets in an index of several images are
  /// corrected.
  public func withoutStrayBytes() throws(MetadataSettingError) -> ByteWriter {
    if let finding { throw .noPicture("\(finding.reason)") }
    return written(allStrayBytes.map { Change(range: $0, bytes: []) })
  }

  /// A marker segment of a payload, which must fit into one.
  package static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var segment = [0xFF, marker]
    segment.append(UInt64(payload.count + 2), size: 2, .big)
    return segment + payload
  }

  /// Bytes that replace others.
  package struct Change {
    /// Counted from the first byte of the image.
    package var range: Range<Int>
    package var bytes: [UInt8]

    package init(range: Range<Int>, bytes: [UInt8]) {
      self.range = range
      self.bytes = bytes
    }

    fileprivate var growth: Int { bytes.count - range.count }
  }

  /// The file with `changes`, and with an index of its images that follows them.
  package func written(_ changes: [Change]) -> ByteWriter {
    // An index that is replaced itself has the right offsets, or is gone.
    let index = indexChanges(by: changes).filter { entry in
      !changes.contains { $0.range.overlaps(entry.range) }
    }
    let edits = (changes + index).sorted {
      $0.range.lowerBound < $1.range.lowerBound
    }
    var writer = ByteWriter()
    var position = 0
    for edit in edits {
      if let part = bytes.part(position..<edit.range.lowerBound) { writer.write(part) }
      writer.write(edit.bytes)
      position = edit.range.upperBound
    }
    if let part = bytes.part(position..<bytes.count) { writer.write(part) }
    return writer
  }

  /// The segments with Exif metadata, or an empty range for one.
  private var exifRange: Range<Int> {
    let isExif: (Segment) -> Bool = {
      $0.marker == 0xE1 && $0.payload.has(JPEGSegments.exifIdentifier)
    }
    guard let first = segments.firstIndex(where: isExif) else {
      let jfif = segments.prefix { $0.marker == 0xE0 }.last
      let end = jfif.map { $0.offset + $0.size } ?? 2
      return end..<end
    }
    let further = segments[(first + 1)...].prefix { segment in
      guard isExif(segment) else { return false }
      let rest = segment.payload.part(
        JPEGSegments.exifIdentifier.count..<segment.payload.count)
      return rest.map { TIFFFile.byteOrder($0) == nil } ?? false
    }
    let last = further.last ?? segments[first]
    return segments[first].offset..<last.offset + last.size
  }

  func startsPicture(at offset: Int) -> Bool {
    bytes.part(offset..<offset + 2)?.elementsEqual([0xFF, 0xD8]) == true
  }

  /// The size of the first image, and the offsets of the others, after changes before its first scan.
  private func indexChanges(by changes: [Change]) -> [Change] {
    guard changes.contains(where: { $0.growth != 0 }) else { return [] }
    var further: [Change] = []
    for segment in segments where segment.marker == 0xE2 {
      let start = JPEGSegments.multiPictureIdentifier.count
      guard segment.payload.has(JPEGSegments.multiPictureIdentifier),
        let index = segment.payload.part(start..<segment.payload.count),
        let file = try? TIFFFile(index), let entries = file[.ifd0]?[0xB002]
      else { continue }
      let origin = segment.offset + segment.size - index.count
      for entry in stride(from: 0, to: entries.value.count - 15, by: 16) {
        // Each entry has attributes, a size, and an offset from the index, which is 0 for the first
        // image.
        let isFirst = entry == 0
        let position = entries.valueOffset + entry + (isFirst ? 4 : 8)
        let growth = changes.filter { isFirst || origin < $0.range.upperBound }
          .reduce(0) { $0 + $1.growth }
        guard growth != 0, let old = index.integer(at: position, size: 4, file.order) else {
          continue
        }
        let new = Int(old) + growth
        guard old != 0, new >= 0, new <= Int(UInt32.max) else { continue }
        // It was written before the bytes that go now, and is right again.
        let isRight =
          isFirst
          ? end.map { $0 + growth } == Int(old)
          : !startsPicture(at: origin + Int(old)) && startsPicture(at: origin + Int(old) - growth)
        if isRight { continue }
        var bytes: [UInt8] = []
        bytes.append(UInt64(new), size: 4, file.order)
        further.append(Change(range: origin + position..<origin + position + 4, bytes: bytes))
      }
    }
    return further
  }

  /// The bytes with which an APP1 segment of extended XMP starts (XMP specification part 3,
  /// §1.1.3.1).
  public static let extendedXMPIdentifier = Array("http://ns.adobe.com/xmp/extension/\0".utf8)

  /// The extended XMP packet, joined from its chunks (XMP specification part 3, §1.1.3.1).
  ///
  /// Nil if the main packet names none, or if a part of it is missing. Its MD5 digest, which is its
  /// name, is not computed.
  public var extendedXMP: Bytes? {
    guard let name = xmp.flatMap(JPEGSegments.extendedXMPName) else { return nil }
    let chunks = contents(0xE1, JPEGSegments.extendedXMPIdentifier)
      .compactMap { ExtendedXMPChunk($0) }.filter { $0.name.elementsEqual(name) }
      .sorted { $0.offset < $1.offset }
    guard let length = chunks.first?.fullLength else { return nil }
    var packet: [UInt8] = []
    for chunk in chunks where chunk.fullLength == length && chunk.offset == packet.count {
      packet += chunk.data
    }
    return packet.count == length ? Bytes(packet) : nil
  }

  /// Whether there is XMP that cannot be read: packets that are none, and chunks that are in none.
  package var hasUnreadXMP: Bool {
    let extended = extendedXMP
    let size = contents(0xE1, JPEGSegments.extendedXMPIdentifier)
      .reduce(0) { $0 + max(1, ExtendedXMPChunk($1)?.data.count ?? 0) }
    return size > (extended?.count ?? 0)
      || (xmpPackets + [extended].compactMap { $0 }).contains { XMPPacket($0) == nil }
  }

  /// The value of `xmpNote:HasExtendedXMP`, an attribute or an element: 32 hexadecimal digits.
  private static func extendedXMPName(in packet: Bytes) -> Bytes? {
    let property = Array("HasExtendedXMP".utf8)
    guard let found = packet.indices.first(where: { packet.has(property, at: $0) }) else {
      return nil
    }
    let between = Array("=\"'> \t\r\n".utf8)
    let start = packet[(found + property.count)...].firstIndex { !between.contains($0) }
    return start.flatMap { packet.slice(at: $0, count: ExtendedXMPChunk.nameSize) }
  }
}

/// The part of a segment of extended XMP after the identifier.
private struct ExtendedXMPChunk {
  static let nameSize = 32

  let name: Bytes
  let fullLength: Int
  let offset: Int
  let data: Bytes

  init?(_ bytes: Bytes) {
    guard let name = bytes.slice(at: 0, count: ExtendedXMPChunk.nameSize),
      let length = bytes.integer(at: 32, size: 4, .big),
      let offset = bytes.integer(at: 36, size: 4, .big),
      let data = bytes.slice(at: 40, count: bytes.count - 40)
    else { return nil }
    self.name = name
    fullLength = Int(truncatingIfNeeded: length)
    self.offset = Int(truncatingIfNeeded: offset)
    self.data = data
  }
}
