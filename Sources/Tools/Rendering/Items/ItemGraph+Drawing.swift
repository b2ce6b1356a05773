import FieldCoding
import ISOBMFF
import Text

extension ItemGraph {
  /// The nodes as boxes of text in columns, with lines between those that refer to each other.
  func drawing() -> Drawing {
    let (width, gap, line) = (216.0, 44.0, 15.0)
    var bottoms: [Double] = []
    var frames: [(x: Double, y: Double, height: Double)] = []
    for node in nodes {
      while bottoms.count <= node.column { bottoms.append(0) }
      let height = Double(node.lines.count + node.alarms.count) * line + 12
      let head = node.relation.isEmpty ? 4.0 : 18
      let y = bottoms[node.column] + head
      frames.append((Double(node.column) * (width + gap) + 2, y, height))
      bottoms[node.column] = y + height + 10
    }
    var drawing = Drawing(
      width: Double(max(1, bottoms.count)) * (width + gap) - gap + 4,
      height: (bottoms.max() ?? 0) + 4, label: "What the items of the file are made of")
    var lines = Path()
    for edge in edges {
      let (left, right) =
        nodes[edge.from].column <= nodes[edge.to].column
        ? (edge.from, edge.to) : (edge.to, edge.from)
      let start = (x: frames[left].x + width, y: frames[left].y + frames[left].height / 2)
      let isBeside = nodes[left].column == nodes[right].column
      lines.curve(
        from: start,
        to: (
          x: frames[right].x + (isBeside ? width : 0), y: frames[right].y + frames[right].height / 2
        ))
    }
    drawing.path(lines, "stroke thin")
    for (node, frame) in zip(nodes, frames) {
      if !node.relation.isEmpty {
        drawing.text(node.relation, frame.x + 4, frame.y - 5, .start, "faint")
      }
      let entry = node.ids.first.flatMap { entries[$0] }
      func draw(_ drawing: inout Drawing) {
        drawing.rectangle(
          frame.x, frame.y, width, frame.height, node.alarms.isEmpty ? "node" : "node alarm",
          title: node.lines.joined(separator: "; "))
        for (number, text) in (node.lines + node.alarms.map(\.label)).enumerated() {
          let isAlarm = number >= node.lines.count
          drawing.text(
            ItemGraph.truncated(text), frame.x + 8, frame.y + 17 + Double(number) * line, .start,
            isAlarm ? "error" : number == 0 ? "head" : nil)
        }
      }
      if let entry { drawing.link(to: "b\(entry)", draw) } else { draw(&drawing) }
    }
    return drawing
  }

  /// The part of a text that fits into a box.
  private static func truncated(_ text: String) -> String {
    text.count > 34 ? text.prefix(33) + "…" : text
  }
}
