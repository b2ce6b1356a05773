import ISOBMFF

/// Finds out how the fields of two boxes differ.
struct FieldComparison {
  typealias Listed = FileDifference.Listed
  private let ignored: FileDifference.Ignored
  private let listed: Listed
  /// The copied ranges in the new box, if both are boxes of media data.
  private let mediaData: CopiedBytes?
  private(set) var fields: [FieldDifference] = []
  private(set) var fieldCount = 0
  private(set) var ignoredCount = 0

  init(_ ignored: FileDifference.Ignored, listed: Listed, mediaData: CopiedBytes? = nil) {
    self.ignored = ignored
    self.listed = listed
    self.mediaData = mediaData
  }

  private mutating func add(
    _ oldPath: String?, _ newPath: String?, _ change: FieldDifference.Change
  ) {
    fieldCount += 1
    guard fields.count < listed.fields else { return }
    fields.append(FieldDifference(oldPath: oldPath, newPath: newPath, change: change))
  }

  /// A value without a field: from the header of the box.
  mutating func add(_ name: String, old: String, new: String) {
    func value(_ text: String) -> FieldDifference.Value {
      FieldDifference.Value(value: .text(Text(text, form: .plain)), bits: 0)
    }
    add(name, name, .value(old: value(old), new: value(new)))
  }

  mutating func addBytes(_ difference: BytesDifference) { add("data", "data", .bytes(difference)) }

  mutating func ignore() { ignoredCount += 1 }

  mutating func compare(
    _ old: [FieldNode], _ new: [FieldNode], in oldPath: String = "", _ newPath: String = ""
  ) {
    let alignment = Alignment(old.map(element), new.map(element))
    let moved = alignment.moved { _ in 1 }
    var added = alignment.added[...]
    var index = 0
    func path(_ base: String, _ node: FieldNode) -> String {
      base.isEmpty ? node.name : "\(base)/\(node.name)"
    }
    // Removed fields, at their positions among the old ones.
    var removed = alignment.removed[...]
    for (old:oldIndex, new:newIndex) in alignment.pairs {
      while let gone = removed.first, gone < oldIndex {
        list(old[gone], path(oldPath, old[gone]), isNew: false)
        removed.removeFirst()
      }
      while let came = added.first, came < newIndex {
        list(new[came], path(newPath, new[came]), isNew: true)
        added.removeFirst()
      }
      let (a, b) = (path(oldPath, old[oldIndex]), path(newPath, new[newIndex]))
      if moved.contains(index) { add(a, b, .moved) }
      compare(old[oldIndex], new[newIndex], a, b)
      index += 1
    }
    for gone in removed { list(old[gone], path(oldPath, old[gone]), isNew: false) }
    for came in added { list(new[came], path(newPath, new[came]), isNew: true) }
  }

  private mutating func compare(
    _ old: FieldNode, _ new: FieldNode, _ oldPath: String, _ newPath: String
  ) {
    switch (old.content, new.content) {
    case (.group(let old), .group(let new)): compare(old, new, in: oldPath, newPath)
    case (.table(let old), .table(let new)): compare(old, new, oldPath, newPath)
    case (.value(.bytes(let old), let oldBits), .value(.bytes(let new), let newBits)):
      if old.count == new.count, mediaData != nil, ignored.contains(.mediaBytes) { return }
      let isSearched = old.count == new.count || mediaData == nil
      let first = isSearched ? (mediaData ?? CopiedBytes()).firstDifference(old, new) : nil
      guard old.count != new.count || first != nil else { return }
      // Short ones are shown as they are.
      if max(old.count, new.count) <= 16 {
        add(
          oldPath, newPath,
          .value(
            old: FieldDifference.Value(value: .bytes(old), bits: oldBits),
            new: FieldDifference.Value(value: .bytes(new), bits: newBits)))
      } else {
        add(
          oldPath, newPath,
          .bytes(
            BytesDifference(oldCount: old.count, newCount: new.count, firstDifference: first)))
      }
    case (.value(let old, let oldBits), .value(let new, let newBits)):
      guard !old.isSame(as: new) else { return }
      guard !isIgnored(old) || !isIgnored(new) else { return ignore() }
      add(
        oldPath, newPath,
        .value(
          old: FieldDifference.Value(value: old, bits: oldBits),
          new: FieldDifference.Value(value: new, bits: newBits)))
    case (.damage(let old), .damage(let new)):
      guard old.reason != new.reason || old.path != new.path else { return }
      add(oldPath, newPath, .damage(old: "\(old)", new: "\(new)"))
    default:
      list(old, oldPath, isNew: false)
      list(new, newPath, isNew: true)
    }
  }

