import FieldCoding
import Inspection
import Movie
import Text

extension ByteMap {
  private static let rows = 10
  private static let cells = 360

  /// The map to scale: the file in rows from left to right, each cell with what most of its bytes are for.
  /// Lost bytes are shown wherever there are any.
  func drawing() -> Drawing {
    let (cell, height, gap) = (2.0, 16.0, 4.0)
    let end = regions.last?.range.upperBound ?? 0
    let start = regions.first?.range.lowerBound ?? 0
    // Missing bytes may be far away: they take at most one more row.
    let shown = min(end - start, byteCount + byteCount / ByteMap.rows)
    let rows = shown > byteCount ? ByteMap.rows + 1 : ByteMap.rows
    let count = rows * ByteMap.cells
    let size = max(1, Double(max(1, shown)) / Double(count))
    var drawing = Drawing(
      width: Double(ByteMap.cells) * cell, height: Double(rows) * (height + gap),
      label: "What the bytes of the file are for, from the first to the last")
    let classes = classes
    var paths: [String: Path] = [:]
    func add(_ shape: String, _ run: Range<Int>) {
      var from = run.lowerBound
      while from < run.upperBound {
        let row = from / ByteMap.cells
        let to = min(run.upperBound, (row + 1) * ByteMap.cells)
        paths[shape, default: Path()].rectangle(
          Double(from % ByteMap.cells) * cell, Double(row) * (height + gap),
          Double(to - from) * cell, height)
        from = to
      }
    }
    var run: (shape: String, start: Int)?
    for (index, use) in cells(count, size: size, by: \.self).enumerated() {
      let shape = use.flatMap { classes[$0] }
      guard shape != run?.shape else { continue }
      if let run { add(run.shape, run.start..<index) }
      run = shape.map { ($0, index) }
    }
    if let run { add(run.shape, run.start..<count) }
    for (shape, path) in paths.sorted(by: { $0.key < $1.key }) { drawing.path(path, shape) }
    return drawing
  }

  /// The class of each use: the use with the most bytes has the first colour. Colours repeat if there are many.
  var classes: [Use: String] {
    var classes: [Use: String] = [:]
    var (next, nextTint) = (0, 0)
    let order = totals.enumerated().sorted {
      ($1.element.bytes, $0.offset) < ($0.element.bytes, $1.offset)
    }
    for (_, (use, _, _)) in order {
      switch use {
      case .lost, .missing: classes[use] = "bad"
      case .free: classes[use] = "room"
      case .box, .segment:
        classes[use] = "t\(nextTint % 5 + 1)"
        nextTint += 1
      case .items, .image, .track, .media:
        classes[use] = "s\(next % 6 + 1)"
        next += 1
      }
    }
    return classes
  }

  /// A line for each use: colour, text, bytes, share.
  func legend(_ movie: MovieFile?) -> Markup {
    let classes = classes
    return Markup { markup in
      markup.element("table") { table in
        table.element("tr") { row in
          row.element("th", "what")
          for head in ["bytes", "share", "parts"] { row.element("th", ["class": "number"], head) }
        }
        for (use, bytes, count) in totals.prefix(ByteMap.mostUses) {
          table.element("tr", ["class": use.isBad ? "error" : nil]) { row in
            row.element("td") { cell in
              cell.element("i", ["class": "key \(classes[use] ?? "")"], "")
              cell.name(use.title(in: movie))
            }
            row.element("td", ["class": "number"], grouped(bytes))
            row.element("td", ["class": "number"], share(bytes, use))
            row.element("td", ["class": "number"], grouped(count))
          }
        }
      }
      if totals.count > ByteMap.mostUses {
        markup.element("p", "\(counted(totals.count - ByteMap.mostUses, "more use")) of bytes.")
      }
    }
  }

  private static let mostUses = 40

  private func share(_ bytes: Int, _ use: Use) -> String {
    if use == .missing { return "–" }
    return decimal(Double(bytes) / Double(max(1, byteCount)) * 100, digits: 2) + "%"
  }

  /// The largest parts that are lost or missing, in the order of the file.
  var badParts: [Region] {
    regions.filter(\.use.isBad).sorted { $0.range.count > $1.range.count }.prefix(20)
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}

extension ByteMap.Region {
  /// Whether the unused part is large enough for an explanation: writers often leave a few bytes.
  func isLarge(in map: ByteMap) -> Bool {
    use == .missing || range.count > map.byteCount / 1000
  }

  /// The sentence about unused or missing bytes.
  func text(in map: ByteMap) -> String {
    let text = "\(counted(range.count, "byte")) from byte \(range.lowerBound) on"
    return use == .missing
      ? "\(text) are stated, and the file ends at byte \(map.byteCount)."
      : "\(text): nothing in the file leads to them."
  }
}
