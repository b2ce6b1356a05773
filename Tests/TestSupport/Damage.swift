public import Foundation

/// The ways in which a file of lines is damaged: cut off, ended by zeros after a power failure, or with a changed byte.
public enum Damage: CaseIterable, Sendable {
  case cut, zeros, otherBit, lineFeed

  /// Damages data from an offset on.
  public func apply(to data: Data, at offset: Int) -> Data {
    var data = data
    switch self {
    case .cut: data = data.prefix(offset)
    case .zeros: data = data.prefix(offset) + Data(count: data.count - offset)
    case .otherBit: data[offset] ^= 1 << (offset % 8)
    case .lineFeed: data[offset] = 0x0A
    }
    return data
  }

  /// Offsets in data: about `count` of them, and those around each end of a line.
  public static func offsets(in data: Data, count: Int) -> [Int] {
    let ends = data.indices.filter { data[$0] == 0x0A }
    let near = ends.flatMap { [$0 - 1, $0, $0 + 1] }
    // The step has no common factor with the eight bits that are changed.
    let step = max(1, data.count / count) | 1
    return Set(Array(stride(from: 0, to: data.count, by: step)) + near).sorted()
      .filter { data.indices.contains($0) }
  }
}
