import HEIF
public import ISOBMFF
import Metadata
public import Text

/// The box tree as indented text.
public final class TreeText: FieldSink {
  private let output: TextOutput
  private let options: TreeOptions
  private let style: ReportTextStyle
  private let bytes: Bytes
  private let level: Int
  private var position: TreePosition
  /// The line that is being written.
  private var text: [UInt8] = []
  /// Whether nothing was shown, for example because a path does not exist.
  public private(set) var isEmpty = true

  /// - Parameters:
  ///   - bytes: the bytes of the file, for hexadecimal views.
  ///   - level: the indentation level of the outermost boxes.
  public init(
    _ output: TextOutput, bytes: Bytes, options: TreeOptions,
    style: ReportTextStyle = ReportTextStyle(), level: Int = 0
  ) {
    self.output = output
    self.bytes = bytes
    self.options = options
    self.style = style
    self.level = level
    position = TreePosition(options)
  }

  /// Writes a line, which `write` appends to the indentation.
  private func line(level inside: Int? = nil, _ write: (inout [UInt8]) -> Void) {
    isEmpty = false
    text.removeAll(keepingCapacity: true)
    let width = 2 * max(0, level + (inside ?? position.level))
    text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: width))
    write(&text)
    text.append(UInt8(ascii: "\n"))
    output.put(text)
  }

  private func line(_ text: String, level inside: Int? = nil) {
    line(level: inside) { $0 += text.utf8 }
  }

  /// Writes the line of a box, an item or an element. Its content is indented.
  public func open(_ group: FieldGroup) -> Bool {
    let level = position.level
    let (isEntered, isShown) = position.open(group)
    guard isShown else { return isEntered }
    switch group.kind {
    case .structure: line(style.name(group.name), level: level)
    case .box(_, let title, let specification):
      let name = printable(position.path ?? group.name)
      heading(
        style.box(name, type: group.name.prefix(4), isKnown: !title.isEmpty), group,
        [title, specification], level)
    case .segment(let title, let specification):
      heading(style.strong(printable(group.name)), group, [title, specification], level)
    case .item(let id, let title, let specification):
      heading(
        style.strong(printable("item \(id), \(group.name)")), group, [title, specification], level)
    }
    return isEntered
  }

  private func heading(_ name: String, _ group: FieldGroup, _ names: [String], _ level: Int) {
    line(level: level) { text in
      text += name.utf8
      text += " \(style.faintly.start)".utf8
      text += counted(group.fileRange.count, "byte").utf8
      text += " at ".utf8
      text.append(decimal: UInt64(group.fileRange.lowerBound))
      var separator = " · "
      for name in names where !name.isEmpty {
        text += separator.utf8
        text += name.utf8
        separator = ", "
      }
      text += style.faintly.end.utf8
    }
  }

  /// Ends the group that was opened last.
  public func close(_ group: FieldGroup) { position.close(group) }

  /// Writes the line of a field, with its bytes if the options request it.
  public func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    guard position.isShown else { return }
    line { text in
      text += style.name(name).utf8
      text += " = ".utf8
      guard case .bytes(let data) = value else {
        text.append(value, bits: bits.count)
        if options.showsHex { text += hex(bits).utf8 }
        return
      }
      text += counted(data.count, "byte").utf8
      guard !options.showsHex, data.prefixMissing(16) == nil else { return }
      text += ": ".utf8
      text.append(value, bits: 0)
    }
    guard case .bytes(let data) = value else { return }
    let limit = options.showsHex ? position.byteLimit : 16
    if let problem = data.prefixMissing(limit) {
      notRead(problem, bits)
    } else if options.showsHex {
      HexText.dump(data, limit: position.byteLimit) {
        line(style.faint($0), level: position.level + 1)
      }
    }
  }

  /// The bytes of a field, which follow its value.
  private func hex(_ bits: Range<Int>) -> String {
    guard !bits.isEmpty else { return "" }
    let start = bits.lowerBound / 8 - bytes.fileOffset
    guard let part = bytes.part(start..<(bits.upperBound + 7) / 8 - bytes.fileOffset) else {
      return ""
    }
    let inside = bits.lowerBound % 8 == 0 && bits.count % 8 == 0
    let detail =
      inside ? "" : " bits \(bits.lowerBound % 8)–\(bits.lowerBound % 8 + bits.count - 1)"
    return style.faint(
      "  [\(bits.lowerBound / 8)\(detail): \(HexText.spaced(part.prefix(16)))\(part.count > 16 ? " …" : "")]"
    )
  }

  /// Writes a table, with all rows or with the first rows, depending on the options.
  public func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {
    guard position.isShown else { return }
    line("\(style.name(name)) = \(counted(table.count, "row"))")
    let shown = options.rows(of: table)
    if let problem = table.missing(shown) { return notRead(problem, bits) }
    write(shown, of: table)
    if !shown.isEmpty, shown.count < table.count {
      line(
        style.faint("… \(counted(table.count - shown.count, "more row")) (--all)"),
        level: position.level + 1)
    }
  }

  /// The largest part of a dump: the common part of the rows is prepared.
  private func write(_ rows: Range<Int>, of table: FieldTable) {
    let columns = Array(table.columns.enumerated()).filter { $0.1.bits > 0 }
    let (start, end) = style.faintly
    let indentation = String(repeating: "  ", count: max(0, level + position.level + 1))
    var line = NumberRowWriter("\(indentation)\(start)[")
    line.number(.index)
    line.text("] \(end)")
    let head = line
    for (shown, (number, column)) in columns.enumerated() {
      line.text("\(shown == 0 ? "" : ", ")\(column.name) = ")
      line.number(.column(number, isSigned: column.isSigned))
    }
    line.text("\n")
    if columns.allSatisfy({ $0.1.isDecimal }) {
      return table.forEachRow(rows) { output.put(line, index: $0, row: $1) }
    }
    var text: [UInt8] = []
    table.forEachRow(rows) { index, row in
      text.removeAll(keepingCapacity: true)
      text.append(head, index: index, row: row)
      for (shown, (number, column)) in columns.enumerated() {
        if shown > 0 { text += ", ".utf8 }
        text += column.name.utf8
        text += " = ".utf8
        text.append(column.value(row[number]), bits: column.bits)
      }
      text.append(UInt8(ascii: "\n"))
      output.put(text)
    }
  }

  /// Writes a damage, with its offset.
  public func damage(_ error: FieldError) {
    guard position.isShown else { return }
    if case .notRead = error.reason { return line(style.alarm("not read: \(error)")) }
    line(style.alarm("damaged: \(error)"))
  }

  /// Writes why a value is not shown.
  private func notRead(_ problem: String, _ bits: Range<Int>) {
    let error = FieldError(.notRead(problem), offset: bits.lowerBound / 8)
    line(style.alarm("not read: \(error)"), level: position.level + 1)
  }
}

