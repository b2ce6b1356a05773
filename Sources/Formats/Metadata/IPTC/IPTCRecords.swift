/// The records of the IPTC's Information Interchange Model (IIM 4.2 §1.6): a list of datasets.
public struct IPTCRecords: Sendable {
  /// A value with its number.
  public struct Dataset: Sendable {
    /// The record: 1 is the envelope, 2 the application.
    public var record: Int
    /// The number within the record.
    public var number: Int
    /// The value.
    public var data: Bytes
    /// Where it is in the records, with its header.
    fileprivate var range: Range<Int>
  }

  /// The datasets in the order of the file.
  public private(set) var datasets: [Dataset] = []
  /// Whether texts are UTF-8, according to dataset 1:90. Without it, programs write Windows-1252 or UTF-8.
  public private(set) var isUTF8 = false

  private static let limit = 4096
  private let bytes: Bytes

  /// Reads all datasets until the first one that is cut or damaged.
  public init(_ bytes: Bytes) {
    self.bytes = bytes
    var position = 0
    while datasets.count < IPTCRecords.limit, position + 5 <= bytes.count, bytes[position] == 0x1C {
      let start = position
      let (record, number) = (Int(bytes[position + 1]), Int(bytes[position + 2]))
      var size = Int(bytes[position + 3]) << 8 | Int(bytes[position + 4])
      position += 5
      if size & 0x8000 != 0 {
        // The length itself has this number of bytes.
        let count = size & 0x7FFF
        guard count <= 4, let length = bytes.part(position..<min(bytes.count, position + count))
        else { return }
        size = length.reduce(0) { $0 << 8 | Int($1) }
        position += count
      }
      guard size <= bytes.count - position, let data = bytes.part(position..<position + size) else {
        return
      }
      position += size
      if record == 1, number == 90 { isUTF8 = data.elementsEqual([0x1B, 0x25, 0x47]) }
      datasets.append(
        Dataset(record: record, number: number, data: data, range: start..<position))
    }
  }

  /// Datasets of the application record that are for locations: codes and names of content locations, city,
  /// sublocation, state, country code and country (IIM 4.2 §6).
  private static let locationDatasets: Set<Int> = [26, 27, 90, 92, 95, 100, 101]
  /// Datasets of the same record in which people write.
  private static let texts = [
    5: "title", 25: "keywords", 40: "instructions", 80: "author", 105: "headline", 110: "credit",
    115: "source", 116: "copyright notice", 120: "caption", 122: "author of the caption",
  ]

  /// The records without those that tell a location: those for locations, and those that contain one of `traces`. What
  /// is not a dataset goes if it does.
  ///
  /// - Returns: the bytes, nil if nothing has to be removed; and the names of texts that stay.
  package func withoutLocation(_ traces: LocationTraces) -> (bytes: [UInt8]?, texts: [String]) {
    var kept: [UInt8] = []
    var texts: [String] = []
    for dataset in datasets {
      let isLocation = dataset.record == 2 && IPTCRecords.locationDatasets.contains(dataset.number)
      if isLocation || traces.isFound(inText: dataset.data) || LocationText.isKeyword(dataset.data)
      {
        continue
      }
      if let part = bytes.part(dataset.range) { kept += part }
      guard dataset.record == 2, let name = IPTCRecords.texts[dataset.number],
        LocationTraces.tellsSomething(text(dataset)), !texts.contains("\(name) (IPTC)")
      else { continue }
      texts.append("\(name) (IPTC)")
    }
    if let rest = bytes.part((datasets.last?.range.upperBound ?? 0)..<bytes.count),
      !rest.statesLocation(traces)
    {
      kept += rest
    }
    return (kept.count == bytes.count ? nil : kept, texts)
  }

  /// The text of a dataset, up to its first zero byte.
  public func text(_ dataset: Dataset) -> String {
    let bytes = Array(dataset.data.prefix { $0 != 0 })
    if isUTF8 { return String(decoding: bytes, as: UTF8.self) }
    return String(validating: bytes, as: UTF8.self) ?? Windows1252.text(bytes)
  }

  /// The date and the time when the image was taken, in one text: `2019-12-16 15:12:02+00:00` (datasets 2:55 and
  /// 2:60). Nil if there is no date.
  public var dateCreated: String? {
    guard let date = digits(55).map(Array.init), date.count == 8, date.allSatisfy(\.isNumber),
      date.contains(where: { $0 != "0" })
    else { return nil }
    let day = "\(String(date[..<4]))-\(String(date[4..<6]))-\(String(date[6...]))"
    return digits(60).flatMap(IPTCRecords.time).map { "\(day) \($0)" } ?? day
  }

  private func digits(_ number: Int) -> String? {
    datasets.first { $0.record == 2 && $0.number == number }.map(text)
  }

  /// `15:12:02+00:00` of `151202+0000`, with or without a fraction of a second; nil for other texts.
  public static func time(_ text: String) -> String? {
    let zone = text.firstIndex { $0 == "+" || $0 == "-" } ?? text.endIndex
    let clock = Array(text[..<zone])
    guard clock.count >= 6, clock.prefix(6).allSatisfy(\.isNumber),
      clock.count == 6 || clock[6] == "." && clock.dropFirst(7).allSatisfy(\.isNumber)
    else { return nil }
    let fraction = String(clock[6...])
    let time =
      "\(String(clock[..<2])):\(String(clock[2..<4])):\(String(clock[4..<6]))\(fraction)"
    let offset = Array(text[zone...])
    if offset.isEmpty { return time }
    guard offset.count == 5, offset.dropFirst().allSatisfy(\.isNumber) else { return nil }
    return "\(time)\(String(offset[..<3])):\(String(offset[3...]))"
  }
}

/// The encoding of western Windows systems: Latin-1, with letters and signs instead of the controls from 0x80 on.
enum Windows1252 {
  private static let upper = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  static func text(_ bytes: [UInt8]) -> String {
    String(
      String.UnicodeScalarView(
        bytes.map { (0x80...0x9F).contains($0) ? upper[Int($0) - 0x80] : Unicode.Scalar($0) }))
  }
}
