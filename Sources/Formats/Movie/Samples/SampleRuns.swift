package import ISOBMFF

/// A table that gives values to runs of samples, one row for each run: their duration (`stts`), the offset
/// of their composition time (`ctts`), or their group (`sbgp`).
package struct SampleRuns: RunTable {
  /// `sample_count`, and the value of each of them.
  let table: FieldTable

  package init(table: FieldTable) { self.table = table }

  package struct Run: Sendable {
    fileprivate let row: Int
    /// The index of the first sample, in the order of the table.
    let firstSample: Int
    let sampleCount: Int
    let value: Int64
    /// The sum of the values of all earlier samples.
    let sum: Int64

    /// The index of the first sample after these.
    var end: Int { firstSample.addingSaturating(sampleCount) }
    /// The sum with the values of these samples.
    var sumAfter: Int64 { sum(upTo: sampleCount) }

    /// The sum including the first `count` of these samples.
    func sum(upTo count: Int) -> Int64 {
      sum.addingSaturating(Int64(count).multipliedSaturating(by: value))
    }
  }

  package func run(after previous: Run?) -> Run? {
    var row = previous.map { $0.row + 1 } ?? 0
    while row < table.count {
      let count = Int(table[row, 0])
      if count > 0 {
        return Run(
          row: row, firstSample: previous?.end ?? 0, sampleCount: count, value: table[row, 1],
          sum: previous?.sumAfter ?? 0)
      }
      row += 1
    }
    return nil
  }
}

extension SampleRuns {
  /// Totals of all rows.
  package struct Total: Sendable {
    package var samples = 0
    /// The sum of the values of all samples.
    package var sum: Int64 = 0
    /// The range from the least to the greatest value of a sample; 0 if there is none.
    package var values: ClosedRange<Int64> = 0...0
  }

  package var total: Total {
    var total = Total()
    var last: Run?
    while let run = run(after: last) {
      let (least, greatest) = (total.values.lowerBound, total.values.upperBound)
      total.values =
        last == nil ? run.value...run.value : min(least, run.value)...max(greatest, run.value)
      last = run
    }
    total.samples = last?.end ?? 0
    total.sum = last?.sumAfter ?? 0
    return total
  }

  /// Steps from sample to sample.
  struct Cursor {
    private let runs: SampleRuns
    private var run: Run?
    /// The number of samples of the run that are left.
    private var left = 0
    private var isOver = false
    /// Whether samples after the end of the table have the value of its last row; otherwise, it is 0.
    private let repeatsLast: Bool

    init(_ runs: SampleRuns, repeatsLast: Bool = false) {
      self.runs = runs
      self.repeatsLast = repeatsLast
      enter(runs.run(after: nil))
    }

    /// - Parameter run: the run with the sample, or the last one.
    init(_ runs: SampleRuns, at sample: Int, in run: Run?, repeatsLast: Bool = false) {
      self.runs = runs
      self.repeatsLast = repeatsLast
      self.run = run
      left = max(0, (run?.end ?? 0) - sample)
    }

    private mutating func enter(_ next: Run?) {
      left = next?.sampleCount ?? 0
      isOver = next == nil
      if !isOver || !repeatsLast { run = next }
    }

    /// The values of the next samples together.
    mutating func next(_ count: Int = 1) -> Int64 {
      if count == 1, left > 1 {
        left -= 1
        return run?.value ?? 0
      }
      var wanted = count
      var sum: Int64 = 0
      while wanted > 0 {
        if left == 0, !isOver { enter(run.flatMap { runs.run(after: $0) }) }
        if isOver {
          return sum.addingSaturating(Int64(wanted).multipliedSaturating(by: run?.value ?? 0))
        }
        let taken = min(left, wanted)
        sum = sum.addingSaturating(Int64(taken).multipliedSaturating(by: run?.value ?? 0))
        left -= taken
        wanted -= taken
      }
      return sum
    }
  }
}