extension FieldTable.Column {
  /// Whether its values are decimal numbers without further text.
  fileprivate var isDecimal: Bool {
    switch format {
    case .decimal, .offset: true
    default: false
    }
  }
}

extension Bytes {
  /// The reason why the first `count` of these bytes cannot be read; nil if they can.
  func prefixMissing(_ count: Int) -> String? { part(0..<Swift.min(count, self.count))?.missing }
}

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

extension FieldValue {
  /// The value as a person reads it.
  ///
  /// - Parameter bits: how wide the field is, for hexadecimal and floating-point numbers.
  func text(bits: Int) -> String {
    var text: [UInt8] = []
    text.append(self, bits: bits)
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// A value as a person reads it, in UTF-8: a dump has millions of them.
  mutating func append(_ value: FieldValue, bits: Int) {
    switch value {
    case .flag(let value): self += (value ? "true" : "false").utf8
    case .text(let text): self += "\"\(printable(text.string))\"".utf8
    case .bytes(let bytes):
      append(spaced: bytes.prefix(16))
      if bytes.count > 16 { self += " … (\(counted(bytes.count, "byte")))".utf8 }
    case .int(let value, let format):
      switch format {
      case .fixed(let fraction): self += decimal(Double(value) / Double(1 << fraction)).utf8
      default: append(decimal: value)
      }
    case .uint(let value, let format): append(value, format, bits: bits)
    }
  }

  private mutating func append(_ value: UInt64, _ format: FieldFormat, bits: Int) {
    switch format {
    case .decimal, .offset: append(decimal: value)
    case .hex, .flags:
      self += "0x".utf8
      append(hex: value, width: (bits + 3) / 4)
      append(meaning: format.meaning(of: value))
    case .fourCC:
      let code = FourCC(rawValue: UInt32(truncatingIfNeeded: value))
      self += (code.isNumber ? "\(code)" : "'\(code)'").utf8
    case .fixed(let fraction):
      self += decimal(Double(value) / Double(UInt64(1) << UInt64(fraction))).utf8
    case .seconds1904: append(value, value == 0 ? "not set" : Date1904.text(value))
    case .language:
      guard let code = PackedLanguage.letters(value) else {
        return append(value, "Macintosh language")
      }
      self += "\"\(code)\"".utf8
    case .float:
      self +=
        (bits == 32
        ? "\(Float(bitPattern: UInt32(truncatingIfNeeded: value)))"
        : "\(Double(bitPattern: value))").utf8
    case .names(let names): append(value, names[value])
    }
  }

  /// A number, and its meaning.
  private mutating func append(_ value: UInt64, _ meaning: String?) {
    append(decimal: value)
    append(meaning: meaning)
  }

  private mutating func append(meaning: String?) {
    guard let meaning else { return }
    self += " (".utf8
    self += meaning.utf8
    append(UInt8(ascii: ")"))
  }
}

/// The start of a long text, and how much more there is.
func shortened(_ text: String, to limit: Int = 200) -> String {
  guard text.count > limit else { return text }
  let start = text.prefix(limit)
  return "\(start)… (\(grouped(text.count)) characters)"
}
