/// The fields of a TIFF frame that describe the coding of its samples (TIFF 6.0).
enum TIFFDecoderFields {
  /// The fields that FFmpeg knows: the size, samples, strips and tiles, compression, prediction and colours.
  private static let tags: Set<Int> = [
    254, 256, 257, 258, 259, 262, 266, 273, 277, 278, 279, 284, 292, 293, 317, 320, 322, 323, 324,
    325, 530,
  ]
  private static let entrySize = 12

  /// The frame without other fields in its first directory, because a decoder that reports damage also reports a
  /// field that it does not know, such as the unit of resolution. Other data is returned unchanged.
  static func alone(in picture: [UInt8]) -> [UInt8] {
    let isLittle = picture.starts(with: [0x49, 0x49, 42, 0])
    guard isLittle || picture.starts(with: [0x4D, 0x4D, 0, 42]) else { return picture }
    func number(at offset: Int, _ size: Int) -> Int? {
      guard offset >= 0, offset <= picture.count - size else { return nil }
      let bytes = picture[offset..<offset + size]
      return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, 4), let count = number(at: directory, 2),
      // The offset of the next directory follows the entries.
      number(at: directory + 2 + count * entrySize, 4) != nil
    else { return picture }
    let starts = (0..<count).map { directory + 2 + $0 * entrySize }
    let kept = starts.filter { number(at: $0, 2).map(tags.contains) ?? false }
    let low = UInt8(kept.count & 0xFF)
    let high = UInt8(kept.count >> 8 & 0xFF)
    var entries: [UInt8] = isLittle ? [low, high] : [high, low]
    for start in kept { entries += picture[start..<start + entrySize] }
    entries += [0, 0, 0, 0]
    var changed = picture
    changed.replaceSubrange(directory..<directory + entries.count, with: entries)
    return changed
  }
}
