import FieldCoding
import ISOBMFF
public import Inspection
public import Text
public import Verification

/// An HTML page about the differences of two files: boxes beside each other, changed fields and bytes, items and frames
/// with other coded bytes, and the pixels at which decoded images differ.
public struct DifferencePage {
  private let old: ExaminedFile
  private let new: ExaminedFile
  private let difference: FileDifference
  private let pixels: Pixels?

  /// The result of a comparison of decoded images.
  public enum Pixels: Sendable {
    /// A comparison of one image of each file, with its title and the new image.
    case compared([(title: String, heat: HeatMap, image: PagePreview.Image?)])
    /// The reason why there is none, as a sentence.
    case missing(String)
  }

  /// - Parameters:
  ///   - difference: of the boxes of both.
  ///   - pixels: nil if the images were not compared.
  public init(
    _ old: ExaminedFile, _ new: ExaminedFile, _ difference: FileDifference, pixels: Pixels?
  ) {
    (self.old, self.new) = (old, new)
    (self.difference, self.pixels) = (difference, pixels)
  }

  /// Writes the page.
  public func write(to output: TextOutput) {
    var page = Page(title: "\(printable(old.name)) and \(printable(new.name))")
    page.style = [FilePage.style, DifferencePage.style]
    page.script = FilePage.script
    page.write(to: output) { output in
      output.put(Markup(head))
      output.put(sections)
    }
  }

  private func head(_ markup: inout Markup) {
    markup.element("h1") { title in
      title.name(old.name)
      title.text(" and ")
      title.name(new.name)
    }
    markup.element("p", difference.tally)
    markup.element(
      "p", ["class": "faint"],
      "The old file has \(counted(old.bytes.count, "byte")), the new one \(counted(new.bytes.count, "byte"))."
    )
    markup.line()
  }

  private var sections: [PageSection] {
    var sections: [PageSection] = []
    if let pixels {
      sections.append(
        PageSection("pixels", "Images") { markup in
          switch pixels {
          case .missing(let reason): markup.element("p", ["class": "note"], reason)
          case .compared(let images):
            for (title, heat, image) in images {
              markup.element("h3", title)
              markup.plot(title, heat.drawing(over: image), isScaled: false)
              markup.element("p", heat.summary)
            }
          }
        })
    }
    let media = DifferencePageMedia(old, new)
    sections.append(PageSection("media", "Coded data", media.write))
    sections.append(
      PageSection("boxes", "Boxes and fields") { markup in
        var tree = DifferencePageTree(difference)
        let file = difference.boxes.filter { $0.old?.path == "" && $0.new?.path == "" }
        for line in file.flatMap(\.fields).flatMap(\.lines) {
          markup.element(
            "p",
            "The file itself: \(line.name) is \(line.old ?? "nothing") in the old one, \(line.new ?? "nothing") in the new one."
          )
        }
        markup.wide("Boxes of both files") { wide in
          wide.element("div", ["class": "pair"]) { head in
            for name in ["old", "new", "what it is"] { head.element("b", name) }
          }
          tree.write(old.boxes.boxes, new.boxes.boxes, to: &wide)
        }
        if tree.hiddenCount > 0 {
          markup.element("p", ["class": "note"]) { note in
            note.text(
              "\(counted(tree.hiddenCount, "more box", "more boxes")) are not shown here. This command shows what differs in them: "
            )
            note.element("code", "boxwalk diff \(shellWord(old.name)) \(shellWord(new.name))")
          }
        }
      })
    return sections
  }

  private static let style = StyleSheet(
    """
    .pair { display: grid; grid-template-columns: minmax(11rem, 1fr) minmax(11rem, 1fr) 6rem; gap: .2rem 1rem;
      font-size: .9rem; min-width: 32rem }
    .pair.same { padding-left: 1.9rem } summary.pair { padding-left: 1rem }
    .added .new, .came { background: var(--tint-3) } .removed .old, .gone { background: var(--tint-2) }
    .changed .kind { color: var(--warning) } .added .kind, .removed .kind { color: var(--error) }
    .added .faint, .removed .faint { color: var(--ink) } .same .kind { color: var(--faint) } .fields { font-size: .85rem; margin-left: 1rem }
    .fields td { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .85em; min-width: 8rem }
    mark { color: var(--ink); background: var(--tint-2); outline: 1px solid var(--shape-2) }
    .heat { fill: var(--error); stroke: none } .h1 { fill-opacity: .25 } .h2 { fill-opacity: .45 }
    .h3 { fill-opacity: .65 } .h4 { fill-opacity: .85 }

    """)
}

/// The boxes of two files side by side, each with its counterpart in the other file.
struct DifferencePageTree {
  private let difference: FileDifference
  /// The differences of a box, by its offset.
  private var oldBoxes: [Int: [BoxDifference]] = [:]
  private var newBoxes: [Int: [BoxDifference]] = [:]
  /// Offsets of old boxes that differ, or have something in them that does, in order.
  private let oldOffsets: [Int]
  private let newOffsets: [Int]
  private var rowCount = 0
  /// Boxes that are not shown.
  private(set) var hiddenCount = 0

  private static let mostRows = 3000
  private static let mostDepth = 64

  init(_ difference: FileDifference) {
    self.difference = difference
    for box in difference.boxes {
      if let old = box.old { oldBoxes[old.range.lowerBound, default: []].append(box) }
      if box.old == nil, let new = box.new {
        newBoxes[new.range.lowerBound, default: []].append(box)
      }
    }
    // The file itself is not a box.
    let boxes = difference.boxes.filter { $0.old?.path != "" && $0.new?.path != "" }
    oldOffsets = boxes.compactMap { $0.old?.range.lowerBound }.sorted()
    newOffsets = boxes.compactMap { $0.new?.range.lowerBound }.sorted()
  }

