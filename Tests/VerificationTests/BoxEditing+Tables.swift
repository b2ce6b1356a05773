import ISOBMFF
import Testing

extension FieldTable {
  /// The numbers of all rows, which can be changed.
  var rows: [[Int64]] {
    get { (0..<count).map { row in columns.indices.map { self[row, $0] } } }
    set { self = FieldTable(columns: columns, rows: newValue) }
  }
}

extension BoxFile {
  /// Changes how the samples of fragments are found after boxes in their `moof` grew or shrank.
  mutating func moveData(of moof: String, by shift: Int) throws {
    for traf in ["traf", "traf[1]"] {
      try edit("\(moof)/\(traf)/trun", as: TrackRunBox.self) {
        $0.dataOffset = try #require($0.dataOffset) + Int32(shift)
      }
    }
  }

  /// Replaces a box by `free`, so that nothing moves.
  mutating func blank(_ path: String) throws {
    try editList(around: path) { list, index in
      let size = try #require(list[index].source).count
      list[index] = Box(
        type: "free", opaque: Bytes([UInt8](repeating: 0, count: size - 8)))
    }
  }
}
