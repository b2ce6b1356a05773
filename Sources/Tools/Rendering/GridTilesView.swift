import FieldCoding
import HEIF
import ISOBMFF
import Inspection
import Text

/// The tiles of a grid, with how many bytes each takes and how it is decoded.
struct GridTilesView {
  /// A tile.
  struct Tile {
    var item: UInt32
    var bytes: Int
    /// The index of its decoder configuration, in the order of the tiles.
    var configuration: Int
    /// The reason why it cannot be shown correctly; nil if it can.
    var problem: String?
  }

  let item: Item
  let columns: Int
  let rows: Int
  let canvas: ImagePlan.Size
  let tileSize: ImagePlan.Size
  let tiles: [Tile]

  /// Nil if the item is not a grid that can be read.
  init?(_ file: HEIFFile, _ item: Item) {
    guard item.type == "grid", let data = try? file.data(of: item.id),
      let grid = try? ImageGrid(decoding: data)
    else { return nil }
    self.item = item
    (columns, rows) = (grid.columns, grid.rows)
    canvas = ImagePlan.Size(width: Int(grid.outputWidth), height: Int(grid.outputHeight))
    let ids = file.targets("dimg", from: item.id)
    tileSize = ids.first.flatMap { file.item($0)?.statedSize } ?? ImagePlan.Size()
    let end = file.boxes.bytes.fileOffset + file.boxes.bytes.count
    var configurations: [Bytes: Int] = [:]
    tiles = ids.prefix(grid.columns * grid.rows).map { id in
      guard let tile = file.item(id) else {
        return Tile(item: id, bytes: 0, configuration: -1, problem: "is not in the file")
      }
      let ranges = file.statedRanges(of: tile)
      let configuration = tile.properties.first { $0.box.isDecoderConfiguration }?.box.sourcePayload
      let number = configuration.map { bytes in
        let next = configurations.count
        return configurations[bytes, default: next]
      }
      if let configuration, let number { configurations[configuration] = number }
      var problem: String?
      if ranges.isEmpty { problem = "has no data" }
      if ranges.contains(where: { $0.upperBound > end }) {
        problem = "reaches past the end of the file"
      }
      return Tile(
        item: id, bytes: ranges.reduce(0) { $0.addingSaturating($1.count) },
        configuration: number ?? -1, problem: problem)
    }
  }

  /// The indices of tiles whose decoder configuration differs from that of most tiles.
  var otherConfigurations: [Int] {
    let counts = Dictionary(grouping: tiles, by: \.configuration).mapValues(\.count)
    guard counts.count > 1,
      let usual = counts.max(by: { ($0.value, -$0.key) < ($1.value, -$1.key) })?.key
    else { return [] }
    return tiles.indices.filter { tiles[$0].configuration != usual }
  }

  private static let mostSide = 48

