package import FieldCoding

/// The rows of sample tables that stay when samples are removed.
extension FieldTable {
  /// All rows.
  package var rowValues: [[Int64]] {
    var rows: [[Int64]] = []
    forEachRow { _, row in rows.append(row) }
    return rows
  }

  /// A range of the rows.
  ///
  /// - Parameter value: the new first value of the first row; nil to keep it.
  package func rows(_ kept: Range<Int>, startingWith value: Int? = nil) -> FieldTable {
    let kept = kept.clamped(to: 0..<count)
    guard kept.lowerBound > 0 || value != nil else { return prefix(kept.upperBound) }
    var values: [Int64] = []
    values.reserveCapacity(kept.count * columns.count)
    for row in kept { for column in columns.indices { values.append(self[row, column]) } }
    if let value, !values.isEmpty { values[0] = Int64(value) }
    return FieldTable(columns: columns, values: values)
  }

  /// The rows whose sample numbers, in some columns, are all kept; they now count from the first kept sample.
  package func keepingNumbers(_ numbered: [Int], in kept: Range<Int64>) -> FieldTable {
    var rows: [[Int64]] = []
    forEachRow { _, row in
      guard numbered.allSatisfy({ kept.contains(row[$0]) }) else { return }
      var row = row
      for column in numbered { row[column] -= kept.lowerBound - 1 }
      rows.append(row)
    }
    return FieldTable(columns: columns, rows: rows)
  }

  /// The rows for some samples, in a table whose rows start with a number of samples.
  package func keepingRuns(of kept: Range<Int>) -> FieldTable {
    var start: Int64 = 0
    var rows: [[Int64]] = []
    forEachRow { _, row in
      let end = start.addingSaturating(row[0])
      let part =
        max(
          start, Int64(kept.lowerBound))..<max(
          start, min(end, Int64(kept.upperBound)), Int64(kept.lowerBound))
      start = end
      guard !part.isEmpty else { return }
      rows.append([Int64(part.count)] + row.dropFirst())
    }
    return FieldTable(columns: columns, rows: rows)
  }

  /// The runs of chunks (`stsc`) for some samples, and the indices of these chunks.
  package func keepingChunks(of kept: Range<Int>) -> (runs: FieldTable, chunks: Range<Int>) {
    var rows: [[Int64]] = []
    var chunks: Range<Int64>?
    let (lower, upper) = (Int64(kept.lowerBound), Int64(kept.upperBound))
    /// Adds chunks with this number of samples each.
    func add(_ numbers: Range<Int64>, _ samples: Int64, _ rest: ArraySlice<Int64>) {
      guard !numbers.isEmpty else { return }
      let first = chunks?.lowerBound ?? numbers.lowerBound
      chunks = first..<numbers.upperBound
      if let last = rows.last, Array(last.dropFirst()) == [samples] + rest { return }
      rows.append([numbers.lowerBound - first + 1, samples] + rest)
    }
    var start: Int64 = 0
    for index in 0..<count where start < upper {
      let row = columns.indices.map { self[index, $0] }
      let perChunk = row[1]
      let run = index + 1 < count ? self[index + 1, 0] - row[0] : .max
      guard perChunk > 0, run > 0 else { continue }
      let end = start.addingSaturating(run.multipliedSaturating(by: perChunk))
      let part = max(start, lower)..<max(start, lower, min(end, upper))
      if !part.isEmpty {
        // The chunks of the first and the last sample, counted from the start of the run. They may be incomplete.
        let (first, last) = (
          (part.lowerBound - start) / perChunk, (part.upperBound - 1 - start) / perChunk
        )
        let number = row[0] - 1
        let rest = row.dropFirst(2)
        if first == last {
          add(number + first..<number + first + 1, Int64(part.count), rest)
        } else {
          add(
            number + first..<number + first + 1, start + (first + 1) * perChunk - part.lowerBound,
            rest)
          add(number + first + 1..<number + last, perChunk, rest)
          add(number + last..<number + last + 1, part.upperBound - start - last * perChunk, rest)
        }
      }
      start = end
    }
    let found = chunks ?? 0..<0
    return (
      FieldTable(columns: columns, rows: rows),
      Int(clamping: found.lowerBound)..<Int(clamping: found.upperBound)
    )
  }
}
