/// Finds in which order pictures come out (ITU-T H.265 §8.3.1, ITU-T H.264 §8.2.1.1).
enum PictureOrder {
  /// The place of each picture in output order, from 0; nil if pictures come out as they are decoded.
  ///
  /// - Parameter bits: how many low bits of the order pictures state.
  static func ranks(of pictures: [CodedPicture], bits: Int) -> [Int]? {
    guard bits > 0, pictures.allSatisfy({ $0.orderLSB != nil }) else { return nil }
    let period = 1 << bits
    var orders: [(sequence: Int, order: Int)] = []
    orders.reserveCapacity(pictures.count)
    var (sequence, previousLSB, previousMSB) = (0, 0, 0)
    for picture in pictures {
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
    let sorted = orders.indices.sorted {
      (orders[$0].sequence, orders[$0].order, $0) < (orders[$1].sequence, orders[$1].order, $1)
    }
    var ranks = Array(repeating: 0, count: pictures.count)
    for (rank, index) in sorted.enumerated() { ranks[index] = rank }
    return ranks
  }
}
