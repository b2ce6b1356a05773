/// The fields of a TIFF picture that say how its samples are coded (TIFF 6.0).
enum TIFFCodingFields {
  /// Those that FFmpeg knows: the size, samples, strips and tiles, compression, prediction and colours.
  private static let tags: Set<Int> = [
    254, 256, 257, 258, 259, 262, 266, 273, 277, 278, 279, 284, 292, 293, 317, 320, 322, 323, 324,
    325, 530,
  ]
  private static let entrySize = 12

  /// The picture with no other fields in its first directory: a decoder that is to find damage takes a field that it
  /// does not know, such as the unit of resolution, for damage. What is no such picture stays as it is.
  static func alone(in picture: [UInt8]) -> [UInt8] {
    let isLittle = picture.starts(with: [0x49, 0x49, 42, 0])
    guard isLittle || picture.starts(with: [0x4D, 0x4D, 0, 42]) else { return picture }
    func number(at place: Int, _ size: Int) -> Int? {
      guard place >= 0, place <= picture.count - size else { return nil }
      let bytes = picture[place..<place + size]
      return (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, 4), let count = number(at: directory, 2),
      // Behind the entries is the place of the next directory.
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
