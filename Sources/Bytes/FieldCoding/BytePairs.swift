/// A set of pairs of bytes, for fast searches.
public struct BytePairs: Sendable {
  /// Whether each pair is in the set, by its value as a big-endian number of 16 bits.
  private var isIn = [Bool](repeating: false, count: 1 << 16)

  public init() {}

  /// Adds pairs, as big-endian numbers.
  public mutating func insert(_ pairs: ClosedRange<UInt16>) {
    for pair in pairs { isIn[Int(pair)] = true }
  }

  /// Whether a pair is in the set.
  public func contains(_ pair: UInt16) -> Bool { isIn[Int(pair)] }

  /// The first offset from `start` on where a pair of the set begins; nil if there is none.
  public func firstOffset(in data: Bytes, from start: Int) -> Int? {
    let step = 1 << 20
    var start = Swift.max(0, start)
    while start + 1 < data.count {
      // A window has one byte of the next one.
      let end = Swift.min(start + step + 1, data.count)
      guard let window = data.part(start..<end) else { return nil }
      let offset = unsafe window.withUnsafeBytes { bytes -> Int? in
        unsafe isIn.withUnsafeBufferPointer { isIn in
          // The window has at least two bytes, and the table an entry for each pair.
          var pair = Int(unsafe bytes[0])
          for index in 1..<bytes.count {
            pair = (pair & 0xFF) << 8 | Int(unsafe bytes[index])
            if unsafe isIn[pair] { return index - 1 }
          }
          return nil
        }
      }
      if let offset { return start + offset }
      start += step
    }
    return nil
  }
}
