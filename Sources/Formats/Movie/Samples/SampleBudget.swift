import ISOBMFF

/// What the samples of a movie may cost, so that a table of few bytes cannot make work for millions of samples: all of
/// them together have at most four times the bytes of the file.
///
/// Tracks may share their bytes, but not often. A sample with a size of its own has a row in a table, which is in the file.
/// Others cost at least ``least``, or, without any bytes, ``empty``. Of samples behind the end of the file, which was cut
/// off, as many are read as it has bytes.
struct SampleBudget: Sendable {
  private static let least: UInt64 = 4
  private static let empty: UInt64 = 64

  /// The number of bytes of all files of the movie.
  let fileBytes: UInt64
  private var left: UInt64
  private var leftBehindEnd: UInt64

  init(fileBytes: Int) {
    self.fileBytes = UInt64(fileBytes)
    left = self.fileBytes.multipliedSaturating(by: 4)
    leftBehindEnd = self.fileBytes
  }

  /// The samples of one size that are read.
  struct Paid {
    /// How many are paid for.
    var count = 0
    /// Whether others are in the file.
    var isExcess = false
    /// Whether there are others.
    var isCut = false
  }

  /// Pays for samples of the same size that follow each other.
  ///
  /// - Parameter before: what was paid before of the same samples: when that ended, it only looks what is left out.
  mutating func pay(
    for count: Int, from start: UInt64, _ sizes: SampleSizes, before: Paid = Paid()
  ) -> Paid {
    guard case .constant(let samples, let bytes) = sizes, count > 0 else { return before }
    var result = before
    let units = UInt64((count - 1) / samples + 1)
    let rest = fileBytes - min(start, fileBytes)
    let inside = bytes == 0 ? units : min(units, (rest + bytes - 1) / bytes)
    guard !before.isCut else {
      result.isExcess = before.isExcess || inside > 0
      return result
    }
    let price = bytes == 0 ? SampleBudget.empty : max(bytes, SampleBudget.least)
    let cost = min(
      inside.multipliedSaturating(by: price),
      bytes == 0 ? .max : max(rest, inside.multipliedSaturating(by: SampleBudget.least)))
    guard cost <= left else {
      result.count += min(Int(clamping: left / price), Int(clamping: inside)) * samples
      left = 0
      (result.isExcess, result.isCut) = (true, true)
      return result
    }
    left -= cost
    let behind = min(units - inside, leftBehindEnd)
    leftBehindEnd -= behind
    result.isCut = inside + behind < units
    result.count += result.isCut ? Int(inside + behind) * samples : count
    return result
  }

  /// Pays for bytes, as far as they are in the file. Returns whether they could be paid for.
  mutating func pay(forBytesFrom start: UInt64, count: UInt64) -> Bool {
    let end = min(start.addingSaturating(count), fileBytes)
    let bytes = end - min(start, end)
    guard bytes <= left else { return false }
    left -= bytes
    return true
  }

  /// The same budget with nothing spent.
  var whole: SampleBudget { SampleBudget(fileBytes: Int(clamping: fileBytes)) }
}

/// The reason why not all samples of a movie are read: they have more than four times the bytes of the file.
public struct SampleExcess: Error, CustomStringConvertible {
  /// The track with the first sample that is too much.
  public let trackID: UInt32
  /// The number of that sample, from 1, or of the first sample of its chunk.
  public let sample: Int

  /// A sentence without a full stop.
  public var description: String {
    """
    track \(trackID) has samples for more than four times the bytes of the file, from sample \
    \(grouped(sample)) on
    """
  }
}

extension [Track] {
  /// The first sample of the tracks that the file cannot hold; nil if it can hold all of them.
  func excess(_ budget: SampleBudget) -> SampleExcess? {
    for track in self where track.samples.isExcess {
      return SampleExcess(trackID: track.id, sample: track.samples.count + 1)
    }
    var budget = budget
    for track in self {
      for chunk in track.samples.chunks
      where !budget.pay(forBytesFrom: chunk.start, count: chunk.byteCount) {
        return SampleExcess(trackID: track.id, sample: chunk.index + 1)
      }
    }
    return nil
  }
}
