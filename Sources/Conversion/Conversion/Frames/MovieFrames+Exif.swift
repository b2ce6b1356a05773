package import FieldCoding
import LivePhotos
import Metadata
import Movie

/// The metadata of a frame: the camera, the location and the date that the movie states.
extension MovieFrames {
  /// The payload of an item of Exif metadata (Exif 2.32); empty if the movie says nothing.
  package func exif(
    of frame: Frame, width: Int, height: Int, withLocation: Bool = true
  ) throws(FieldError) -> [UInt8] {
    let time = captureTime?.after(milliseconds: Int64((frame.time * 1000).rounded()))
    var main: [TIFFField] = []
    func add(_ tag: UInt16, _ keys: [String], _ usual: String? = nil) {
      guard let text = movie.metadata.value(of: keys) ?? usual else { return }
      main.append(TIFFField(tag, .text(text)))
    }
    let hasModel = movie.metadata.value(of: MetadataItem.modelKeys) != nil
    let model = hasModel ? nil : movie.goProModel
    add(0x010F, MetadataItem.makeKeys, model.map { _ in "GoPro" })
    add(0x0110, MetadataItem.modelKeys, model)
    add(0x0131, MetadataItem.softwareKeys)
    if let time { main.append(TIFFField(0x0132, .text(time.exifDate))) }
    let location = movie.metadata.lazy.filter { MetadataItem.locationKeys.contains($0.key) }
      .compactMap { ISO6709Position($0.value) }.first
    if withLocation, let location { main.append(TIFFField(0x8825, .directory(location.exif))) }
    guard !main.isEmpty else { return [] }
    var picture = [
      TIFFField(0x9000, .undefined(Array("0232".utf8))),
      TIFFField(0xA002, .longs([UInt32(clamping: width)])),
      TIFFField(0xA003, .longs([UInt32(clamping: height)])),
    ]
    if let time { picture += time.exif }
    if let lens = movie.value(of: MetadataItem.lensKeys) {
      picture.append(TIFFField(0xA434, .text(lens)))
    }
    let length = movie.value(of: MetadataItem.focalLengthKeys).flatMap(Double.init)
    if let length, length >= 1, let length = UInt16(exactly: length.rounded()) {
      picture.append(TIFFField(0xA405, .shorts([length])))
    }
    main.append(TIFFField(0x8769, .directory(picture)))
    return ExifItem.payload(of: try TIFFWriter.tiff(.big, main))
  }

  /// The time when the first frame was recorded.
  private var captureTime: CaptureTime? {
    movie.metadata.lazy.filter { MetadataItem.dateKeys.contains($0.key) }
      .compactMap { CaptureTime($0.value) }.first ?? CaptureTime(movie)
  }
}

extension CaptureTime {
  fileprivate func after(milliseconds: Int64) -> CaptureTime {
    CaptureTime(
      local: local.map { $0 + milliseconds }, universal: universal.map { $0 + milliseconds },
      origin: origin)
  }

  /// `2025:01:01 11:06:47`
  fileprivate var exifDate: String {
    String(description.prefix(19).map { $0 == "-" ? ":" : $0 == "T" ? " " : $0 })
  }

  /// The fields of dates, with parts of a second and the time zone.
  fileprivate var exif: [TIFFField] {
    let shown = local ?? universal ?? 0
    let milliseconds = (shown % 1000 + 1000) % 1000
    let fraction = String("\(1000 + milliseconds)".dropFirst())
    var fields = [0x9003, 0x9004].map { TIFFField($0, .text(exifDate)) }
    fields += [0x9290, 0x9291, 0x9292].map { TIFFField($0, .text(fraction)) }
    guard universal != nil else { return fields }
    let zone = description.hasSuffix("Z") ? "+00:00" : String(description.suffix(6))
    return fields + [0x9010, 0x9011, 0x9012].map { TIFFField($0, .text(zone)) }
  }
}

extension ISO6709Position {
  /// The fields of a directory of GPS (Exif 2.32 §4.6.6).
  fileprivate var exif: [TIFFField] {
    func angle(_ degrees: Double) -> TIFFField.Value {
      // Units of a ten-thousandth of a second keep minutes and seconds below 60.
      let units = Int64((abs(degrees) * 36_000_000).rounded())
      return .rationals([
        TIFFRational(numerator: units / 36_000_000, denominator: 1),
        TIFFRational(numerator: units / 600_000 % 60, denominator: 1),
        TIFFRational(numerator: units % 600_000, denominator: 10_000),
      ])
    }
    var fields = [
      TIFFField(0, .bytes([2, 3, 0, 0])), TIFFField(1, .text(latitude < 0 ? "S" : "N")),
      TIFFField(2, angle(latitude)), TIFFField(3, .text(longitude < 0 ? "W" : "E")),
      TIFFField(4, angle(longitude)),
    ]
    if let altitude, abs(altitude) < 100_000 {
      let metres = TIFFRational(
        numerator: Int64((abs(altitude) * 1000).rounded()), denominator: 1000)
      fields += [TIFFField(5, .bytes([altitude < 0 ? 1 : 0])), TIFFField(6, .rationals([metres]))]
    }
    return fields
  }
}
