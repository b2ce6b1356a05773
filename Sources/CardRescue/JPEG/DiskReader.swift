/// Reads bytes of a file on a disk one after the other.
struct DiskReader {
  /// The file; another one may take its place, which has the same bytes up to ``position``.
  var file: DiskFile {
    didSet { bytes = [] }
  }
  /// The next byte.
  var position: Int
  private var bytes: [UInt8] = []
  private var start = 0

  private static let window = 1 << 16

  init(_ file: DiskFile, at position: Int) {
    self.file = file
    self.position = position
  }

  /// A byte that is so many behind the position; nil behind the end of the file.
  @inline(__always)
  mutating func byte(_ ahead: Int = 0) -> UInt8? {
    let index = position + ahead - start
    if bytes.indices.contains(index) { return bytes[index] }
    return reload(ahead)
  }

  private mutating func reload(_ ahead: Int) -> UInt8? {
    start = position
    bytes = file.read(start..<start + DiskReader.window)
    return bytes.indices.contains(ahead) ? bytes[ahead] : nil
  }

  /// So many bytes, and goes on behind them; nil if they are not all there.
  mutating func take(_ count: Int) -> [UInt8]? {
    let taken = file.read(position..<position + count)
    position += count
    return taken.count == count ? taken : nil
  }

  /// Goes to the next byte that a marker may start with, or to the end.
  mutating func skipToMarker() {
    while byte() != nil {
      if let next = bytes[(position - start)...].firstIndex(of: 0xFF) {
        position = start + next
        return
      }
      position = start + bytes.count
    }
  }
}
