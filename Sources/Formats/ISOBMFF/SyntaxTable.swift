/// The fields of a structure, according to the declaration that reads and writes them.
///
/// The declaration is run many times, with every version and with different values of the fields on which others may
/// depend. So the table says when a field exists, and cannot disagree with the code that reads it.
public struct SyntaxTable: Sendable {
  /// A field.
  public struct Row: Sendable {
    /// The structures around it, and its name; lists end in `[]`: `["items[]", "item_ID"]`.
    public var path: [String]
    /// The kind of the field.
    public var kind: FieldKind
    /// The number of bits in each version; nil if it varies within one.
    public var bits: [UInt8: Int?] = [:]
    /// The fields that say how many bits it takes.
    public var widthFields: [String] = []
    /// The versions in which it is always there.
    public var versions: Set<UInt8> = []
    /// The conditions under which it exists, in words; empty if it always exists in its versions.
    public var conditions: [String] = []

    /// The name of the field without its path.
    public var name: String { if case .reserved = kind { "reserved" } else { path.last ?? "" } }
  }

  /// The fields, in the order of the file.
  public private(set) var rows: [Row] = []
  /// All versions with which the declaration was run; only 0 for a structure without versions.
  public let versions: [UInt8]
  /// Whether the whole declaration was covered; parts that depend on the data itself are left out.
  public private(set) var isComplete = true
  private let structure: any FieldCodable.Type
  private let scope: FieldScope

  /// The table of a box; nil if it has no fields.
  public init?(_ definition: BoxDefinition) {
    guard let body = definition.body else { return nil }
    self.init(body, type: definition.type, versions: definition.versions)
  }

  /// The table of a description of a group of samples; nil if its fields are not known.
  public init?(_ definition: SampleGroupDefinition) {
    guard let entry = definition.entry else { return nil }
    self.init(entry, type: definition.type, versions: nil)
  }

  private init(_ structure: any FieldCodable.Type, type: FourCC, versions: ClosedRange<UInt8>?) {
    self.structure = structure
    self.versions = versions.map(Array.init) ?? [0]
    var scope = FieldScope()
    scope.type = type
    self.scope = scope
    for version in self.versions {
      let chosen: [[String]: UInt64] = versions == nil ? [:] : [["version"]: UInt64(version)]
      let outline = outline(chosen)
      if !outline.isComplete { isComplete = false }
      add(outline.rows, version) { $0.versions.insert(version) }
      explore(outline.rows, Probe(version: version, chosen: chosen, conditions: []))
    }
  }

  /// The fields with chosen values. Reserved bits, which have no names, get a number in each structure.
  private func outline(
    _ chosen: [[String]: UInt64]
  ) -> (rows: [FieldOutline.Row], isComplete: Bool) {
    let outline = FieldOutline(structure, in: scope, chosen: chosen)
    var rows = outline.rows
    var counts: [[String]: Int] = [:]
    for index in rows.indices where rows[index].isReserved {
      counts[rows[index].path, default: 0] += 1
      let number = counts[rows[index].path, default: 1]
      rows[index].path[rows[index].path.count - 1] += " \(number)"
    }
    return (rows, outline.isComplete)
  }

  // MARK: Conditions

  /// Values that are chosen to run a declaration.
  private struct Probe {
    var version: UInt8
    var chosen: [[String]: UInt64]
    /// The same in words, without the version.
    var conditions: [String]
  }

  /// Chooses other values for each field, and records which fields appear, disappear, or change their width.
  private mutating func explore(_ rows: [FieldOutline.Row], _ probe: Probe) {
    let known = Dictionary(rows.map { ($0.path, $0) }) { first, _ in first }
    for row in rows where probe.chosen[row.path] == nil {
      var found: [[String]: [UInt64]] = [:]
      var lost: [[String]: [UInt64]] = [:]
      var first: [[String]: [FieldOutline.Row]] = [:]
      let candidates = candidates(row, probe)
      for value in candidates where value != row.value {
        var chosen = probe.chosen
        chosen[row.path] = value
        let other = outline(chosen)
        for new in other.rows {
          guard let old = known[new.path] else {
            found[new.path, default: []].append(value)
            if first[new.path] == nil { first[new.path] = other.rows }
            continue
          }
          if old.bits != new.bits { setWidth(of: new.path, by: row, probe.version) }
        }
        guard other.isComplete else { continue }
        let paths = Set(other.rows.map(\.path))
        for path in known.keys where !paths.contains(path) { lost[path, default: []].append(value) }
      }
      for path in rows.map(\.path) {
        guard let values = lost[path] else { continue }
        note("unless \(words(row, values, of: candidates))", for: path)
      }
      explore(found, first, by: row, candidates, probe)
    }
  }

