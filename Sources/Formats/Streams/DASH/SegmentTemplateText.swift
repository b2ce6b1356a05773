/// A template of URLs (ISO/IEC 23009-1 §5.3.9.4.4): `video-$Number%05d$.m4s`.
struct SegmentTemplateText {
  private enum Piece {
    case text(String)
    case bandwidth(width: Int)
    case number(width: Int)
    case time(width: Int)
  }

  private var pieces: [Piece] = []
  /// Templates are expanded for each segment.
  private static let mostBytes = 2048

  /// - Parameter id: of the representation.
  /// - Returns: nil for a text in which an identifier is not known, or is not closed, and for one that is too long.
  init?(_ text: String, _ id: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return nil }
    for (index, part) in parts.enumerated() {
      guard index % 2 == 1 else {
        pieces.append(.text(String(part)))
        continue
      }
      let name = part.prefix { $0 != "%" }
      let format = part[name.endIndex...]
      guard let width = SegmentTemplateText.width(format) else { return nil }
      switch name {
      case "" where format.isEmpty: pieces.append(.text("$"))
      case "RepresentationID" where format.isEmpty: pieces.append(.text(id))
      case "Bandwidth": pieces.append(.bandwidth(width: width))
      case "Number": pieces.append(.number(width: width))
      case "Time": pieces.append(.time(width: width))
      case "SubNumber": pieces.append(.text("1"))
      default: return nil
      }
    }
    guard length <= SegmentTemplateText.mostBytes else { return nil }
  }

  /// The largest length of the results.
  private var length: Int {
    pieces.reduce(0) { length, piece in
      if case .text(let text) = piece { length + text.utf8.count } else { length + 32 }
    }
  }

  /// The width of `%05d`.
  private static func width(_ format: Substring) -> Int? {
    guard !format.isEmpty else { return 1 }
    guard format.hasPrefix("%0"), format.hasSuffix("d"), format.utf8.count <= 6,
      let width = Int(format.dropFirst(2).dropLast()), width > 0, width <= 32
    else { return format == "%d" ? 1 : nil }
    return width
  }

  func text(_ bandwidth: Int, number: Int, time: Int) -> String {
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = "\(value)"
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    return pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .bandwidth(let width): padded(bandwidth, width)
      case .number(let width): padded(number, width)
      case .time(let width): padded(time, width)
      }
    }.joined()
  }
}
