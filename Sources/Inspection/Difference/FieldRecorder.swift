import ISOBMFF

/// A field, table or group as a box told it.
struct FieldNode {
  indirect enum Content {
    case value(FieldValue, bits: Int)
    case table(FieldTable)
    case group([FieldNode])
    case damage(FieldError)
  }
  /// `items[3]`
  var name: String
  var content: Content
}

/// Keeps the fields of those boxes that are asked for, and reads past the others.
final class FieldRecorder: FieldSink {
  /// The fields of each box, by its path.
  private(set) var boxes: [String: [FieldNode]] = [:]
  /// For boxes whose fields are wanted, whether those of the boxes inside are wanted as parts of them.
  private let wanted: [String: Bool]
  /// Boxes that contain wanted ones.
  private let leading: Set<String>

  private enum Level {
    /// A box that only leads to others.
    case passage
    case box(path: String, isWhole: Bool)
    case group(name: String)
  }
  private var levels: [Level] = []
  private var paths: [String] = [""]
  private var nodes: [[FieldNode]] = [[]]

  /// - Parameter wanted: paths of boxes; the empty one is the file.
  init(_ wanted: [String: Bool]) {
    self.wanted = wanted
    var leading: Set<String> = []
    for path in wanted.keys {
      var rest = path[...]
      while let slash = rest.lastIndex(of: "/") {
        rest = rest[..<slash]
        guard leading.insert(String(rest)).inserted else { break }
      }
    }
    self.leading = leading
  }

  /// Records the file's own fields, too, once all boxes have been told.
  func finish() { boxes[""] = nodes[0] }

  func open(_ group: FieldGroup) -> Bool {
    guard case .box = group.kind else { return enter(.group(name: group.name)) }
    switch levels.last {
    case .box(_, isWhole: true), .group: return enter(.group(name: group.name))
    case .box(_, isWhole: false), .passage, nil: break
    }
    let path = paths.count == 1 ? group.name : "\(paths[paths.count - 1])/\(group.name)"
    if let isWhole = wanted[path] {
      paths.append(path)
      return enter(.box(path: path, isWhole: isWhole))
    }
    guard leading.contains(path) else { return false }
    paths.append(path)
    return enter(.passage)
  }

  private func enter(_ level: Level) -> Bool {
    levels.append(level)
    nodes.append([])
    return true
  }

  func close(_ group: FieldGroup) {
    guard let level = levels.popLast() else { return }
    let inside = nodes.removeLast()
    switch level {
    case .passage: paths.removeLast()
    case .box(let path, _):
      paths.removeLast()
      boxes[path] = inside
    case .group(let name): keep(FieldNode(name: name, content: .group(inside)))
    }
  }

  private func keep(_ node: FieldNode) {
    if case .passage = levels.last { return }
    nodes[nodes.count - 1].append(node)
  }

  func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    keep(FieldNode(name: name, content: .value(value, bits: bits.count)))
  }

  func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {
    keep(FieldNode(name: name, content: .table(table)))
  }

  func damage(_ error: FieldError) {
    keep(FieldNode(name: "damaged", content: .damage(error)))
  }
}
