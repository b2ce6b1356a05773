public import ISOBMFF

/// What is shown of the box tree.
public struct TreeOptions: Sendable {
  /// Levels of boxes; nil for all.
  public var depth: Int?
  /// The box that is shown with what is in it, and nothing else; nil for all.
  public var path: BoxPath?
  /// The bytes of every field too.
  public var showsHex = false
  /// Whether all rows of tables and all bytes of data are shown; otherwise the first ones. Media
  /// data is shown in full only if ``path`` leads to it: it would be most of the file.
  public var showsAll = false

  public init() {}

  /// How many rows of a table are shown. If rows have no bits, it is enough to know how many there
  /// are: a few bytes can state millions.
  func rows(of table: FieldTable) -> Range<Int> {
    let hasBits = table.columns.contains { $0.bits > 0 }
    return 0..<min(table.count, !hasBits ? 0 : showsAll ? .max : 16)
  }
}

/// Follows where in the tree a sink is, and decides what is shown.
struct TreePosition {
  private let options: TreeOptions
  private let wanted: [String]
  /// The boxes that are open.
  private var boxes: [String] = []
  /// How many bytes of a field are shown.
  private(set) var byteLimit = 0
  /// How many groups are open below the boxes that only lead to the wanted one.
  private(set) var level = 0

  init(_ options: TreeOptions) {
    self.options = options
    wanted =
      options.path?.steps.map { $0.index == 0 ? "\($0.type)" : "\($0.type)[\($0.index)]" } ?? []
    setByteLimit()
  }

  /// Whether what is open now is shown, and not just on the way to the wanted box.
  var isShown: Bool { boxes.count >= wanted.count }

  private mutating func setByteLimit() {
    let isMedia = boxes.last.map { $0.hasPrefix("mdat") || $0.hasPrefix("imda") } ?? false
    byteLimit = options.showsAll && !(isMedia && wanted.isEmpty) ? .max : 256
  }

  /// Whether a group is entered, and if so, whether it is shown.
  mutating func open(_ group: FieldGroup) -> (isEntered: Bool, isShown: Bool) {
    guard case .box = group.kind else {
      guard isShown else { return (false, false) }
      level += 1
      return (true, true)
    }
    if boxes.count < wanted.count, wanted[boxes.count] != group.name { return (false, false) }
    let isShown = boxes.count + 1 >= wanted.count
    if isShown, let depth = options.depth, boxes.count + 1 - max(wanted.count, 1) >= depth {
      return (false, true)
    }
    boxes.append(group.name)
    setByteLimit()
    if isShown { level += 1 }
    return (true, isShown)
  }

  mutating func close(_ group: FieldGroup) {
    if isShown { level -= 1 }
    guard case .box = group.kind else { return }
    boxes.removeLast()
    setByteLimit()
  }
}
