public import Metadata

/// Facts of a still's Exif metadata that its movie can have as keys.
public struct LiveStillFacts: Equatable, Sendable {
  var keys: [String: String] = [:]
  /// The time when it was taken.
  var captureTime: CaptureTime?

  /// No facts.
  public init() {}

  /// The facts that Exif states: make, model, software, date and location.
  public init(_ exif: ExifSummary) {
    captureTime = exif.dateTimeOriginal.flatMap { CaptureTime($0) }
    keys["make"] = exif.make
    keys["model"] = exif.model
    keys["software"] = exif.software
    keys["creationdate"] = exif.dateTimeOriginal.flatMap(LiveStillFacts.date)
    keys[LiveStillFacts.location] = exif.location.map(LiveStillFacts.iso6709)
  }

  private static let order = [location, "make", "model", "software", "creationdate"]
  private static let camera: Set<String> = ["make", "model", "software"]

  private static let location = "location.ISO6709"

  var hasLocation: Bool { keys[LiveStillFacts.location] != nil }

  /// The keys that a movie lacks. If a movie names its own camera, the camera of the still is not added.
  ///
  /// - Parameter withLocation: whether the location, which may be private, is one of them.
  func keys(lackingIn present: Set<String>, withLocation: Bool) -> [LiveMovieKey] {
    let prefix = "com.apple.quicktime."
    let known = { (name: String) in present.contains(prefix + name) }
    let hasCamera = LiveStillFacts.camera.contains(where: known)
    return LiveStillFacts.order.compactMap { name in
      guard let value = keys[name], !known(name), withLocation || name != LiveStillFacts.location,
        !(hasCamera && LiveStillFacts.camera.contains(name))
      else { return nil }
      return .text(prefix + name, value)
    }
  }

  /// `2025-01-01 11:06:46.123+09:00` as `2025-01-01T11:06:46+0900`; nil without a zone.
  private static func date(_ text: String) -> String? {
    let letters = Array(text)
    guard letters.count >= 25, letters[10] == " ", ["+", "-"].contains(letters[letters.count - 6]),
      letters[letters.count - 3] == ":"
    else { return nil }
    let zone = letters.suffix(6).filter { $0 != ":" }
    return String(letters[0..<10]) + "T" + String(letters[11..<19]) + String(zone)
  }

  /// Coordinates in the form of ISO 6709: `+35.7143+139.7963+007.400/`.
  private static func iso6709(_ location: ExifSummary.Location) -> String {
    func part(_ value: Double, _ whole: Int, _ digits: Int) -> String {
      let text = fixedPoint(abs(value), digits: digits)
      return (value < 0 ? "-" : "+") + zeroPadded(text, to: whole + 1 + digits)
    }
    return part(location.latitude, 2, 4) + part(location.longitude, 3, 4)
      + (location.altitude.map { part($0, 3, 3) } ?? "") + "/"
  }
}
