/// The most important values of a photo's Exif metadata. A value is nil if it is missing or damaged.
public struct ExifSummary: Equatable, Sendable {
  /// A position on the earth.
  public struct Location: Equatable, Sendable {
    /// The latitude in degrees, -90 to 90; north is positive.
    public var latitude: Double
    /// The longitude in degrees, -180 to 180; east is positive.
    public var longitude: Double
    /// The altitude in metres above the sea; nil if it is not stated.
    public var altitude: Double?
  }

  /// The maker of the camera (tag 0x010F).
  public var make: String?
  /// The model of the camera (tag 0x0110).
  public var model: String?
  /// The model of the lens (tag 0xA434).
  public var lens: String?
  /// The program or firmware that wrote the file (tag 0x0131).
  public var software: String?
  /// The time when the photo was taken: `2023-09-12 14:03:11.123+02:00`; the fraction and the offset are optional.
  public var dateTimeOriginal: String?
  /// The exposure time in seconds, as the fraction in the file.
  public var exposureTime: TIFFRational?
  /// The f-number of the aperture (tag 0x829D).
  public var fNumber: Double?
  /// The sensitivity (tags 0x8827, 0x8832 and 0x8833).
  public var iso: Int?
  /// The focal length in millimetres.
  public var focalLength: Double?
  /// The focal length in millimetres, as if the sensor had 36 × 24 mm.
  public var focalLengthIn35mm: Int?
  /// Whether the flash fired (bit 0 of tag 0x9209).
  public var flashFired: Bool?
  /// How the stored image is rotated and mirrored, 1 to 8 (TIFF 6.0 §8).
  public var orientation: Int?
  /// The width of the image in samples, as Exif states it (tag 0xA002).
  public var pixelWidth: Int?
  /// The height of the image in samples, as Exif states it (tag 0xA003).
  public var pixelHeight: Int?
  /// The location where the photo was taken; nil unless both coordinates are in range.
  public var location: Location?
  /// The altitude in metres above the sea: files can have it without a position.
  public var altitude: Double?
  /// The vendor of the maker note: `Apple`.
  public var makerNoteVendor: String?
  /// The identifier that the still and the movie of a Live Photo share.
  public var contentIdentifier: String?
  /// What could not be read.
  public var findings: [FieldError] = []
  /// Whether the colours are those of Adobe RGB, as cameras state them (Exif 2.32 §4.6.7, DCF 2.0: `R03`).
  package var isAdobeRGB = false
  /// The IPTC records in the structure.
  var iptc: Bytes?

  /// The summary of a TIFF structure. If `tiff` is not one, all values are nil, and ``findings`` says so.
  public init(tiff: Bytes) {
    do throws(FieldError) {
      let file = try TIFFFile(tiff)
      self.init(file)
    } catch {
      self.init()
      findings = [error]
    }
  }

  /// The summary of a structure with all directories in it.
  public init(_ file: TIFFFile) {
    self.init(main: file[.ifd0], exif: file[.exif], gps: file[.gps])
    let note = file.makerNote
    makerNoteVendor = note?.vendor?.rawValue
    contentIdentifier = note?.contentIdentifier
    findings = file.findings + (note?.findings ?? [])
    // Colours that are not those of sRGB, by a rule that is for Adobe RGB.
    isAdobeRGB =
      file[.exif]?[0xA001]?.integer() == 0xFFFF && file[.interoperability]?.text(0x0001) == "R03"
    iptc = ExifSummary.iptc(in: file[.ifd0])
  }

  /// The summary of structures with one directory each, as Canon's CR3 files have them.
  public init(main: TIFFFile?, exif: TIFFFile?, gps: TIFFFile? = nil) {
    self.init(main: main?[.ifd0], exif: exif?[.ifd0], gps: gps?[.ifd0])
    findings = [main, exif, gps].compactMap(\.self).flatMap(\.findings)
  }

  private init(main: ExifDirectory?, exif: ExifDirectory?, gps: ExifDirectory?) {
    // Some programs write the camera into the directory of the settings.
    make = main?.text(0x010F) ?? exif?.text(0x010F)
    model = main?.text(0x0110) ?? exif?.text(0x0110)
    software = main?.text(0x0131)
    lens = exif?.text(0xA434)
    dateTimeOriginal = exif.flatMap(ExifSummary.dateTime)
    exposureTime = exif?[0x829A]?.rational()
      .flatMap { $0.denominator == 0 || $0.numerator == 0 ? nil : $0 }
    fNumber = exif?.positive(0x829D)
    iso = exif.flatMap(ExifSummary.sensitivity)
    focalLength = exif?.positive(0x920A)
    focalLengthIn35mm = exif?.positive(0xA405).flatMap { Int(exactly: $0) }
    flashFired = exif?[0x9209]?.integer().map { $0 & 1 == 1 }
    orientation = main?[0x0112]?.integer().flatMap { (1...8).contains($0) ? Int($0) : nil }
    pixelWidth = exif?.positive(0xA002).flatMap { Int(exactly: $0) }
    pixelHeight = exif?.positive(0xA003).flatMap { Int(exactly: $0) }
    location = gps.flatMap(Location.init)
    altitude = gps.flatMap(Location.altitude)
  }

