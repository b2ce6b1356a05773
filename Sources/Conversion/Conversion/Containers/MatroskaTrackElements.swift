import FieldCoding
import ISOBMFF

/// Writes to a Matroska file what not all releases of libavformat write: the rotation of frames (RFC 9559
/// §5.1.4.1.28.41, `Projection`), and the time of audio before the start of the movie (§5.1.4.1.25, `CodecDelay`). The
/// tracks get a longer title, and the elements replace a part of it.
struct MatroskaTrackElements {
  /// What is stated of a track.
  struct Track {
    /// Degrees clockwise.
    var rotation: Int?
    /// The time that players take off all times of the track, in nanoseconds; audio before 0 is not heard.
    var delay: UInt64?
  }

  /// The end of a track's title, which the elements replace.
  static let room = String(repeating: " ", count: 40)

  /// The offset of the first byte that changes, and the new bytes.
  private(set) var offset = 0
  private(set) var bytes: [UInt8] = []

  /// Throws if the file does not have the structure that libavformat writes.
  ///
  /// - Parameter trackFields: by the index of the track.
  init(_ file: Bytes, _ trackFields: [Int: Track]) throws(FieldError) {
    let segment = try MatroskaElement.all(in: file).first { $0.id == 0x1853_8067 }
    guard let inside = segment?.content,
      let tracks = try MatroskaElement.all(in: inside).first(where: { $0.id == 0x1654_AE6B })
    else { throw FieldError(.invalid("it has no tracks"), offset: 0) }
    offset = tracks.content.fileOffset
    var number = 0
    var hasSum = false
    for element in try MatroskaElement.all(in: tracks.content) {
      if element.id == 0xBF {
        hasSum = bytes.isEmpty
      } else if element.id == 0xAE {
        bytes +=
          try trackFields[number].map { (fields) throws(FieldError) in
            try MatroskaTrackElements.entry(element, with: fields)
          } ?? Array(element.bytes)
        number += 1
      } else {
        bytes += element.bytes
      }
    }
    // The element starts with a CRC of its other bytes, in little-endian order.
    if hasSum {
      var crc = CRC32()
      crc.add(bytes[...])
      let sum = crc.value
      bytes = [0xBF, 0x84] + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) } + bytes
    }
    guard bytes.count == tracks.content.count else {
      throw FieldError(.invalid("its tracks have no room for what they state"), offset: offset)
    }
  }

  /// The track entry with these elements; its size does not change.
  private static func entry(
    _ entry: MatroskaElement, with fields: Track
  ) throws(FieldError) -> [UInt8] {
    var content: [UInt8] = []
    for child in try MatroskaElement.all(in: entry.content) {
      switch child.id {
      case 0x536E:
        let name = child.content.dropLast(room.utf8.count)
        if !name.isEmpty { content += element([0x53, 0x6E], Array(name)) }
      case 0xE0:
        let rotation = fields.rotation.map(projection) ?? []
        content += element([0xE0], Array(child.content) + rotation)
      default: content += child.bytes
      }
    }
    if let delay = fields.delay {
      let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: delay >> (8 * $0)) }
      content += element([0x56, 0xAA], bytes)
    }
    let left = entry.content.count - content.count
    guard left >= 2, left < 128 else {
      throw FieldError(
        .invalid("a track has no room for what it states"), offset: entry.content.fileOffset)
    }
    // `Void`.
    content += [0xEC, UInt8(0x80 | (left - 2))] + Array(repeating: 0, count: left - 2)
    return Array(entry.bytes.prefix(entry.bytes.count - entry.content.count)) + content
  }

  /// A flat frame that is rolled: anticlockwise, in degrees.
  private static func projection(_ degrees: Int) -> [UInt8] {
    let roll = Float(degrees > 180 ? 360 - degrees : -degrees).bitPattern
    let number = (0..<4).reversed().map { UInt8(truncatingIfNeeded: roll >> (8 * $0)) }
    return element([0x76, 0x70], element([0x76, 0x71], [0]) + element([0x76, 0x75], number))
  }

  private static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    guard count >= 127 else { return id + [UInt8(0x80 | count)] + content }
    let size = (0..<4).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
    return id + [size[0] | 0x10] + size.dropFirst() + content
  }
}

/// An element of EBML (RFC 8794).
private struct MatroskaElement {
  let id: UInt32
  /// The whole element.
  let bytes: Bytes
  let content: Bytes

  /// The elements in `bytes`, up to the first incomplete one.
  static func all(in bytes: Bytes) throws(FieldError) -> [MatroskaElement] {
    var found: [MatroskaElement] = []
    var position = 0
    while position < bytes.count {
      let first = bytes[position]
      let idLength = first.leadingZeroBitCount + 1
      guard idLength <= 4, let id = bytes.part(position..<position + idLength),
        let lead = bytes.part(position + idLength..<position + idLength + 1)?.first
      else { break }
      let sizeLength = lead.leadingZeroBitCount + 1
      let start = position + idLength + sizeLength
      guard sizeLength <= 8, let size = bytes.part(position + idLength..<start) else { break }
      let stated = size.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let count = stated & ~(1 << UInt64(7 * sizeLength))
      // If all bits are ones, the size is unknown.
      let isOpen = count == 1 << UInt64(7 * sizeLength) - 1
      let end = isOpen ? bytes.count : start.addingSaturating(Int(clamping: count))
      guard let all = bytes.part(position..<end), let content = bytes.part(start..<end) else {
        throw FieldError(.invalid("an element is truncated"), offset: bytes.fileOffset + position)
      }
      found.append(
        MatroskaElement(
          id: id.reduce(0) { $0 << 8 | UInt32($1) }, bytes: all, content: content))
      position = end
    }
    return found
  }
}
