public import FieldCoding
import ISOBMFF
public import Text

/// The box tree as parts of a page: boxes can be folded, and each field has a link to its bytes.
///
/// Its size is limited: after the limit, boxes are only counted and not shown.
public final class TreeHTML: FieldSink {
  /// The command that shows the parts that are left out: `boxwalk inspect IMG_1.HEIC`; nil if there is none.
  private let command: String?
  /// Whether the command accepts paths for the tree: for boxes, but not for segments.
  private let hasPaths: Bool
  private let bytes: Bytes
  /// The paths of boxes that are shown and open at any limit: those with findings.
  private let unfolded: Set<String>
  private var levels: [Level] = [Level(group: nil, isOpen: false)]
  private var byteCount = 0
  private var boxCount = 0
  /// The number of boxes and items that are not shown.
  public private(set) var hiddenCount = 0
  /// The offsets in the file of the boxes that are shown. The ID of each in the page is `b` with this number.
  public private(set) var shownBoxes: Set<Int> = []

  private static let mostBytes = 1_200_000
  private static let mostFields = 400
  private static let mostRows = 16

  /// A box, an item or an element that is open.
  private struct Level {
    var group: FieldGroup?
    var content = Markup()
    /// Whether it begins unfolded.
    var isOpen: Bool
    /// The index in ``levels`` of the box or item whose bytes these are.
    var owner = 0
    var number = 0
    var dump: FieldDump?
    var fieldCount = 0
    var hiddenFields = 0
  }

  /// - Parameters:
  ///   - bytes: the bytes of the file.
  ///   - command: the command that shows more of the file; nil if there is none.
  ///   - hasPaths: whether a path of the command leads to what is shown.
  ///   - unfolded: the paths of boxes that are unfolded, with their containers.
  public init(_ bytes: Bytes, command: String?, hasPaths: Bool = true, unfolded: Set<String>) {
    self.bytes = bytes
    self.command = command
    self.hasPaths = hasPaths
    var all: Set<String> = []
    for path in unfolded {
      let parts = path.split(separator: "/")
      for count in parts.indices { all.insert(parts[...count].joined(separator: "/")) }
    }
    self.unfolded = all
  }

  /// The parts of the page, after everything was added.
  public var markup: Markup {
    var markup = levels[0].content
    if hiddenCount > 0 {
      markup.element("p", ["class": "note"]) { note in
        let what =
          hasPaths
          ? "\(counted(hiddenCount, "more box", "more boxes")) and items"
          : counted(hiddenCount, "more segment or box", "more segments and boxes")
        note.text("\(what) are not shown here.")
        guard let command else { return }
        note.text(" This command shows them: ")
        note.element("code", "\(command) --tree")
      }
    }
    return markup
  }

  private var path: String {
    levels.compactMap { level in
      if case .box? = level.group?.kind { level.group?.name } else { nil }
    }.joined(separator: "/")
  }

  /// Starts a group. Returns whether it is shown.
  public func open(_ group: FieldGroup) -> Bool {
    var level = Level(group: group, isOpen: false)
    if case .structure = group.kind {
      guard mayAddField() else { return false }
      level.owner = levels[levels.count - 1].owner
    } else {
      var isUnfolded = false
      if case .box = group.kind {
        let path = path.isEmpty ? group.name : "\(path)/\(group.name)"
        isUnfolded = unfolded.contains(path)
      }
      guard byteCount < TreeHTML.mostBytes * (isUnfolded ? 2 : 1) else {
        hiddenCount += 1
        return false
      }
      boxCount += 1
      level.isOpen = isUnfolded
      level.owner = levels.count
      level.number = boxCount
      level.dump = FieldDump(group.fileRange, number: boxCount)
      // The content has its own bytes.
      let owner = levels[levels.count - 1].owner
      levels[owner].dump?.leaveOut(group.fileRange)
    }
    levels.append(level)
    return true
  }

  /// Ends the group that was opened last.
  public func close(_ group: FieldGroup) {
    guard let level = levels.popLast(), let group = level.group else { return }
    var markup = Markup()
    switch group.kind {
    case .structure:
      markup.element("div", ["class": "group"]) {
        $0.element("div", ["class": "key"], group.name)
        $0.add(level.content)
      }
    case .box(_, let title, let specification), .segment(let title, let specification):
      let isFirst = shownBoxes.insert(group.fileRange.lowerBound).inserted
      write(
        level, group, title, specification, id: isFirst ? "b\(group.fileRange.lowerBound)" : nil,
        to: &markup)
    case .item(let id, let title, let specification):
      write(
        level, group, "item \(id), \(title)", specification, id: "item\(id)-\(level.number)",
        to: &markup)
    }
    if case .structure = group.kind {
    } else {
      byteCount += markup.byteCount - level.content.byteCount
    }
    levels[levels.count - 1].content.add(markup)
  }

