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
