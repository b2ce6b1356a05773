import FieldCoding
import HEIF
import ISOBMFF
import Inspection
import Text

/// The items that the items of a file are made of, in columns: the image is first, and its sources follow.
struct ItemGraph {
  /// An item, or several items with the same relations.
  struct Node {
    var ids: [UInt32]
    /// The column, from 0.
    var column = 0
    /// Its relation to the previous node, as text.
    var relation = ""
    var lines: [String] = []
    /// Its problems.
    var alarms: [Alarm] = []
  }

  /// A problem of a node: a short text for its box, and a sentence without its subject.
  struct Alarm {
    var label: String
    var sentence: String
  }

  private(set) var nodes: [Node]
  /// Pairs of nodes: the one that refers, and the one that is referred to.
  private(set) var edges: [(from: Int, to: Int, type: FourCC)]
  /// Items that are not among the nodes.
  let moreCount: Int
  let file: HEIFFile
  /// The offsets of the entries of items in the file (`infe`).
  let entries: [UInt32: Int]

  private static let mostNodes = 100

  init(_ file: HEIFFile) {
    self.file = file
    entries = Dictionary(
      file.boxes.boxes.at("meta", "iinf").compactMap { box in
        box[ItemInfoEntry.self].flatMap { entry in
          box.source.map { (entry.itemID, $0.fileOffset) }
        }
      }, uniquingKeysWith: { first, _ in first })
    // Items with the same type and the same relations are one node, if there are some of them.
    struct Signature: Hashable {
      var type: FourCC
      var relations: [String]
    }
    var order: [Signature] = []
    var members: [Signature: [UInt32]] = [:]
    let named = Set(file.references.flatMap { [$0.from] + $0.to }).subtracting(file.items.map(\.id))
    for id in file.items.map(\.id) + named.sorted() {
      let relations =
        file.references(to: id).map { "\($0.type)<\($0.from)" }
        + file.references(from: id).map { "\($0.type)>\($0.to.prefix(64))" }
      // An item without relations is not combined with others.
      let signature = Signature(
        type: file.item(id)?.type ?? "none", relations: relations.isEmpty ? ["\(id)"] : relations)
      if members[signature] == nil { order.append(signature) }
      members[signature, default: []].append(id)
    }
    var nodes: [Node] = []
    var nodeOf: [UInt32: Int] = [:]
    for signature in order {
      let ids = members[signature] ?? []
      for group in ids.count >= 4 ? [ids] : ids.map({ [$0] }) {
        for id in group { nodeOf[id] = nodes.count }
        nodes.append(Node(ids: group))
      }
    }
    var seen: Set<[Int]> = []
    var edges: [(from: Int, to: Int, type: FourCC)] = []
    for reference in file.references {
      guard let from = nodeOf[reference.from] else { continue }
      for to in Set(reference.to.compactMap { nodeOf[$0] }).sorted()
      where seen.insert([from, to, Int(reference.type.rawValue)]).inserted {
        edges.append((from, to, reference.type))
      }
    }
    let reached = ItemGraph.order(&nodes, edges, first: file.primaryItemID.flatMap { nodeOf[$0] })
    let kept = Array(reached.prefix(ItemGraph.mostNodes))
    let newIndices = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    moreCount = reached.dropFirst(ItemGraph.mostNodes).reduce(0) { $0 + nodes[$1].ids.count }
    self.nodes = kept.map { nodes[$0] }
    self.edges = edges.compactMap { edge in
      guard let from = newIndices[edge.from], let to = newIndices[edge.to] else { return nil }
      return (from, to, edge.type)
    }
    describeNodes()
  }

  /// Sentences about the problems.
  var notes: [String] {
    nodes.flatMap { node in node.alarms.map { "\(node.lines.first ?? ""): \($0.sentence)." } }
  }

  /// Gives each node its column, and returns the nodes in the order in which they are reached.
  private static func order(
    _ nodes: inout [Node], _ edges: [(from: Int, to: Int, type: FourCC)], first: Int?
  ) -> [Int] {
    var neighbours = [[(node: Int, text: String)]](repeating: [], count: nodes.count)
    for edge in edges {
      neighbours[edge.from].append((edge.to, ItemGraph.text(edge.type, isBackwards: false)))
      neighbours[edge.to].append((edge.from, ItemGraph.text(edge.type, isBackwards: true)))
    }
    var order: [Int] = []
    var isReached = [Bool](repeating: false, count: nodes.count)
    for root in (first.map { [$0] } ?? []) + nodes.indices where !isReached[root] {
      isReached[root] = true
      var next = order.count
      order.append(root)
      while next < order.count {
        let node = order[next]
        next += 1
        for (neighbour, text) in neighbours[node] where !isReached[neighbour] {
          isReached[neighbour] = true
          nodes[neighbour].column = nodes[node].column + 1
          nodes[neighbour].relation = text
          order.append(neighbour)
        }
      }
    }
    return order
  }

