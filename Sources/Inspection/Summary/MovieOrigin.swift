import JSON
import Movie

/// With what, when and where a movie was taken, under the names that photos have for it: QuickTime's keys
/// come before texts of user data, which are older.
struct MovieOrigin {
  /// The keys of what is said here.
  private(set) var keys: Set<String> = []
  private let items: [MetadataItem]
  private var camera: String?
  private var lens: String?
  private var software: String?
  private var date: String?
  private var position: ISO6709Position?

  init(_ items: [MetadataItem]) {
    self.items = items
    let make = first("com.apple.quicktime.make", "com.android.manufacturer", "©mak")
    let model = first("com.apple.quicktime.model", "com.android.model", "©mod")
    camera = model ?? make
    if let make, let model, !model.hasPrefix(make) { camera = "\(make) \(model)" }
    lens = first("com.apple.quicktime.camera.lens_model")
    software = first("com.apple.quicktime.software", "©swr")
    date = first("com.apple.quicktime.creationdate", "com.android.creationdate", "©day")
      .map(MovieOrigin.date)
    let place = items.first { item in
      ["com.apple.quicktime.location.ISO6709", "©xyz"].contains(item.key)
        && ISO6709Position(item.value) != nil
    }
    position = place.flatMap { ISO6709Position($0.value) }
    if let place { keys.insert(place.key) }
  }

  /// The value under the first of these keys that has one.
  private mutating func first(_ keys: String...) -> String? {
    for key in keys {
      guard let item = items.first(where: { $0.key == key && !$0.value.isEmpty }) else { continue }
      self.keys.insert(key)
      return item.value
    }
    return nil
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
        "place", "Place",
        .object([
          ("latitude", .double(latitude)), ("longitude", .double(longitude)),
          ("altitude", .double(position.altitude)),
        ]), GeographicPosition.text(latitude, longitude, position.altitude)))
    return entries
  }

  /// `2024-07-12 13:25:29+02:00` of `2024-07-12T13:25:29+0200` (ISO 8601), as photos have it; what is of
  /// another form stays.
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

/// A position in the form of ISO 6709 Annex H: `+46.3636+014.0939+475.000/`.
struct ISO6709Position {
  /// In degrees, north of the equator.
  let latitude: Double
  /// In degrees, east of Greenwich.
  let longitude: Double
  /// In metres; nil if it is not said.
  let altitude: Double?

  /// Nil for what is no position.
  init?(_ text: String) {
    // What follows the third number names the system, or ends the text.
    var numbers: [String] = []
    for character in text {
      if character == "+" || character == "-" {
        numbers.append(String(character))
      } else if character.isASCII, character.isNumber || character == ".", !numbers.isEmpty {
        numbers[numbers.count - 1].append(character)
      } else {
        break
      }
    }
    guard (2...3).contains(numbers.count),
      let latitude = ISO6709Position.degrees(numbers[0], digits: 2), abs(latitude) <= 90,
      let longitude = ISO6709Position.degrees(numbers[1], digits: 3), abs(longitude) <= 180
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    altitude = numbers.count == 3 ? Double(numbers[2]) : nil
  }

  /// Degrees, which have `digits` digits; with two digits more, minutes follow, with four, seconds too.
  private static func degrees(_ text: String, digits: Int) -> Double? {
    let sign: Double = text.hasPrefix("-") ? -1 : 1
    let number = text.dropFirst()
    let whole = number.prefix { $0 != "." }
    guard let value = Double(number) else { return nil }
    switch whole.count - digits {
    case 2:
      let degrees = (value / 100).rounded(.down)
      return sign * (degrees + (value - degrees * 100) / 60)
    case 4:
      let degrees = (value / 10_000).rounded(.down)
      let rest = value - degrees * 10_000
      let minutes = (rest / 100).rounded(.down)
      return sign * (degrees + minutes / 60 + (rest - minutes * 100) / 3600)
    default: return sign * value
    }
  }
}