  /// The canvas to scale with the bytes of each tile. If there are very many tiles, several are drawn as one.
  ///
  /// - Parameter marked: tiles to highlight, by their positions, with the reason.
  func drawing(marking marked: [Int: String] = [:]) -> Drawing {
    let merge = max(1, (max(columns, rows) + GridTilesView.mostSide - 1) / GridTilesView.mostSide)
    let (across, down) = ((columns + merge - 1) / merge, (rows + merge - 1) / merge)
    let others = Set(otherConfigurations)
    let size = ImagePlan.Size(
      width: max(1, tileSize.width) * columns, height: max(1, tileSize.height) * rows)
    let scale = min(720 / Double(size.width), 540 / Double(size.height))
    let cell = (
      width: Double(size.width) * scale / Double(across),
      height: Double(size.height) * scale / Double(down)
    )
    var drawing = Drawing(
      width: Double(across) * cell.width + 2, height: Double(down) * cell.height + 2,
      label: "The tiles of item \(item.id), with the bytes of each")
    let most = Double(max(1, tiles.map(\.bytes).max() ?? 1))
    func draw(_ shown: (column: Int, row: Int, problem: String?)) {
      let indices = indices(shown.column, shown.row, merge)
      let bytes = indices.reduce(0) { $0.addingSaturating(tiles[$1].bytes) }
      let level = Int((Double(bytes) / (most * Double(indices.count)) * 4).rounded(.up))
      let (x, y) = (Double(shown.column) * cell.width + 1, Double(shown.row) * cell.height + 1)
      let items =
        indices.count == 1 ? "item \(tiles[indices[0]].item)" : counted(indices.count, "tile")
      drawing.rectangle(
        x, y, cell.width, cell.height,
        "tile l\(max(0, min(4, level)))\(shown.problem == nil ? "" : " alarm")",
        title: "\(items): \(counted(bytes, "byte"))\(shown.problem.map { ", \($0)" } ?? "")")
      guard cell.width >= 46, cell.height >= 18 else { return }
      drawing.text(
        Axis.Unit.bytes.text(Double(bytes)), x + cell.width / 2,
        y + cell.height / 2 + 4, .middle)
      if shown.problem != nil, cell.height >= 34 {
        drawing.text("!", x + cell.width / 2, y + cell.height / 2 + 18, .middle, "error")
      }
    }
    // Neighbours share their edges: the frames of tiles with a problem are drawn last, over the others.
    var odd: [(column: Int, row: Int, problem: String?)] = []
    for row in 0..<down {
      for column in 0..<across {
        let indices = indices(column, row, merge)
        guard !indices.isEmpty else { continue }
        let problem = indices.lazy.compactMap { index in
          tiles[index].problem ?? marked[index]
            ?? (others.contains(index) ? "has another decoder configuration" : nil)
        }.first
        if problem == nil { draw((column, row, nil)) } else { odd.append((column, row, problem)) }
      }
    }
    // The canvas ends where the image does.
    drawing.rectangle(
      1, 1, Double(canvas.width) * scale, Double(canvas.height) * scale, "outline",
      title: "the image: \(canvas.width) × \(canvas.height)")
    odd.forEach(draw)
    return drawing
  }

  private func indices(_ column: Int, _ row: Int, _ merge: Int) -> [Int] {
    (row * merge..<min(rows, (row + 1) * merge)).flatMap { row in
      (column * merge..<min(columns, (column + 1) * merge)).map { row * columns + $0 }
    }.filter { $0 < tiles.count }
  }

  /// Sentences about the image; those of the second list are problems.
  var notes: (usual: [String], odd: [String]) {
    let bytes = tiles.reduce(0) { $0.addingSaturating($1.bytes) }
    let usual = [
      "Item \(item.id): \(counted(tiles.count, "tile")) of \(tileSize.width) × \(tileSize.height) in "
        + "\(counted(columns, "column")) and \(counted(rows, "row")), \(counted(bytes, "byte")); the "
        + "image is \(canvas.width) × \(canvas.height)."
    ]
    var odd: [String] = []
    let others = otherConfigurations
    for index in others.prefix(10) {
      odd.append(
        "Tile \(index + 1) (item \(tiles[index].item)) has another decoder configuration than the others: "
          + "many programs decode all tiles with that of the first.")
    }
    if others.count > 10 {
      odd.append("\(counted(others.count - 10, "more tile")) have another one, too.")
    }
    for (index, tile) in tiles.enumerated().lazy.filter({ $0.element.problem != nil }).prefix(10) {
      odd.append("Tile \(index + 1) (item \(tile.item)) \(tile.problem ?? "").")
    }
    if tiles.count < columns * rows {
      odd.append("\(counted(columns * rows - tiles.count, "tile")) of the grid are not there.")
    }
    return (usual, odd)
  }
}

extension Box {
  /// Whether it says how an image is decoded.
  fileprivate var isDecoderConfiguration: Bool {
    ["hvcC", "avcC", "av1C", "vvcC", "evcC", "lhvC", "j2kH", "jpgC", "uncC"].contains(type)
  }
}