  /// - Parameter isBackwards: whether the node is the one that refers.
  private static func text(_ type: FourCC, isBackwards: Bool) -> String {
    let text: (String, String)? =
      switch type {
      case "dimg": ("input (dimg)", "made of it (dimg)")
      case "thmb": ("shows it small (thmb)", "thumbnail (thmb)")
      case "auxl": ("goes with it (auxl)", "auxiliary (auxl)")
      case "cdsc": ("described (cdsc)", "describes it (cdsc)")
      default: nil
      }
    guard let text else { return isBackwards ? "refers to it (\(type))" : "referred to (\(type))" }
    return isBackwards ? text.1 : text.0
  }

  private mutating func describeNodes() {
    let undescribed = Set(file.undescribedGainMaps.map(\.item.id))
    for index in nodes.indices {
      let ids = nodes[index].ids
      guard let item = ids.first.flatMap({ file.item($0) }) else {
        nodes[index].lines = ["item \(ids.map { "\($0)" }.joined(separator: ", "))"]
        nodes[index].alarms = [Alarm("is not in the file")]
        continue
      }
      let name =
        ids.count == 1
        ? "item \(item.id)" : "\(ids.count) items, \(item.id)–\(ids.last ?? item.id)"
      let role = item.id == file.primaryItemID ? " · the image" : ""
      let ranges = ids.flatMap { id in file.item(id).map { file.statedRanges(of: $0) } ?? [] }
      let bytes = ranges.reduce(0) { $0.addingSaturating($1.count) }
      let size = item.statedSize.map { "\($0.width) × \($0.height), " } ?? ""
      var types: [String] = []
      for property in item.properties where !types.contains("\(property.box.type)") {
        types.append("\(property.box.type)")
      }
      nodes[index].lines = [
        "\(name) · \(item.type)\(role)", kind(of: item),
        "\(size)\(counted(bytes, "byte"))", types.joined(separator: " "),
      ].filter { !$0.isEmpty }
      nodes[index].alarms += alarms(of: ids)
      if item.type == "grid", GridTilesView(file, item)?.otherConfigurations.isEmpty == false {
        nodes[index].alarms.append(Alarm("tiles of several configurations"))
      }
      if undescribed.contains(item.id) {
        nodes[index].alarms.append(Alarm("nothing says what its gains mean"))
      }
    }
  }

  private func kind(of item: Item) -> String {
    if let type = item.property(AuxiliaryTypeProperty.self) {
      return AuxiliaryKind(urn: type.auxType.string).title
    }
    if item.type == "mime" { return item.entry.contentType.string }
    return ItemType.title(item.type) ?? ""
  }

  /// The problems of items that have the same relations: which of the items has each one, and where.
  private func alarms(of ids: [UInt32]) -> [Alarm] {
    let end = file.boxes.bytes.fileOffset + file.boxes.bytes.count
    var past: [UInt32] = []
    var farthest = end
    var incomplete: [UInt32] = []
    for item in ids.lazy.compactMap({ file.item($0) }) {
      let last = file.statedRanges(of: item).map(\.upperBound).max() ?? 0
      if last > end { past.append(item.id) }
      farthest = max(farthest, last)
      if !item.missingProperties.isEmpty { incomplete.append(item.id) }
    }
    var alarms: [Alarm] = []
    if !past.isEmpty {
      alarms.append(
        Alarm(
          past, of: ids, "past the end of the file",
          "\(past.count == 1 ? "reaches" : "reach") past the end of the file, to byte \(farthest) of \(end)"
        ))
    }
    if !incomplete.isEmpty {
      alarms.append(
        Alarm(
          incomplete, of: ids, "missing properties",
          "\(incomplete.count == 1 ? "has" : "have") properties that are not in the file"))
    }
    return alarms
  }
}

extension ItemGraph.Alarm {
  /// A property of some items of a node.
  ///
  /// - Parameter label: the same as a short text, without a verb.
  fileprivate init(_ items: [UInt32], of all: [UInt32], _ label: String, _ text: String) {
    guard all.count > 1 else {
      self.init(label: label, sentence: text)
      return
    }
    let named = items.prefix(8).map { "\($0)" }.joined(separator: ", ")
    let more = items.count > 8 ? " and \(items.count - 8) more" : ""
    self.init(
      label: items.count == 1 ? "item \(named): \(label)" : "\(items.count) of them: \(label)",
      sentence: items.count == 1
        ? "item \(named) \(text)" : "\(items.count) of them (items \(named)\(more)) \(text)")
  }

  fileprivate init(_ text: String) { self.init(label: text, sentence: text) }
}

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