  /// Records the fields that depend on the values of a field, and explores those fields too.
  private mutating func explore(
    _ found: [[String]: [UInt64]], _ first: [[String]: [FieldOutline.Row]],
    by row: FieldOutline.Row, _ candidates: [UInt64], _ probe: Probe
  ) {
    // Fields that appear together depend on the same values.
    var isExplored: Set<[UInt64]> = []
    for (path, values) in found.sorted(by: { $0.value.lexicographicallyPrecedes($1.value) }) {
      guard let rows = first[path] else { continue }
      let condition = "if \(words(row, values, of: candidates))"
      guard isExplored.insert(values).inserted else { continue }
      let new = rows.filter { found[$0.path] == values }
      let all = probe.conditions + [condition]
      add(rows, probe.version) { added in
        guard found[added.path] == values else { return }
        let sentence = all.joined(separator: " and ")
        if !added.conditions.contains(sentence) { added.conditions.append(sentence) }
      }
      guard all.count < 2, let value = values.first else { continue }
      var next = Probe(version: probe.version, chosen: probe.chosen, conditions: all)
      next.chosen[row.path] = value
      // Fields that were there before have been asked without these.
      let asked = Set(new.map(\.path))
      for other in rows where !asked.contains(other.path) && next.chosen[other.path] == nil {
        next.chosen[other.path] = other.value
      }
      explore(rows, next)
    }
  }

  /// The values that a field is tried with.
  private func candidates(_ row: FieldOutline.Row, _ probe: Probe) -> [UInt64] {
    guard row.path != ["version"] else { return [] }
    switch row.kind {
    case .flag: return [0, 1]
    case .number(let format, _):
      let bits = row.bits ?? 0
      if row.name == "flags", row.bits == 24 {
        let all = (UInt64(1) << 24) - 1
        var chosen = probe.chosen
        chosen[row.path] = all
        let isTheSame = outline(chosen).rows.map(\.path) == outline(probe.chosen).rows.map(\.path)
        return isTheSame ? [] : (0..<24).map { 1 << UInt64($0) }
      }
      switch format {
      case .names(let names): return Array(names.all.map(\.value).prefix(64)) + [row.value]
      case .decimal, .hex, .flags:
        guard (1...16).contains(bits) else { return [] }
        return bits <= 4 ? Array(0..<(1 << UInt64(bits))) : [0, 1, 2, 3, 4, 8]
      default: return []
      }
    default: return []
    }
  }

  private func words(
    _ row: FieldOutline.Row, _ values: [UInt64], of candidates: [UInt64]
  ) -> String {
    if row.name == "flags" {
      let names = values.map { "0x" + zeroPadded(String($0, radix: 16), to: 6) }
      return "flags has \(names.joined(separator: " or "))"
    }
    let others = candidates.filter { $0 != row.value && !values.contains($0) }
    if others.isEmpty, candidates.count > 2 { return "\(row.name) is not \(row.word(row.value))" }
    return "\(row.name) is \(values.prefix(8).map(row.word).joined(separator: " or "))"
      + (values.count > 8 ? " or others" : "")
  }

  // MARK: Rows

  /// Inserts rows into the table, in their order.
  private mutating func add(
    _ new: [FieldOutline.Row], _ version: UInt8, _ change: (inout Row) -> Void
  ) {
    var position = 0
    for row in new {
      let index =
        rows[position...].firstIndex { $0.isSame(as: row) }
        ?? rows.firstIndex { $0.isSame(as: row) }
      if let index {
        position = max(position, index + 1)
        if rows[index].bits[version] == nil { rows[index].bits[version] = .some(row.bits) }
        change(&rows[index])
      } else {
        var added = Row(path: row.path, kind: row.kind)
        added.bits[version] = .some(row.bits)
        change(&added)
        rows.insert(added, at: position)
        position += 1
      }
    }
  }

  private mutating func setWidth(of path: [String], by row: FieldOutline.Row, _ version: UInt8) {
    guard let index = rows.firstIndex(where: { $0.path == path }) else { return }
    if !rows[index].widthFields.contains(row.name) { rows[index].widthFields.append(row.name) }
  }

  private mutating func note(_ condition: String, for path: [String]) {
    guard let index = rows.firstIndex(where: { $0.path == path }),
      !rows[index].conditions.contains(condition)
    else { return }
    rows[index].conditions.append(condition)
  }
}

extension SyntaxTable.Row {
  fileprivate func isSame(as row: FieldOutline.Row) -> Bool {
    path == row.path && (!row.isReserved || row.kind == kind)
  }
}

extension FieldOutline.Row {
  fileprivate var name: String { path.last ?? "" }
  fileprivate var isReserved: Bool { if case .reserved = kind { true } else { false } }

  /// A value with its name, if it has one.
  fileprivate func word(_ value: UInt64) -> String {
    guard case .number(let format, _) = kind, let meaning = format.meaning(of: value) else {
      return "\(value)"
    }
    return "\(value) (\(meaning))"
  }
}
