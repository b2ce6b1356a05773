import HEIF
import HEVC
import ISOBMFF
import Metadata
import Text

/// The report on Exif metadata, for photos in any container.
enum ExifReport {
  static func entries(exif: Bytes?, xmp: Bytes?, iptc: Bytes? = nil) -> [ReportEntry] {
    entries(ExifSummary(tiff: exif, xmp: xmp, iptc: iptc))
  }

  static func entries(_ exif: ExifSummary) -> [ReportEntry] {
    var entries: [ReportEntry] = []
    func add(_ key: String, _ label: String, _ text: String?) {
      if let text, !text.isEmpty { entries.append(ReportEntry(key, label, text)) }
    }
    add("camera", "Camera", camera(exif))
    add("lens", "Lens", exif.lens)
    add("software", "Software", exif.software)
    add("date", "Date", exif.dateTimeOriginal)
    if let entry = exposure(exif) { entries.append(entry) }
    if let location = exif.location {
      entries.append(
        ReportEntry(
          "location", "Location",
          .object([
            ("latitude", .double(location.latitude)), ("longitude", .double(location.longitude)),
            ("altitude", .double(location.altitude)),
          ]),
          GeographicPosition.text(location.latitude, location.longitude, location.altitude)))
    } else if let altitude = exif.altitude {
      entries.append(
        ReportEntry(
          "location", "Location", .object([("altitude", .double(altitude))]),
          "\(decimal(altitude, digits: 1)) m above the sea, without a position"))
    }
    add("contentIdentifier", "Content identifier", exif.contentIdentifier)
    if let orientation = exif.orientation {
      entries.append(
        ReportEntry(
          "exifOrientation", "", .int(orientation), text: []))
    }
    return entries
  }

  private static func camera(_ exif: ExifSummary) -> String? {
    guard let model = exif.model else { return exif.make }
    guard let make = exif.make, !model.hasPrefix(make) else { return model }
    return "\(make) \(model)"
  }

  private static func exposure(_ exif: ExifSummary) -> ReportEntry? {
    var parts: [String] = []
    if let time = exif.exposureTime { parts.append(ExposureTime.text(time)) }
    if let number = exif.fNumber { parts.append("f/\(decimal(number, digits: 2))") }
    if let iso = exif.iso { parts.append("ISO \(iso)") }
    if let length = exif.focalLength {
      let equivalent = exif.focalLengthIn35mm.map { " (\($0) mm equivalent)" } ?? ""
      parts.append("\(decimal(length, digits: 2)) mm\(equivalent)")
    }
    if exif.flashFired == true { parts.append("flash") }
    guard !parts.isEmpty else { return nil }
    return ReportEntry(
      "exposure", "Exposure",
      .object([
        ("time", .string(exif.exposureTime.map { "\($0)" })), ("fNumber", .double(exif.fNumber)),
        ("iso", .int(exif.iso)), ("focalLength", .double(exif.focalLength)),
        ("focalLengthIn35mm", .int(exif.focalLengthIn35mm)),
        ("flash", exif.flashFired.map { .bool($0) }),
      ]), parts.joined(separator: ", "))
  }
}

/// The text of the exposure time.
enum ExposureTime {
  /// `1/120 s` for 1000/120000, `0.5 s`, `2.5 s`; fractions that are not unit fractions are rounded.
  static func text(_ time: TIFFRational) -> String {
    let seconds = Double(time.numerator) / Double(time.denominator)
    guard seconds > 0, seconds < 0.3 else { return "\(decimal(seconds, digits: 2)) s" }
    return "1/\(decimal((1 / seconds).rounded())) s"
  }
}

/// Positions on Earth.
enum GeographicPosition {
  /// `46.36400° N, 14.09400° E, 480 m`
  static func text(_ latitude: Double, _ longitude: Double, _ altitude: Double?) -> String {
    let parts = [
      "\(decimal(abs(latitude), digits: 6))° \(latitude < 0 ? "S" : "N")",
      "\(decimal(abs(longitude), digits: 6))° \(longitude < 0 ? "W" : "E")",
      altitude.map { "\(decimal($0, digits: 1)) m" },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}

extension ICCProfile {
  /// The entry for an image if only its profile is known.
  static func entry(_ profile: Bytes) -> ReportEntry {
    ReportEntry(
      "colour", "Colour",
      .object([("profile", .string(name(profile))), ("profileBytes", .int(profile.count))]),
      text(profile))
  }

  /// `Display P3 (ICC profile, 548 bytes)`
  static func text(_ profile: Bytes) -> String {
    profile.isEmpty
      ? "an empty ICC profile"
      : "\(name(profile) ?? "unnamed") (ICC profile, \(counted(profile.count, "byte")))"
  }

  /// The name of a profile; nil if it has none.
  static func name(_ profile: Bytes) -> String? { ICCProfile(profile)?.name }
}

extension CodePoints {
  /// Primaries, transfer and matrix, if they are stated.
  static func texts(_ points: CodingIndependentCodePoints) -> [String] {
    let matrix =
      points.matrixCoefficients == 2
      ? nil : "\(name(points.matrixCoefficients, matrixCoefficients)) matrix"
    if points.colourPrimaries == 2, points.transferCharacteristics == 2 {
      return ["unspecified colours"] + (matrix.map { [$0] } ?? [])
    }
    return [
      "\(name(points.colourPrimaries, colourPrimaries)) primaries",
      "\(name(points.transferCharacteristics, transferCharacteristics)) transfer", matrix,
    ].compactMap { $0 }
  }

  /// The name of a number, which can stand for several standards: `BT.2020 or BT.2100`.
  static func name(_ number: UInt16, _ names: ValueNames) -> String {
    names[UInt64(number)].map { $0.replacing(", ", with: " or ") } ?? "\(number)"
  }

  /// All code points, as a value.
  static func value(
    _ points: CodingIndependentCodePoints, isFullRange: Bool?
  ) -> JSONValue {
    .object([
      ("primaries", .int(Int(points.colourPrimaries))),
      ("transfer", .int(Int(points.transferCharacteristics))),
      ("matrix", .int(Int(points.matrixCoefficients))),
      ("fullRange", isFullRange.map { .bool($0) }),
    ])
  }
}