  /// Whether a box differs, or has something in it that does.
  private func differs(_ old: Box?, _ new: Box?) -> Bool {
    func contains(_ offsets: [Int], _ box: Box?) -> Bool {
      guard let source = box?.source else { return false }
      let first = offsets.partitioningIndex { $0 >= source.fileOffset }
      return first < offsets.count && offsets[first] < source.fileOffset + source.count
    }
    return contains(oldOffsets, old) || contains(newOffsets, new)
  }

  /// Adds the boxes of a container, aligned.
  mutating func write(_ old: [Box], _ new: [Box], depth: Int = 0, to markup: inout Markup) {
    var partners: [Int: Int] = [:]
    for (index, box) in new.enumerated() {
      if let at = box.source?.fileOffset { partners[at] = index }
    }
    var isWritten = [Bool](repeating: false, count: new.count)
    let partnerOf = old.map { box in
      box.source.flatMap { difference.pairs[$0.fileOffset] }.flatMap { partners[$0] }
    }
    let paired = Set(partnerOf.compactMap { $0 })
    var next = 0
    for (index, box) in old.enumerated() {
      let partner = partnerOf[index]
      // An added box is shown before the box that it precedes.
      if let partner {
        while next < partner {
          if !paired.contains(next), !isWritten[next] {
            isWritten[next] = true
            row(nil, new[next], depth, &markup)
          }
          next += 1
        }
      }
      row(box, partner.map { new[$0] }, depth, &markup)
    }
    for index in new.indices where !isWritten[index] && !paired.contains(index) {
      row(nil, new[index], depth, &markup)
    }
  }

  private mutating func row(_ old: Box?, _ new: Box?, _ depth: Int, _ markup: inout Markup) {
    rowCount += 1
    guard rowCount <= DifferencePageTree.mostRows, depth < DifferencePageTree.mostDepth else {
      hiddenCount += 1
      return
    }
    let found =
      old?.source.flatMap { oldBoxes[$0.fileOffset] } ?? new?.source.flatMap {
        newBoxes[$0.fileOffset]
      }
      ?? []
    let isDifferent = differs(old, new)
    let kind = old == nil ? "added" : new == nil ? "removed" : isDifferent ? "changed" : "same"
    guard isDifferent else {
      return markup.element("div", ["class": "pair same"]) { columns(old, new, "same", &$0) }
    }
    let isMoved = found.contains { $0.kind == .moved }
    var tree = self
    markup.element("details", ["class": "box", "open": "open"]) { box in
      box.element("summary", ["class": "pair \(kind)"]) {
        columns(old, new, isMoved ? "\(kind), moved" : kind, &$0)
      }
      for difference in found where !difference.fields.isEmpty { fields(of: difference, &box) }
      if found.contains(where: { $0.kind == .changed }), let old, let new, !old.isContainer {
        bytes(old, new, &box)
      }
      let (inner, others) = (old?.children ?? [], new?.children ?? [])
      if old != nil, new != nil { tree.write(inner, others, depth: depth + 1, to: &box) }
    }
    self = tree
  }

  private func columns(_ old: Box?, _ new: Box?, _ kind: String, _ markup: inout Markup) {
    for (side, box) in [("old", old), ("new", new)] {
      markup.element("span", ["class": side]) { cell in
        guard let box else { return cell.text("–") }
        cell.element("b", ["class": "code"]) { $0.name("\(box.type)") }
        let source = box.source ?? Bytes()
        cell.element(
          "span", ["class": "faint"], " \(counted(source.count, "byte")) at \(source.fileOffset)")
      }
    }
    markup.element("span", ["class": "kind"], kind)
  }

  private func fields(of box: BoxDifference, _ markup: inout Markup) {
    markup.wide("fields that differ") { wide in
      wide.element("table", ["class": "fields"]) { table in
        table.element("tr") { head in
          for name in ["field", "old", "new"] { head.element("th", name) }
        }
        for field in box.fields {
          for line in field.lines {
            table.element("tr") { row in
              row.element("td", line.name)
              row.element("td", ["class": line.old == nil ? nil : "gone"], line.old ?? "–")
              row.element("td", ["class": line.new == nil ? nil : "came"], line.new ?? "–")
            }
          }
        }
      }
    }
    let more = box.fieldCount - box.fields.count
    if more > 0 { markup.element("p", ["class": "note"], "… \(counted(more, "more field"))") }
  }

  // MARK: Bytes

  private static let shownRows = 6

  /// The bytes of both around the first that differs.
  private func bytes(_ old: Box, _ new: Box, _ markup: inout Markup) {
    guard let a = old.source, let b = new.source, let first = a.firstDifference(from: b) else {
      return
    }
    let start = max(0, first / 16 - 1) * 16
    let end = min(max(a.count, b.count), start + 16 * DifferencePageTree.shownRows)
    markup.wide("bytes") { wide in
      wide.element("div", ["class": "hex"]) { dump in
        for row in stride(from: start, to: end, by: 16) {
          dump.element("div") { line in
            side(a, b, row, &line)
            line.text("  │  ")
            side(b, a, row, &line)
          }
        }
      }
    }
  }

  /// A row of the bytes of one file, with those marked that the other has not.
  private func side(_ bytes: Bytes, _ other: Bytes, _ row: Int, _ line: inout Markup) {
    line.element("span", ["class": "faint"], HexText.address(bytes.fileOffset + row))
    for index in row..<row + 16 {
      line.text(" ")
      guard index < bytes.count else {
        line.text("  ")
        continue
      }
      let digits = HexText.byte(bytes[index])
      if index < other.count, other[index] == bytes[index] {
        line.text(digits)
      } else {
        line.element("mark", digits)
      }
    }
  }
}