  init() {}

  /// The IPTC records of a directory (tag 0x83BB), or those in Photoshop's resources (tag 0x8649).
  private static func iptc(in directory: ExifDirectory?) -> Bytes? {
    directory?[0x83BB]?.value
      ?? directory?[0x8649].flatMap { PhotoshopResources.iptc(in: $0.value) }
  }

  /// SHORT until it says 65535; then the values of Exif 2.32 §4.6.5, tags 0x8832 and 0x8833.
  private static func sensitivity(_ exif: ExifDirectory) -> Int? {
    let short = exif[0x8827]?.integer()
    if let short, short > 0, short < 65_535 { return Int(short) }
    let long = exif[0x8832]?.integer() ?? exif[0x8833]?.integer()
    return [long, short].compactMap { $0 }.first { $0 > 0 }.map(Int.init)
  }

  /// `2023:09:12 14:03:11`, `123` and `+02:00` as one (Exif 2.32 §4.6.5.E).
  private static func dateTime(_ exif: ExifDirectory) -> String? {
    guard let text = exif.text(0x9003) else { return nil }
    var letters = Array(text)
    // A camera whose clock was not set writes blanks.
    guard letters.contains(where: { $0 != " " && $0 != ":" }) else { return nil }
    if letters.count >= 10, letters[4] == ":", letters[7] == ":" {
      letters[4] = "-"
      letters[7] = "-"
    }
    var result = String(letters)
    if let fraction = exif.text(0x9291), fraction.utf8.allSatisfy({ (48...57).contains($0) }) {
      result += "." + fraction
    }
    if let offset = exif.text(0x9011), "+-Z".contains(offset.prefix(1)) { result += offset }
    return result
  }
}

extension ExifDirectory {
  /// The text of `tag`, unless it is empty; some cameras write texts as bytes of no type.
  fileprivate func text(_ tag: UInt16) -> String? {
    guard let entry = self[tag], entry.type.isText || entry.type == .undefined else { return nil }
    let text = TIFFEntry.text(of: entry.value)
    return text.isEmpty ? nil : text
  }

  /// The number of `tag`; 0 means "not known".
  fileprivate func positive(_ tag: UInt16) -> Double? {
    self[tag]?.number().flatMap { $0 > 0 ? $0 : nil }
  }
}

extension ExifSummary.Location {
  /// Degrees, minutes and seconds (Exif 2.32 §4.6.6).
  fileprivate init?(_ gps: ExifDirectory) {
    guard let latitude = Self.degrees(gps, 0x0002, reference: 0x0001, negative: "S"),
      let longitude = Self.degrees(gps, 0x0004, reference: 0x0003, negative: "W"),
      abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    altitude = Self.altitude(gps)
  }

  fileprivate static func altitude(_ gps: ExifDirectory) -> Double? {
    guard let height = gps[0x0006]?.number(), height.isFinite else { return nil }
    let isBelow = gps[0x0005]?.value.first == 1
    return isBelow ? -height : height
  }

  private static func degrees(
    _ gps: ExifDirectory, _ tag: UInt16, reference: UInt16, negative: String
  ) -> Double? {
    guard let entry = gps[tag], let degrees = entry.number() else { return nil }
    let angle = degrees + (entry.number(at: 1) ?? 0) / 60 + (entry.number(at: 2) ?? 0) / 3600
    guard angle.isFinite else { return nil }
    return gps[reference]?.text?.uppercased() == negative ? -angle : angle
  }
}

extension ExifSummary {
  /// The summary of a photo with Exif, XMP, IPTC or several of them: Exif comes first, then XMP has what Exif lacks, and
  /// IPTC the date if both lack it.
  public init(tiff: Bytes?, xmp: Bytes?, iptc: Bytes? = nil) {
    self = tiff.map { ExifSummary(tiff: $0) } ?? ExifSummary()
    if let packet = xmp.flatMap({ XMPPacket(readable: $0) }) { complete(with: Properties(packet)) }
    guard dateTimeOriginal == nil, let records = iptc ?? self.iptc else { return }
    dateTimeOriginal = IPTCRecords(records).dateCreated
  }

