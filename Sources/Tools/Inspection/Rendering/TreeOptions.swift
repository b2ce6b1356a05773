import HEIF
public import ISOBMFF
import Metadata

/// Options for the box tree.
public struct TreeOptions: Sendable {
  /// The number of levels of boxes; nil for all.
  public var depth: Int?
  /// The paths of the boxes that are shown, with their content; nil for all.
  public var paths: [BoxPath]?
  /// The segments of a JPEG file that are shown, by name; nil for all, or if the file has boxes.
  var segments: [String]?
  /// Whether each of ``paths`` is shown with its whole path, because several boxes may have the same type.
  public var showsPaths = false
  /// Whether the bytes of every field are also shown.
  public var showsHex = false
  /// Whether all rows of tables and all bytes of data are shown; if not, only the first are. Media data is shown
  /// completely only if it is one of ``paths``, because it is most of the file.
  public var showsAll = false

  public init() {}

  /// Chooses the boxes of a file that match a pattern; in a JPEG file the segments, and the boxes of the movie
  /// behind the image.
  public mutating func choose(_ pattern: BoxPattern, in bytes: Bytes, limits: DecodeLimits) {
    if FileKind(bytes) == .jpeg {
      let list = SegmentList()
      let motion = MotionPhoto(bytes)
      (motion?.picture ?? JPEGSegments(bytes)).describe(to: list)
      segments = pattern.segments(of: list.segments.map(\.name))
      paths = motion.map { pattern.paths(in: BoxFile($0.movie, limits: limits)) } ?? []
      return
    }
    paths = pattern.path.map { [$0] } ?? pattern.paths(in: BoxFile(bytes, limits: limits))
    showsPaths = pattern.path == nil
  }

  /// The number of rows of a table that are shown. Rows without bits are only counted, because a few bytes can state
  /// millions.
  func rows(of table: FieldTable) -> Range<Int> {
    let hasBits = table.columns.contains { $0.bits > 0 }
    return 0..<min(table.count, !hasBits ? 0 : showsAll ? .max : 16)
  }
}

/// The names of boxes on the ways to those that are wanted.
private struct WantedBoxes {
  private var names: [[String: Int]] = [[:]]
  private(set) var isWanted = [false]

  init(_ paths: [BoxPath], segments: [String]) {
    let boxes = paths.map { $0.steps.map { BoxPath(steps: [$0]).description } }
    for path in boxes + segments.map({ [$0] }) {
      var node = 0
      for name in path { node = add(name, to: node) }
      isWanted[node] = true
    }
  }

  private mutating func add(_ name: String, to node: Int) -> Int {
    if let next = names[node][name] { return next }
    names[node][name] = names.count
    names.append([:])
    isWanted.append(false)
    return names.count - 1
  }

  /// The path step for a box; nil if it does not lead to a wanted box.
  func step(_ name: String, in container: Int) -> Int? { names[container][name] }
}

/// Follows the position of a sink in the tree, and decides whether it is shown.
struct TreePosition {
  private let options: TreeOptions
  private let wanted: WantedBoxes?
  /// The boxes that are open.
  private var boxes: [String] = []
  /// The nodes, among the wanted ones, of the boxes on the path to them, after that of the file.
  private var nodes = [0]
  /// The number of open boxes when the outermost wanted one was opened; nil outside of one.
  private var outermost: Int?
  /// The most bytes of a field that are shown.
  private(set) var byteLimit = 0
  /// The number of open groups below the boxes that are only on the path to the wanted ones.
  private(set) var level = 0

  init(_ options: TreeOptions) {
    self.options = options
    wanted = options.paths.map { WantedBoxes($0, segments: options.segments ?? []) }
    outermost = wanted == nil ? 0 : nil
    setByteLimit()
  }

  /// Whether the open group is shown, and not only on the path to a wanted box.
  var isShown: Bool { outermost != nil }

  /// The way to the group that was opened last, if that is to be shown instead of its name.
  private(set) var path: String?

  private mutating func setByteLimit() {
    let isMedia = boxes.last.map { $0.hasPrefix("mdat") || $0.hasPrefix("imda") } ?? false
    byteLimit = options.showsAll && !(isMedia && wanted == nil) ? .max : 256
  }

  /// Whether a group is entered, and if so, whether it is shown.
  mutating func open(_ group: FieldGroup) -> (isEntered: Bool, isShown: Bool) {
    path = nil
    guard group.isLevel else {
      guard isShown else { return (false, false) }
      level += 1
      return (true, true)
    }
    let isInside = isShown
    if let outermost {
      if let depth = options.depth, boxes.count - outermost >= depth { return (false, true) }
    } else if let wanted, let container = nodes.last {
      guard let node = wanted.step(group.name, in: container) else { return (false, false) }
      if wanted.isWanted[node] { outermost = boxes.count } else { nodes.append(node) }
    }
    boxes.append(group.name)
    setByteLimit()
    if isShown { level += 1 }
    if isShown, !isInside, options.showsPaths { path = boxes.joined(separator: "/") }
    return (true, isShown)
  }

  mutating func close(_ group: FieldGroup) {
    if isShown { level -= 1 }
    guard group.isLevel else { return }
    boxes.removeLast()
    if outermost == nil {
      nodes.removeLast()
    } else if wanted != nil, outermost == boxes.count {
      outermost = nil
    }
    setByteLimit()
  }
}

extension FieldGroup {
  /// Whether it is a level of the tree: a box, or a segment of a JPEG file.
  fileprivate var isLevel: Bool {
    switch kind {
    case .box, .segment: true
    case .structure, .item: false
    }
  }
}