  /// A field that only one of the boxes has, or all that is in such a group.
  mutating func list(_ node: FieldNode, _ path: String, isNew: Bool) {
    let (oldPath, newPath) = isNew ? (nil, path) : (path, nil)
    switch node.content {
    case .value(let value, let bits):
      guard !isIgnored(value) else { return ignore() }
      let value = FieldDifference.Value(value: value, bits: bits)
      add(oldPath, newPath, .value(old: isNew ? nil : value, new: isNew ? value : nil))
    case .table(let table):
      let none = FieldTable()
      add(
        oldPath, newPath, .table(isNew ? rows(none, table, []) : rows(table, none, [])))
    case .group(let nodes): for node in nodes { list(node, "\(path)/\(node.name)", isNew: isNew) }
    case .damage(let error):
      add(oldPath, newPath, .damage(old: isNew ? nil : "\(error)", new: isNew ? "\(error)" : nil))
    }
  }

  private func isIgnored(_ value: FieldValue) -> Bool {
    guard ignored.contains(.offsets) else { return false }
    switch value {
    case .uint(_, .offset), .int(_, .offset): return true
    case .uint, .int: return false
    case .flag, .text, .bytes: return false
    }
  }
}

extension FieldValue {
  /// Whether they are the same number, however a field is shown.
  fileprivate func isSame(as other: FieldValue) -> Bool {
    switch (self, other) {
    case (.uint(let a, _), .uint(let b, _)): a == b
    case (.int(let a, _), .int(let b, _)): a == b
    default: self == other
    }
  }
}

// MARK: - Telling fields apart

extension FieldComparison {
  private struct Key: Hashable {
    var name: String
    /// The number that names an element of a list.
    var number: UInt64?
  }

  private func element(_ node: FieldNode) -> Alignment.Element<Key> {
    guard node.name.hasSuffix("]"), let bracket = node.name.lastIndex(of: "[") else {
      return Alignment.Element(key: Key(name: node.name), content: 0)
    }
    return Alignment.Element(
      key: Key(name: String(node.name[..<bracket]), number: node.identifier),
      content: content(of: node))
  }

  /// A hash of what would be compared.
  private func content(of node: FieldNode) -> Int {
    var hasher = Hasher()
    hash(node, into: &hasher)
    return hasher.finalize()
  }

  private func hash(_ node: FieldNode, into hasher: inout Hasher) {
    switch node.content {
    case .value(let value, _):
      guard !isIgnored(value) else { return }
      switch value {
      case .uint(let number, _): hasher.combine(number)
      case .int(let number, _): hasher.combine(number)
      case .flag(let flag): hasher.combine(flag)
      case .text(let text): hasher.combine(text)
      case .bytes(let bytes):
        hasher.combine(bytes.count)
        hasher.combine(bytes.part(0..<min(bytes.count, 4096)))
      }
    case .table(let table): hasher.combine(table.count)
    case .group(let nodes):
      for (index, node) in nodes.enumerated() {
        // An element of this list has its own index in its name.
        hasher.combine(index)
        hash(node, into: &hasher)
      }
    case .damage(let error): hasher.combine("\(error.reason)")
    }
  }
}

