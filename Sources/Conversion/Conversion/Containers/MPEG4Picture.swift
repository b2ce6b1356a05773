import FieldCoding

/// A frame of MPEG-4 Part 2.
enum MPEG4Picture {
  /// Whether it is predicted from two others, the second of which is decoded before it and shown after it
  /// (`vop_coding_type`, ISO/IEC 14496-2 §6.2.5).
  static func isBidirectional(_ sample: Bytes) -> Bool {
    let start: [UInt8] = [0, 0, 1, 0xB6]
    let offset = (0..<max(0, sample.count - start.count)).first { position in
      start.indices.allSatisfy { sample[position + $0] == start[$0] }
    }
    return offset.map { sample[$0 + start.count] >> 6 == 2 } ?? false
  }

  /// The numbers of frames in the order in which a decoder shows them, from that in which they are decoded.
  static func order(areBidirectional: [Bool]) -> [Int] {
    var order: [Int] = []
    var waiting: Int?
    for (number, isBidirectional) in areBidirectional.enumerated() {
      if isBidirectional {
        order.append(number)
      } else {
        if let waiting { order.append(waiting) }
        waiting = number
      }
    }
    return order + (waiting.map { [$0] } ?? [])
  }
}
