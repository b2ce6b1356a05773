import ISOBMFF

/// The sizes of the samples of the reference.
struct ReferenceSizes: Equatable, Sendable {
  private(set) var least = Int.max
  private(set) var greatest = 0
  private(set) var count = 0
  /// The sizes themselves, if there are only a few.
  private(set) var values: Set<Int> = []
  /// A common divisor of all sizes, after the smallest size is subtracted.
  private(set) var step = 0
  /// Whether ``values`` are all that there are.
  var areFew: Bool { values.count <= ReferenceSizes.mostValues }

  private static let mostValues = 64

  mutating func add(_ size: Int) {
    if count > 0 {
      step = greatestCommonDivisor(step, abs(size - least))
    }
    least = min(least, size)
    greatest = max(greatest, size)
    count += 1
    if areFew { values.insert(size) }
  }

  init() {}

  /// Statistics that were kept.
  init(_ kept: LearnedSamplesBox.BoxSizes) {
    guard kept.count > 0 else { return }
    (least, greatest) = (Int(kept.least), Int(kept.greatest))
    (count, step) = (Int(kept.count), Int(kept.step))
    values = Set(kept.values.map { Int($0) })
  }

  /// Whether a sample like those of the reference could have this size.
  func contains(_ size: Int) -> Bool {
    areFew && values.contains(size) || size >= least / 2 && size <= greatest.multipliedBy2
  }

  /// The number of doublings or halvings between a size and the nearest size of the reference.
  func doublings(to size: Int) -> Int {
    let (low, high) = size < least ? (size, least) : (greatest, max(size, greatest))
    var count = 0
    var value = max(1, low)
    while value < high, count < 16 {
      value = value.multipliedBy2
      count += 1
    }
    return count
  }

  /// The cost of a frame of this size, in bits.
  func frameCost(of size: Int) -> Int {
    contains(size) ? 6 : 12 + 8 * doublings(to: size)
  }

  /// The size that no sample reaches, even if frames have much more detail than those of the reference.
  var greatestPossible: Int { max(16 << 20, greatest.multipliedBy2.multipliedBy2) }
}

extension Int {
  /// Twice the number; `Int.max` if it is too large.
  fileprivate var multipliedBy2: Int { self > .max / 2 ? .max : self * 2 }
}

/// Euclid's algorithm.
func greatestCommonDivisor<Number: BinaryInteger>(_ a: Number, _ b: Number) -> Number {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
