import HEIF
import ISOBMFF

enum IlocExtentsOverlap: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 14496-12 §8.11.3"
  static let sentence =
    "Items do not share a part of their data; two items may have the same data."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif, let place = file.metaBox("iloc") else { return }
    var ranges: [(range: Range<Int>, id: UInt32)] = []
    for item in heif.items where (item.location?.constructionMethod ?? 2) < 2 {
      for range in (try? heif.placement(of: item.id)) ?? [] where !range.isEmpty {
        ranges.append((range, item.id))
      }
    }
    ranges.sort {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    for (previous, next) in zip(ranges, ranges.dropFirst()) {
      let shared = previous.range.clamped(to: next.range)
      guard !shared.isEmpty, previous.range != next.range else { continue }
      findings.add(
        at: place, field: [file.locationField(of: next.id)], offset: shared.lowerBound,
        "\(file.title(of: next.id)) and \(file.title(of: previous.id)) share \(counted(shared.count, "byte")): the "
          + "data of one of them is probably overwritten")
    }
  }
}
