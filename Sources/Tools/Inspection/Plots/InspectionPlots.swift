import FieldCoding
import HEIF
import ISOBMFF
import Movie

/// Small plots of characters, for a line of a terminal.
enum InspectionPlots {
  private static let steps = Array("▁▂▃▄▅▆▇█")

  /// A column for each value, from 0 to the highest: only a value of 0 has none.
  static func sparkline(_ values: [Double]) -> String {
    let highest = values.max() ?? 0
    return String(
      values.map { value -> Character in
        guard value > 0, highest > 0, (value / highest).isFinite else { return " " }
        let step = Int((value / highest * Double(steps.count)).rounded(.up))
        return steps[min(max(step, 1), steps.count) - 1]
      })
  }

  /// A bar of `width` characters, each with the kind of most of its bytes.
  static func bar(_ map: ByteMap, of movie: MovieFile?, width: Int, _ style: ReportTextStyle)
    -> String
  {
    guard map.byteCount > 0, width > 0 else { return "" }
    let kind = ByteKind.find(in: movie)
    let cells = map.cells(width, size: Double(map.byteCount) / Double(width)) { kind($0) }
    return cells.map { $0.map { style.bytes($0) } ?? " " }.joined()
  }

  /// The kinds with their shares of the file, the largest first.
  static func legend(_ map: ByteMap, of movie: MovieFile?, _ style: ReportTextStyle) -> String {
    let kind = ByteKind.find(in: movie)
    var counts: [ByteKind: Int] = [:]
    for (use, bytes, _) in map.totals where use != .missing {
      counts[kind(use), default: 0] += bytes
    }
    return counts.sorted {
      ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
    }.map { kind, count in
      let share = Double(count) / Double(map.byteCount) * 100
      let percent = share < 0.1 ? "less than 0.1" : decimal(share, digits: 1)
      return "\(style.bytes(kind)) \(kind.rawValue) \(percent)%"
    }.joined(separator: "  ")
  }

  /// `8.4 Mbit/s`
  static func rate(_ bits: Double) -> String {
    bits < 999_500
      ? "\(decimal(bits / 1e3, digits: 0)) kbit/s" : "\(decimal(bits / 1e6, digits: 1)) Mbit/s"
  }
}

extension FileInspection {
  /// The plots of a movie for a terminal with this number of columns: the rate over time, and the use of the file's
  /// bytes. Empty for other files.
  func plots(columns: Int, _ style: ReportTextStyle) -> [(label: String, text: String)] {
    guard case .boxes(let contents)? = contents, let movie = contents.movie else { return [] }
    var plots: [(label: String, text: String)] = []
    let width = min(max(columns - 40, 10), 80)
    if let bins = MovieBins(movie, in: contents.file, readsFrameTypes: false), bins.hasDuration {
      // Columns of less than a quarter of a second would show frames, and no rate.
      let length = bins.span.upperBound - bins.span.lowerBound
      let parts = bins.parts(lasting: max(0.25, length / Double(width)))
      let rates = bins.rates(by: parts)
      let seconds = decimal(bins.step * Double(parts), digits: 2)
      plots.append(
        (
          "Rate",
          "\(InspectionPlots.sparkline(rates))  up to \(InspectionPlots.rate(rates.max() ?? 0)), each \(seconds) s"
        ))
    }
    let map = ByteMap(contents.file, photo: contents.heif, movie: movie)
    plots.append(("Bytes", InspectionPlots.bar(map, of: movie, width: width, style)))
    plots.append(("", InspectionPlots.legend(map, of: movie, style)))
    return plots
  }
}

/// The uses of items in their file, as text that items of the same use share.
struct ItemRoles {
  private let file: HEIFFile
  private let tiles: Set<UInt32>
  private let auxiliary: [UInt32: String]
  private let thumbnails: Set<UInt32>

  init(_ file: HEIFFile) {
    self.file = file
    var (tiles, thumbnails) = (Set<UInt32>(), Set<UInt32>())
    var auxiliary: [UInt32: String] = [:]
    for reference in file.references {
      switch reference.type {
      case "dimg": tiles.formUnion(reference.to)
      case "thmb": thumbnails.insert(reference.from)
      case "auxl":
        let urn = file.item(reference.from)?.property(AuxiliaryTypeProperty.self)?.auxType.string
        auxiliary[reference.from] = AuxiliaryKind(urn: urn ?? "").title
      default: break
      }
    }
    // The tiles of an auxiliary image or a thumbnail are that, too.
    for reference in file.references where reference.type == "dimg" {
      if let kind = auxiliary[reference.from] {
        for id in reference.to where auxiliary[id] == nil { auxiliary[id] = kind }
      }
      if thumbnails.contains(reference.from) { thumbnails.formUnion(reference.to) }
    }
    (self.tiles, self.thumbnails, self.auxiliary) = (tiles, thumbnails, auxiliary)
  }

  /// The use of an item: "tiles and inputs", "thumbnails", "HDR gain map", "Exif metadata".
  func title(of item: Item) -> String {
    if thumbnails.contains(item.id) { return "thumbnails" }
    if let kind = auxiliary[item.id] { return kind }
    if item.id == file.primaryItemID { return "the image" }
    if tiles.contains(item.id) { return "tiles and inputs" }
    return ItemType.title(item.type) ?? "items '\(item.type)'"
  }
}
