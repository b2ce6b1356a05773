public import FieldCoding
import HEIF
import ISOBMFF
import Inspection
import Movie
import Text
import Verification

/// Items and frames whose coded bytes are others in two files.
struct DifferencePageMedia {
  /// An item of both files, or of one of them.
  struct Change {
    var item: UInt32
    var title: String
    /// Bytes in each file; nil if it is missing, or its data cannot be found.
    var old: Int?
    var new: Int?
  }

  /// A track of both files.
  struct TrackChange {
    var track: Track
    var oldCount: Int
    var newCount: Int
    /// The number of compared samples, and of those that differ.
    var comparedCount = 0
    var differentCount = 0
    /// The first one that differs, from 1, and its time in seconds.
    var first: (number: Int, time: Double)?
    /// The parts of the time with samples that differ.
    var parts = [Bool](repeating: false, count: TrackBins.count)
    var span = 0.0...1.0
  }

  private(set) var items: [Change] = []
  /// The items that are the same in both.
  private(set) var sameCount = 0
  private(set) var tracks: [TrackChange] = []
  private let old: ExaminedFile
  private let new: ExaminedFile

  /// Longer tracks are compared up to here.
  private static let mostSamples = 1 << 20

  init(_ old: ExaminedFile, _ new: ExaminedFile) {
    (self.old, self.new) = (old, new)
    compareItems(old.heif, new.heif)
    let movies = (old.tracksWithSamples, new.tracksWithSamples)
    for track in movies.0?.tracks ?? [] {
      guard let other = movies.1?.tracks.first(where: { $0.id == track.id }) else { continue }
      if let change = DifferencePageMedia.change(track, other, old.bytes, new.bytes) {
        tracks.append(change)
      }
    }
  }

  private mutating func compareItems(_ a: HEIFFile?, _ b: HEIFFile?) {
    // Many items may have the same bytes: they are compared as often as the files could hold them.
    var left = 4 * (old.bytes.count + new.bytes.count)
    let added = (b?.items ?? []).filter { a?.item($0.id) == nil }
    for item in (a?.items ?? []) + added {
      let data = (
        a.flatMap { try? $0.data(of: item.id) }, b.flatMap { try? $0.data(of: item.id) }
      )
      left -= (data.0?.count ?? 0) + (data.1?.count ?? 0)
      guard left >= 0 else { break }
      if let one = data.0, let other = data.1, one == other {
        sameCount += 1
        continue
      }
      if data.0 == nil, data.1 == nil, a?.item(item.id) != nil, b?.item(item.id) != nil { continue }
      let title = (a?.item(item.id) != nil ? a : b)?.title(of: item.id) ?? ""
      items.append(Change(item: item.id, title: title, old: data.0?.count, new: data.1?.count))
    }
  }

  private static func change(
    _ track: Track, _ other: Track, _ old: Bytes, _ new: Bytes
  ) -> TrackChange? {
    guard track.samples.count <= mostSamples, other.samples.count <= mostSamples,
      let span = TrackBins.span(of: track)
    else { return nil }
    var change = TrackChange(
      track: track, oldCount: track.sampleCount, newCount: other.sampleCount, span: span)
    let length = max(span.upperBound - span.lowerBound, 1e-9)
    for (a, b) in zip(track.samples.withBytes, other.samples.withBytes)
    where a.location == .file(0) && b.location == .file(0) {
      change.comparedCount += 1
      let (x, y) = (old.part(a.fileRange), new.part(b.fileRange))
      if let x, let y, x == y { continue }
      change.differentCount += 1
      let time = Double(a.decodeTime) / Double(track.timescale)
      if change.first == nil { change.first = (a.number, time) }
      let part = Int((time - span.lowerBound) / length * Double(TrackBins.count))
      change.parts[max(0, min(TrackBins.count - 1, part))] = true
    }
    return change
  }

  // MARK: On the page

  private static let mostItems = 200

  func write(to markup: inout Markup) {
    if old.heif != nil || new.heif != nil { writeItems(&markup) }
    for track in tracks { write(track, &markup) }
  }

  private func writeItems(_ markup: inout Markup) {
    markup.element(
      "p", "\(counted(items.count, "item")) with other coded bytes; \(grouped(sameCount)) the same."
    )
    if !items.isEmpty {
      markup.wide("Items that differ") { wide in
        wide.element("table") { table in
          table.element("tr") { head in
            head.element("th", "item")
            for name in ["bytes, old", "bytes, new"] {
              head.element("th", ["class": "number"], name)
            }
          }
          for item in items.prefix(DifferencePageMedia.mostItems) {
            table.element("tr") { row in
              row.element("td", item.title)
              for bytes in [item.old, item.new] {
                row.element("td", ["class": "number"], bytes.map { grouped($0) } ?? "–")
              }
            }
          }
        }
      }
      if items.count > DifferencePageMedia.mostItems {
        markup.element(
          "p", ["class": "note"],
          "… \(counted(items.count - DifferencePageMedia.mostItems, "more item"))")
      }
    }
    let changed = Set(items.map(\.item))
    for grid in new.gridTiles {
      let tiles = grid.tiles.indices.filter { changed.contains(grid.tiles[$0].item) }
      guard !tiles.isEmpty else { continue }
      let reasons = tiles.map { ($0, "differs from that of the old file") }
      markup.plot(
        "Tiles that differ", grid.drawing(marking: Dictionary(reasons) { first, _ in first }))
      markup.notes(
        usual: [
          "\(counted(tiles.count, "tile")) of \(grid.tiles.count) of item \(grid.item.id) \(tiles.count == 1 ? "differs: it has" : "differ: they have") a frame."
        ], odd: [])
    }
  }