extension FieldNode {
  /// The number that names an element of a list: `item_ID`, `track_ID`, ...
  fileprivate var identifier: UInt64? {
    guard case .group(let nodes) = content, let first = nodes.first,
      first.name.hasSuffix("_ID") || first.name.hasSuffix("_id"),
      case .value(.uint(let number, _), _) = first.content
    else { return nil }
    return number
  }
}

// MARK: - Tables

extension FieldComparison {
  private mutating func compare(
    _ old: FieldTable, _ new: FieldTable, _ oldPath: String, _ newPath: String
  ) {
    let names = old.columns.filter { $0.bits > 0 }.map(\.name)
    let newNames = new.columns.filter { $0.bits > 0 }.map(\.name)
    var columns: [(old: Int, new: Int)] = []
    var hasIgnored = false
    for (index, column) in old.columns.enumerated() where column.bits > 0 {
      guard let partner = new.columns.firstIndex(where: { $0.name == column.name && $0.bits > 0 })
      else { continue }
      if ignored.contains(.offsets), column.offset != nil {
        hasIgnored = true
      } else {
        columns.append((index, partner))
      }
    }
    if hasIgnored, old.count == new.count, names == newNames {
      let difference = rows(old, new, old.columns.indices.map { ($0, $0) })
      let rest = rows(old, new, columns)
      if rest.rowCount < difference.rowCount { ignore() }
      if rest.rowCount > 0 { add(oldPath, newPath, .table(rest)) }
      return
    }
    let difference = rows(old, new, columns)
    if difference.rowCount > 0 || names != newNames { add(oldPath, newPath, .table(difference)) }
  }

  /// The rows that differ in `columns`: in tables of the same length one by one, in others after the common rows at the
  /// start and at the end.
  private func rows(
    _ old: FieldTable, _ new: FieldTable, _ columns: [(old: Int, new: Int)]
  ) -> TableDifference {
    var difference = TableDifference(old: old, new: new, rows: [], rowCount: 0)
    func isSame(_ a: Int, _ b: Int) -> Bool {
      columns.allSatisfy { old[a, $0.old] == new[b, $0.new] }
    }
    let common = min(old.count, new.count)
    // Rows without bits are many and all the same.
    guard !columns.isEmpty || common == 0 else {
      difference.rowCount = max(old.count, new.count) - common
      return difference
    }
    var start = 0
    var end = 0
    if old.count != new.count {
      while start < common, isSame(start, start) { start += 1 }
      while end < common - start, isSame(old.count - 1 - end, new.count - 1 - end) { end += 1 }
    }
    let (oldEnd, newEnd) = (old.count - end, new.count - end)
    let paired = min(oldEnd, newEnd)
    for row in start..<paired where !isSame(row, row) {
      difference.rowCount += 1
      if difference.rows.count < listed.rows {
        difference.rows.append(TableDifference.Row(oldIndex: row, newIndex: row))
      }
    }
    if difference.rowCount > 1, difference.rowCount == old.count, old.count == new.count {
      difference.shift = shift(old, new, columns)
    }
    difference.rowCount += max(oldEnd, newEnd) - paired
    for row in paired..<max(oldEnd, newEnd) {
      guard difference.rows.count < listed.rows else { break }
      difference.rows.append(
        oldEnd > newEnd
          ? TableDifference.Row(oldIndex: row, newIndex: nil)
          : TableDifference.Row(oldIndex: nil, newIndex: row))
    }
    return difference
  }

  /// The common difference of all rows of two tables of the same length.
  private func shift(
    _ old: FieldTable, _ new: FieldTable, _ columns: [(old: Int, new: Int)]
  ) -> TableDifference.Shift? {
    let changed = columns.filter { old[0, $0.old] != new[0, $0.new] }
    guard changed.count == 1, let column = changed.first else { return nil }
    let amount = new[0, column.new] &- old[0, column.old]
    for row in 0..<old.count {
      for other in columns {
        let expected = other.old == column.old ? amount : 0
        guard new[row, other.new] &- old[row, other.old] == expected else { return nil }
      }
    }
    return TableDifference.Shift(column: old.columns[column.old].name, amount: amount)
  }
}