  private func write(
    _ level: Level, _ group: FieldGroup, _ title: String, _ specification: String, id: String?,
    to markup: inout Markup
  ) {
    markup.element("details", ["id": id, "class": "box", "open": level.isOpen ? "open" : nil]) {
      box in
      box.element("summary") { summary in
        summary.element("b", ["class": "code"], group.name)
        summary.element("span", ["class": "faint"]) {
          let names = [title, specification].filter { !$0.isEmpty }.joined(separator: ", ")
          $0.text(
            " \(counted(group.fileRange.count, "byte")) at \(group.fileRange.lowerBound)"
              + (names.isEmpty ? "" : " · \(names)"))
        }
      }
      box.add(level.content)
      if level.hiddenFields > 0 {
        box.element("p", ["class": "note"]) { note in
          write("… \(counted(level.hiddenFields, "more field"))", path(to: level), to: &note)
        }
      }
      level.dump?.write(bytes, to: &box)
    }
  }

  /// Writes the size of the omitted part, with the command that shows it.
  private func write(_ text: String, _ path: String, to note: inout Markup) {
    guard let command else { return note.text("\(text).") }
    note.text("\(text): ")
    note.element(
      "code", "\(command) \(hasPaths ? "--path \(shellWord(path))" : "--tree") --all")
  }

  private func path(to level: Level) -> String {
    guard let group = level.group, case .box = group.kind else { return path }
    return path.isEmpty ? group.name : "\(path)/\(group.name)"
  }

  /// Counts a field of the box that is open; false if there are too many already.
  private func mayAddField() -> Bool {
    let owner = levels[levels.count - 1].owner
    guard levels[owner].fieldCount < TreeHTML.mostFields else {
      levels[owner].hiddenFields += 1
      return false
    }
    levels[owner].fieldCount += 1
    return true
  }

  /// Adds a line for a field, with a link to its bytes.
  private func add(_ name: String, bits: Range<Int>, _ write: (inout Markup) -> Void) {
    let owner = levels[levels.count - 1].owner
    let link = levels[owner].dump?.add(name, bits: bits)
    let start = levels[levels.count - 1].content.byteCount
    levels[levels.count - 1].content.element("div", ["class": "field"]) { line in
      let text = TreeHTML.text(bits)
      if let link {
        line.element("a", ["href": "#\(link)", "title": text], name)
      } else {
        line.element("span", ["class": "name", "title": text], name)
      }
      line.text(" ")
      write(&line)
    }
    byteCount += levels[levels.count - 1].content.byteCount - start
  }

  /// `byte 24, 32 bits`
  private static func text(_ bits: Range<Int>) -> String {
    let inside = bits.lowerBound % 8 == 0 ? "" : ", from bit \(bits.lowerBound % 8)"
    return "byte \(bits.lowerBound / 8)\(inside), \(counted(bits.count, "bit"))"
  }

  /// Adds a field with its value.
  public func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    guard mayAddField() else { return }
    add(name, bits: bits) { line in
      if case .bytes(let bytes) = value, !bytes.isEmpty {
        line.text("\(counted(bytes.count, "byte")): ")
      }
      line.element("span", ["class": "value"], shortened(value.text(bits: bits.count)))
    }
  }

  /// Adds a table with its first rows.
  public func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {
    guard mayAddField() else { return }
    let columns = Array(table.columns.enumerated()).filter { $0.1.bits > 0 }
    let shown = 0..<(columns.isEmpty ? 0 : min(table.count, TreeHTML.mostRows))
    let path = path
    add(name, bits: bits) { line in
      line.text(counted(table.count, "row"))
      guard !shown.isEmpty else { return }
      line.wide(name) { wide in
        wide.element("table") { rows in
          rows.element("tr") { head in
            head.element("th", ["class": "faint"], "row")
            for (_, column) in columns { head.element("th", column.name) }
          }
          table.forEachRow(shown) { index, row in
            rows.element("tr") { cells in
              cells.element("td", ["class": "faint number"], "\(index)")
              for (number, column) in columns {
                cells.element(
                  "td", ["class": "number"], column.value(row[number]).text(bits: column.bits))
              }
            }
          }
        }
      }
      if shown.count < table.count {
        write("… \(counted(table.count - shown.count, "more row"))", path, to: &line)
      }
    }
  }

  /// Adds a damage, with its offset.
  public func damage(_ error: FieldError) {
    guard mayAddField() else { return }
    levels[levels.count - 1].content.element("div", ["class": "field error"], "damaged: \(error)")
    let owner = levels[levels.count - 1].owner
    levels[owner].isOpen = true
  }
}

/// A word of a command line, in quotation marks if necessary.
package func shellWord(_ word: String) -> String {
  let isPlain = word.allSatisfy {
    $0.isASCII && ($0.isLetter || $0.isNumber || "./_-+:@%,".contains($0))
  }
  guard !isPlain || word.isEmpty else { return word }
  return "'"
    + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