  private func write(_ change: TrackChange, _ markup: inout Markup) {
    let name = "Track \(change.track.id) (\(change.track.handlerType))"
    var text =
      "\(name): \(grouped(change.differentCount)) of \(counted(change.comparedCount, "sample")) differ"
    if let first = change.first {
      text += ", from sample \(first.number) at \(Axis.time(first.time)) on"
    }
    if change.oldCount != change.newCount {
      text +=
        "; the old file has \(grouped(change.oldCount)), the new one \(grouped(change.newCount))"
    }
    markup.element("p", "\(text).")
    guard change.differentCount > 0 else { return }
    var drawing = Drawing(width: 720, height: 44, label: "\(name): samples that differ over time")
    let axis = Axis(.time, from: change.span.lowerBound, to: change.span.upperBound)
    drawing.rectangle(0, 4, 720, 16, "t6")
    var path = Path()
    for (part, isSet) in change.parts.enumerated() where isSet {
      path.rectangle(Double(part) * 1.5, 4, 1.5, 16)
    }
    drawing.path(path, "bad")
    for mark in axis.marks(8) { drawing.mark(axis.text(mark), axis.share(mark) * 720, 38) }
    markup.plot("Samples that differ", drawing)
  }
}

/// The pixels at which two images of one size differ, and the size of the differences.
public struct HeatMap: Sendable {
  /// The width of both, in samples.
  public let width: Int
  /// The height of both, in samples.
  public let height: Int
  /// The number of positions with another sample.
  public private(set) var differentCount = 0
  /// The largest difference of two samples, in steps of 8 bits.
  public private(set) var largest = 0.0
  /// The mean of the squares of all differences, in steps of 8 bits.
  public private(set) var meanSquare = 0.0
  /// The largest difference in each cell, row by row.
  private var cells: [Double]
  private let columns: Int
  private let rows: Int
  private let side: Int

  private static let mostCells = 64

  /// Compares samples.
  ///
  /// - Parameters:
  ///   - old: the samples of an image, row by row; those of a pixel are interleaved.
  ///   - new: those of the other image.
  ///   - channels: how many samples a pixel has, at least 1.
  ///   - isWide: whether a sample has two bytes, the more significant one first.
  public init?(
    _ old: Bytes, _ new: Bytes, width: Int, height: Int, channels: Int, isWide: Bool
  ) {
    let bytesOfPixel = channels * (isWide ? 2 : 1)
    guard width > 0, height > 0, channels > 0, old.count == new.count,
      old.count == width * height * bytesOfPixel
    else { return nil }
    (self.width, self.height) = (width, height)
    side = max(1, (max(width, height) + HeatMap.mostCells - 1) / HeatMap.mostCells)
    (columns, rows) = ((width + side - 1) / side, (height + side - 1) / side)
    cells = [Double](repeating: 0, count: columns * rows)
    let bytesOfRow = width * bytesOfPixel
    var squares = 0.0
    for y in 0..<height {
      guard let a = old.part(y * bytesOfRow..<(y + 1) * bytesOfRow),
        let b = new.part(y * bytesOfRow..<(y + 1) * bytesOfRow), a != b
      else { continue }
      let (one, other) = (Array(a), Array(b))
      for x in 0..<width {
        var most = 0.0
        for channel in 0..<channels {
          let index = (x * channels + channel) * (isWide ? 2 : 1)
          let difference =
            isWide
            ? abs(HeatMap.wide(one, index) - HeatMap.wide(other, index))
            : abs(Double(one[index]) - Double(other[index]))
          squares += difference * difference
          most = max(most, difference)
        }
        guard most > 0 else { continue }
        differentCount += 1
        largest = max(largest, most)
        let cell = y / side * columns + x / side
        cells[cell] = max(cells[cell], most)
      }
    }
    meanSquare = squares / Double(width * height * channels)
  }

  private static func wide(_ bytes: [UInt8], _ index: Int) -> Double {
    Double(Int(bytes[index]) << 8 | Int(bytes[index + 1])) / 257
  }

  /// Whether no sample differs.
  public var isSame: Bool { differentCount == 0 }

  /// The figures in a sentence.
  var summary: String {
    if isSame { return "All samples of \(width) × \(height) are the same." }
    let share = Double(differentCount) / Double(width * height) * 100
    return
      "\(grouped(differentCount)) of \(counted(width * height, "pixel")) differ (\(decimal(share, digits: 2))%), "
      + "by up to \(decimal(largest, digits: 1)) of 255; the root of the mean square is "
      + "\(decimal(meanSquare.squareRoot(), digits: 3))."
  }

  /// The pixels that differ, over the new image if there is one: the darker, the more, in steps at 4, 16 and
  /// 64 of 255.
  func drawing(over image: PagePreview.Image?) -> Drawing {
    let scale = 420 / Double(max(width, height))
    var drawing = Drawing(
      width: Double(width) * scale, height: Double(height) * scale,
      label: "Where the images differ")
    if let image {
      drawing.picture(image.dataURL, width: drawing.width, height: drawing.height)
    } else {
      drawing.rectangle(0, 0, drawing.width, drawing.height, "t6")
    }
    let cell = Double(side) * scale
    var levels = [Path](repeating: Path(), count: 4)
    for (index, difference) in cells.enumerated() where difference > 0 {
      let level = difference > 64 ? 3 : difference > 16 ? 2 : difference > 4 ? 1 : 0
      let (x, y) = (Double(index % columns) * cell, Double(index / columns) * cell)
      levels[level].rectangle(x, y, min(cell, drawing.width - x), min(cell, drawing.height - y))
    }
    for (level, path) in levels.enumerated() { drawing.path(path, "heat h\(level + 1)") }
    return drawing
  }
}
