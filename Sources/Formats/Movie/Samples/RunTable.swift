import FieldCoding

/// A table in which each row applies to a run of samples.
package protocol RunTable: Sendable {
  associatedtype Run: Sendable
  /// The run that comes after another, or the first; nil after the last.
  func run(after previous: Run?) -> Run?
}

/// Allows fast search in a table of runs without a copy of it: it stores every 64th run.
struct RunIndex<Table: RunTable>: Sendable {
  private let table: Table
  private var marks: [Table.Run] = []
  /// The last run; nil if there is none.
  private(set) var last: Table.Run?

  /// Reads all rows once.
  ///
  /// - Parameter body: gets each run.
  init(_ table: Table, _ body: (Table.Run) -> Void = { _ in }) {
    self.table = table
    var count = 0
    while let run = table.run(after: last) {
      if count % 64 == 0 { marks.append(run) }
      count += 1
      body(run)
      last = run
    }
  }

  /// The last run for which `isBefore` is true; it has to be true for all runs before.
  func last(where isBefore: (Table.Run) -> Bool) -> Table.Run? {
    let end = marks.partitioningIndex { !isBefore($0) }
    guard end > 0 else { return nil }
    var found = marks[end - 1]
    while let next = table.run(after: found), isBefore(next) { found = next }
    return found
  }
}
