import ISOBMFF
import Metadata
import Movie
import Text

/// The device, time and location of a movie's recording, with the names of photo metadata: QuickTime's keys precede texts
/// of user data, which are older.
struct MovieOriginSummary {
  /// The keys of these values.
  private(set) var keys: Set<String> = []
  private let items: [MetadataItem]
  private var camera: String?
  private var lens: String?
  private var software: String?
  private var date: String?
  private var position: (latitude: Double, longitude: Double, altitude: Double?)?

  /// - Parameters:
  ///   - location: the location in the user data.
  ///   - goProModel: the model of a camera of GoPro, which is shown if no item states one.
  init(
    _ items: [MetadataItem], _ location: LocationInformationBox?, goProModel: String? = nil
  ) {
    self.items = items
    let stated = first(MetadataItem.modelKeys)
    let model = stated ?? goProModel
    let make = first(MetadataItem.makeKeys) ?? (model == stated ? nil : "GoPro")
    camera = model ?? make
    if let make, let model, !model.hasPrefix(make) { camera = "\(make) \(model)" }
    lens = first(MetadataItem.lensKeys)
    software = first(MetadataItem.softwareKeys)
    date = first(MetadataItem.dateKeys).map(MovieOriginSummary.date)
    let located = items.first { item in
      MetadataItem.locationKeys.contains(item.key) && ISO6709Position(item.value) != nil
    }
    position =
      located.flatMap { ISO6709Position($0.value) }
      .map { ($0.latitude, $0.longitude, $0.altitude) } ?? location?.position
    if let located { keys.insert(located.key) }
  }

  /// The value under the first of these keys that has one.
  private mutating func first(_ keys: [String]) -> String? {
    guard let item = items.first(of: keys) else { return nil }
    self.keys.insert(item.key)
    return item.value
  }

  var entries: [ReportEntry] {
    var entries: [ReportEntry] = []
    func add(_ key: String, _ label: String, _ text: String?) {
      if let text { entries.append(ReportEntry(key, label, text)) }
    }
    add("camera", "Camera", camera)
    add("lens", "Lens", lens)
    add("software", "Software", software)
    add("date", "Date", date)
    guard let position else { return entries }
    let (latitude, longitude) = (position.latitude, position.longitude)
    entries.append(
      ReportEntry(
        "location", "Location",
        .object([
          ("latitude", .double(latitude)), ("longitude", .double(longitude)),
          ("altitude", .double(position.altitude)),
        ]), GeographicPosition.text(latitude, longitude, position.altitude)))
    return entries
  }

  /// `2024-07-12 13:25:29+02:00` for `2024-07-12T13:25:29+0200` (ISO 8601), in the form of photos; other forms are
  /// unchanged.
  static func date(_ text: String) -> String {
    let parts = text.split(separator: "T", maxSplits: 1)
    guard parts.count == 2, parts[0].count == 10,
      parts[0].allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "-") })
    else { return text }
    var time = String(parts[1])
    let zone = time.suffix(5)
    if zone.first == "+" || zone.first == "-", zone.dropFirst().allSatisfy(\.isNumber) {
      time.insert(":", at: time.index(time.endIndex, offsetBy: -2))
    }
    return "\(parts[0]) \(time)"
  }
}

extension LocationInformationBox {
  /// The location, in degrees and metres; nil if it is not on Earth.
  fileprivate var position: (latitude: Double, longitude: Double, altitude: Double?)? {
    let (latitude, longitude) = (Double(self.latitude) / 65536, Double(self.longitude) / 65536)
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    return (latitude, longitude, Double(altitude) / 65536)
  }
}
