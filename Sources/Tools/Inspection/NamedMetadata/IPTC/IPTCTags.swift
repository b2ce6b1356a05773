internal import FieldCoding
internal import Metadata

/// The tags of IPTC metadata: in a JPEG's APP13 segments, in Exif, in a box.
struct IPTCTags {
  private(set) var tags: [MetadataTag] = []

  /// - Parameter number: which structure of the file it is; the group of the second is `IPTC2`.
  init(_ bytes: Bytes, number: Int = 1) {
    let group = number > 1 ? "IPTC\(number)" : "IPTC"
    let records = IPTCRecords(bytes)
    var indices: [String: Int] = [:]
    for dataset in records.datasets {
      guard let entry = IPTCTable.records[dataset.record]?[dataset.number] else { continue }
      let value = IPTCTags.value(of: dataset, entry, in: records)
      if entry.isList, let index = indices[entry.name] {
        tags[index].value += ", " + value
      } else {
        indices[entry.name] = tags.count
        tags.append(MetadataTag(group, entry.name, value))
      }
    }
  }

  private static func value(
    of dataset: IPTCRecords.Dataset, _ entry: IPTCTable.Entry, in records: IPTCRecords
  ) -> String {
    if dataset.record == 1, dataset.number == 90, records.isUTF8 { return "UTF8" }
    switch entry.form {
    case .bytes: return bytesAsText(dataset.data.count)
    case .number:
      let number = dataset.data.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      return entry.writing?.written("\(number)") ?? "\(number)"
    case .text:
      let text = records.text(dataset)
      return entry.writing?.written(text) ?? text
    case .date: return date(records.text(dataset))
    case .time:
      let text = records.text(dataset)
      return IPTCRecords.time(text) ?? text
    }
  }

  /// `2019:12:16` of `20191216`, and of `2019-12-16`, which some programs write.
  private static func date(_ text: String) -> String {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let digits = parts.map(\.count) == [4, 2, 2] ? parts.joined() : text
    guard digits.count == 8, digits.allSatisfy(\.isNumber) else { return text }
    return "\(digits.prefix(4)):\(digits.dropFirst(4).prefix(2)):\(digits.suffix(2))"
  }
}
