import FieldCoding

/// The syntax of the NAL units of a coding.
protocol FrameSyntax: Sendable {
  /// The bytes of the length in front of each NAL unit of a sample.
  var lengthSize: Int { get }
  /// The number of bits of ``CodedPicture/orderLSB``.
  var orderBits: Int { get }

  /// The possible first two bytes of the first NAL unit of a frame.
  var firstHeaders: BytePairs { get }

  /// Whether the first NAL unit of a frame could begin with these bytes, which are at least two; it is fast.
  func couldStartPicture(_ unit: Bytes) -> Bool

  /// The kind of a NAL unit; nil if a stream like the reference's has no such unit.
  func unit(_ unit: Bytes) -> PictureUnit?
}

/// The role of a NAL unit in its frame.
enum PictureUnit: Equatable, Sendable {
  /// A unit before the first slice of a frame: a parameter set, a delimiter, a message.
  case before
  /// A unit after slices: a message, filler data, the end of a sequence; or a part of another layer.
  case after
  /// A part of the frame.
  case slice(Slice)

  struct Slice: Equatable, Sendable {
    var picture: CodedPicture
    /// Whether the frame begins with it.
    var isFirst: Bool
    /// The common fields of all slices of a frame.
    var identity: Int
    /// Whether it is the second field of a frame whose first field has this identity.
    var isSecondField = false
    /// Whether the slice is coded without other frames.
    var isIntra: Bool
  }
}

extension FrameSyntax {
  /// Units without coded samples are not longer.
  static var longestPlain: Int { 1 << 14 }

  func couldStartPicture(_ unit: Bytes) -> Bool { true }
}

extension Bytes {
  /// Whether the bytes could be a stored NAL unit, or the start of one: a NAL unit never contains bytes that look
  /// like a start code (ITU-T H.265 §7.4.2). One with blocks that a failed card gave as zeros still is where it was.
  ///
  /// - Parameters:
  ///   - most: the number of bytes that are checked.
  ///   - filled: whether there may be zero bytes at the end.
  func couldBeNALUnit(lookingAt most: Int, filled: Bool) -> Bool {
    guard let start = part(0..<Swift.min(count, most)) else { return true }
    var position = 0
    while let zeros = Bytes.zeros.firstOffset(in: start, from: position), zeros + 2 < start.count {
      if start[zeros + 2] > 2 {
        position = zeros + 2
      } else if part(zeros..<zeros + Bytes.lostBlockSize)?.isZero == true {
        position = zeros + Bytes.lostBlockSize
        while position < start.count, start[position] == 0 { position += 1 }
      } else {
        return filled && dropFirst(zeros).allSatisfy { $0 == 0 }
      }
    }
    return true
  }

  /// The smallest blocks of a card.
  static let lostBlockSize = 512

  /// Whether a byte is among so many zeros that a block was lost.
  func isLost(at index: Int) -> Bool {
    guard indices.contains(index), self[index] == 0 else { return false }
    let before = self[..<index].suffix(Bytes.lostBlockSize).reversed().prefix { $0 == 0 }.count
    let from = self[index...].prefix(Bytes.lostBlockSize).prefix { $0 == 0 }.count
    return before + from >= Bytes.lostBlockSize
  }

  /// Two bytes that are 0.
  private static let zeros: BytePairs = {
    var pairs = BytePairs()
    pairs.insert(0...0)
    return pairs
  }()
}
