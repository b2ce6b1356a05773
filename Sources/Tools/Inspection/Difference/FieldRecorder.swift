import FieldCoding
import ISOBMFF

/// A field, table or group that a box reported.
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
  /// The fields of each box, by its offset in the file: not all types are different in a path.
  private(set) var boxes: [Int: [FieldNode]] = [:]
  /// The fields of the file itself, after everything was reported.
  var file: [FieldNode] { nodes[0] }
  /// The boxes whose fields are recorded, and whether the fields of their children are recorded as parts of them.
  private let wanted: [Int: Bool]
  private let offsets: [Int]

  private enum Level {
    /// A box that is only on the path to others.
    case passage
    case box(offset: Int, isWhole: Bool)
    case group(name: String)
  }
  private var levels: [Level] = []
  private var nodes: [[FieldNode]] = [[]]

  init(_ wanted: [Int: Bool]) {
    self.wanted = wanted
    offsets = wanted.keys.sorted()
  }

  func open(_ group: FieldGroup) -> Bool {
    switch group.kind {
    case .box, .segment: break
    case .structure, .item: return enter(.group(name: group.name))
    }
    switch levels.last {
    case .box(_, isWhole: true), .group: return enter(.group(name: group.name))
    case .box(_, isWhole: false), .passage, nil: break
    }
    let offset = group.fileRange.lowerBound
    if let isWhole = wanted[offset] { return enter(.box(offset: offset, isWhole: isWhole)) }
    return leads(group.fileRange) ? enter(.passage) : false
  }

  /// Whether a wanted box is in these bytes.
  private func leads(_ range: Range<Int>) -> Bool {
    let first = offsets.partitioningIndex { $0 >= range.lowerBound }
    return first < offsets.count && offsets[first] < range.upperBound
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
    case .passage: break
    case .box(let offset, _): boxes[offset] = inside
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
