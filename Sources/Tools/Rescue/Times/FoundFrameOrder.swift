/// Finds in which order frames come out (ITU-T H.265 §8.3.1, ITU-T H.264 §8.2.1.1).
enum FoundFrameOrder {
  /// The index of each frame in output order; nil if frames are output in decoding order.
  ///
  /// - Parameters:
  ///   - bits: the number of low bits of the picture order count that frames state.
  ///   - areAllThere: whether no frame is missing, except after the last one: then the order shows how many of those
  ///     are
  ///     output before others.
  static func ranks(of frames: [CodedPicture], bits: Int, areAllThere: Bool) -> [Int]? {
    if bits == 0 { return ranksByReferences(frames) }
    guard frames.allSatisfy({ $0.orderLSB != nil }) else { return nil }
    let orders = orders(of: frames, bits: bits)
    let sorted = orders.indices.sorted {
      (orders[$0].sequence, orders[$0].order, $0) < (orders[$1].sequence, orders[$1].order, $1)
    }
    var ranks = Array(repeating: 0, count: frames.count)
    for (rank, index) in sorted.enumerated() { ranks[index] = rank }
    guard areAllThere, let step = step(sorted.map { orders[$0] }) else { return ranks }
    // Only the last sequence of frames can lack some.
    guard let last = orders.last?.sequence,
      let first = sorted.first(where: { orders[$0].sequence == last })
    else { return ranks }
    let start = ranks[first]
    for index in orders.indices where orders[index].sequence == last {
      let rank = start + (orders[index].order - orders[first].order) / step
      // More than a decoder can hold are not missing.
      guard rank - ranks[index] <= 16 else { return ranks }
      ranks[index] = rank
    }
    return ranks
  }

  /// The positions of frames in output order and in decoding order, if some may be lost.
  struct Positions: Equatable {
    /// The index of each frame in output order; lost ones are counted.
    var ranks: [Int]
    /// The index of each frame in decoding order; lost ones are counted.
    var numbers: [Int]
  }

  /// The most frames that are taken for lost between two others.
  private static let mostLost = 16

  /// Finds how many frames are lost in some holes: their numbers are missing in the order that the others state.
  ///
  /// - Parameters:
  ///   - bits: the number of low bits of the picture order count that frames state.
  ///   - holes: the indices of frames before which bytes are lost.
  /// - Returns: nil if frames do not state their order.
  static func positions(of frames: [CodedPicture], bits: Int, holes: [Int]) -> Positions? {
    guard bits > 0, let dense = ranks(of: frames, bits: bits, areAllThere: false) else {
      return nil
    }
    let orders = orders(of: frames, bits: bits)
    let sorted = dense.indices.sorted { dense[$0] < dense[$1] }
    guard let step = step(sorted.map { orders[$0] }) else { return nil }
    var positions = Positions(ranks: dense, numbers: Array(frames.indices))
    var lost = 0
    for (sequence, members) in Dictionary(grouping: sorted, by: { orders[$0].sequence })
      .sorted(by: { $0.key < $1.key })
    {
      let inside = holes.filter {
        $0 > 0 && $0 < orders.count && orders[$0].sequence == sequence
          && orders[$0 - 1].sequence == sequence
      }
      let first = orders[members[0]].order
      let missing = (orders[members[members.count - 1]].order - first) / step + 1 - members.count
      let start = dense[members[0]] + lost
      // With several holes, nothing tells which of them has how many.
      let isCounted = inside.count == 1 && (1...mostLost).contains(missing)
      for (rank, index) in members.enumerated() {
        positions.ranks[index] =
          start + (isCounted ? (orders[index].order - first) / step : rank)
        positions.numbers[index] += lost + (isCounted && index >= inside[0] ? missing : 0)
      }
      if isCounted { lost += missing }
    }
    return positions
  }

  /// The order of frames that do not state it: others that no frame refers to are output before the one that was
  /// decoded before them.
  private static func ranksByReferences(_ frames: [CodedPicture]) -> [Int]? {
    guard frames.contains(where: { !$0.isOrderReference }) else { return nil }
    var ranks = Array(repeating: 0, count: frames.count)
    var (rank, held) = (0, Int?.none)
    for (index, picture) in frames.enumerated() {
      if picture.isOrderReference {
        if let held {
          ranks[held] = rank
          rank += 1
        }
        held = index
      } else {
        ranks[index] = rank
        rank += 1
      }
    }
    if let held { ranks[held] = rank }
    return ranks
  }

  /// The order between frames that follow each other; nil if it is none.
  private static func step(_ orders: [(sequence: Int, order: Int)]) -> Int? {
    var counts: [Int: Int] = [:]
    for (order, next) in zip(orders, orders.dropFirst()) where order.sequence == next.sequence {
      let distance = next.order - order.order
      if distance > 0, counts.count < 64 || counts[distance] != nil {
        counts[distance, default: 0] += 1
      }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  private static func orders(
    of frames: [CodedPicture], bits: Int
  ) -> [(sequence: Int, order: Int)] {
    let period = 1 << bits
    var orders: [(sequence: Int, order: Int)] = []
    orders.reserveCapacity(frames.count)
    var (sequence, previousLSB, previousMSB) = (0, 0, 0)
    for picture in frames {
      let lsb = picture.orderLSB ?? 0
      if picture.restartsOrder {
        sequence += 1
        (previousLSB, previousMSB) = (0, 0)
      }
      var msb = previousMSB
      if !picture.restartsOrder {
        if lsb < previousLSB, previousLSB - lsb >= period / 2 {
          msb += period
        } else if lsb > previousLSB, lsb - previousLSB > period / 2 {
          msb -= period
        }
      }
      orders.append((sequence, msb + lsb))
      if picture.isOrderReference { (previousLSB, previousMSB) = (lsb, msb) }
    }
    return orders
  }
}
