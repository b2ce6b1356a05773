import FieldCoding
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