  private mutating func complete(with xmp: Properties) {
    // A model without its maker may be that of another camera.
    if make == nil, model == nil { (make, model) = (xmp[.tiff, "Make"], xmp[.tiff, "Model"]) }
    lens = lens ?? xmp[.exifEX, "LensModel"] ?? xmp[.aux, "Lens"]
    software = software ?? xmp[.xmp, "CreatorTool"] ?? xmp[.tiff, "Software"]
    dateTimeOriginal =
      dateTimeOriginal ?? xmp.date(.exif, "DateTimeOriginal") ?? xmp.date(.photoshop, "DateCreated")
      ?? xmp.date(.xmp, "CreateDate")
    exposureTime = exposureTime ?? xmp.fraction("ExposureTime")
    fNumber = fNumber ?? xmp.number("FNumber")
    iso =
      iso
      ?? (xmp.number("ISOSpeedRatings") ?? xmp.number("PhotographicSensitivity", .exifEX))
      .flatMap { Int(exactly: $0) }
    focalLength = focalLength ?? xmp.number("FocalLength")
    focalLengthIn35mm =
      focalLengthIn35mm ?? xmp.number("FocalLengthIn35mmFilm").flatMap { Int(exactly: $0) }
    guard location == nil else { return }
    altitude = altitude ?? xmp.altitude
    guard let latitude = xmp.angle("GPSLatitude", "N", "S"), abs(latitude) <= 90,
      let longitude = xmp.angle("GPSLongitude", "E", "W"), abs(longitude) <= 180
    else { return }
    location = Location(latitude: latitude, longitude: longitude, altitude: altitude)
  }

  /// The first values of the properties of a packet.
  private struct Properties {
    enum Namespace: String {
      case tiff = "http://ns.adobe.com/tiff/1.0/"
      case exif = "http://ns.adobe.com/exif/1.0/"
      case exifEX = "http://cipa.jp/exif/1.0/"
      case aux = "http://ns.adobe.com/exif/1.0/aux/"
      case xmp = "http://ns.adobe.com/xap/1.0/"
      case photoshop = "http://ns.adobe.com/photoshop/1.0/"
    }

    private let texts: [XMPPacket.Name: String]

    init(_ packet: XMPPacket) {
      let simple = packet.values.filter { $0.path.count == 1 && !$0.text.isEmpty }
      texts = Dictionary(
        simple.map {
          (XMPPacket.Name(namespace: $0.path[0].namespace, local: $0.path[0].local), $0.text)
        }, uniquingKeysWith: { first, _ in first })
    }

    subscript(namespace: Namespace, name: String) -> String? {
      texts[XMPPacket.Name(namespace: namespace.rawValue, local: name)]
    }

    /// `2023-09-12 14:03:11+02:00` of `2023-09-12T14:03:11+02:00`.
    func date(_ namespace: Namespace, _ name: String) -> String? {
      self[namespace, name].map { $0.split(separator: "T", maxSplits: 1).joined(separator: " ") }
    }

    func fraction(_ name: String) -> TIFFRational? {
      let parts = self[.exif, name]?.split(separator: "/").compactMap { Int64($0) } ?? []
      guard parts.count == 2, parts[0] >= 0, parts[1] > 0 else { return nil }
      return TIFFRational(numerator: parts[0], denominator: parts[1])
    }

    /// A number or a fraction above 0.
    func number(_ name: String, _ namespace: Namespace = .exif) -> Double? {
      let number = fraction(name)?.number ?? self[namespace, name].flatMap { Double($0) }
      return number.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }

    /// Degrees, minutes and perhaps seconds, with a letter: `46,21.84N`.
    func angle(_ name: String, _ positive: Character, _ negative: Character) -> Double? {
      guard let text = self[.exif, name], let letter = text.last,
        letter == positive || letter == negative
      else { return nil }
      let parts = text.dropLast().split(separator: ",").map { Double($0) }
      guard (1...3).contains(parts.count) else { return nil }
      var (angle, unit) = (0.0, 1.0)
      for part in parts {
        guard let part, part >= 0, part.isFinite else { return nil }
        angle += part / unit
        unit *= 60
      }
      return letter == negative ? -angle : angle
    }

    var altitude: Double? {
      let height =
        fraction("GPSAltitude")?.number ?? self[.exif, "GPSAltitude"].flatMap { Double($0) }
      guard let height, height.isFinite else { return nil }
      return self[.exif, "GPSAltitudeRef"] == "1" ? -height : height
    }
  }
}
