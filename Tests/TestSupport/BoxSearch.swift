public import FieldCoding

/// The bodies of boxes, found by their type and a size that fits, outside of media data and of files without boxes at
/// the top level.
public func boxBodies(_ type: FourCC, in file: Bytes) -> [Bytes] {
  var bodies: [Bytes] = []
  var start = 0
  while let header = file.part(start..<start + 8) {
    var size = number(header.prefix(4))
    if size == 1, let large = file.part(start + 8..<start + 16) { size = number(large) }
    let end = size == 0 ? file.count : start.addingReportingOverflow(size).partialValue
    let isMediaData = Array(header.suffix(4)) == Array("mdat".utf8)
    guard end >= start + 8, isMediaData || end <= file.count else { break }
    if !isMediaData, let box = file.part(start..<end) {
      bodies += boxBodies(type, scanning: box)
    }
    start = end
  }
  return bodies
}

private func number(_ bytes: some Sequence<UInt8>) -> Int {
  bytes.reduce(0) { $0 << 8 | Int($1) }
}

private func boxBodies(_ type: FourCC, scanning bytes: Bytes) -> [Bytes] {
  var bodies: [Bytes] = []
  var window: UInt64 = 0
  for (index, byte) in bytes.enumerated() {
    window = window << 8 | UInt64(byte)
    guard UInt32(truncatingIfNeeded: window) == type.rawValue else { continue }
    let size = Int(window >> 32)
    if size >= 8 + 6, let body = bytes.part(index + 1..<index + 1 + size - 8) {
      bodies.append(body)
    }
  }
  return bodies
}
