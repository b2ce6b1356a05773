package import FieldCoding
import Files
import HEIF
import ISOBMFF
package import LivePhotos
import Metadata
import Movie
import WorkerClient
import WorkerProtocol

/// A decoded frame is a photo like any other: a HEIF file of an uncompressed image (ISO/IEC 23001-17), with
/// the colours, the shape and the orientation that the movie states, and with Exif metadata.
extension MovieFrames {
  /// All bytes before the samples in that file.
  ///
  /// - Parameters:
  ///   - description: the number of the sample entry, from 1.
  ///   - alpha: the header of the samples of its alpha, which follow; nil if it is opaque.
  func photoStart(
    of frame: Frame, _ header: MovieFrameHeader, _ description: Int, alpha: MovieFrameHeader?
  ) throws(ConversionError) -> [UInt8] {
    let entry = track.sampleEntries[description - 1]
    var properties = self.properties(header, entry)
    let kept: Set<FourCC> = ["clli", "mdcv"]
    for box in entry.children where kept.contains(box.type) {
      properties.append(Item.Property(box))
    }
    let shape = track.pixelShape(of: entry)
    if shape.hSpacing != shape.vSpacing { properties.append(Item.Property(Box(shape))) }
    for box in entry.children {
      if box[ColourInformationBox.self]?.hasProfile == true {
        properties.append(Item.Property(box))
      }
    }
    let transforms =
      entry.children.filter { $0.type == "clap" && crops($0, header) }
      + (track.matrix.orientation ?? [])
    var file = SingleImageFile(
      "unci", properties + transforms.map { Item.Property($0) }, brand: "mif2")
    if let alpha, let entry = self.alpha?.track.sampleEntries.first {
      file.alpha = SingleImageFile.Alpha(
        self.properties(alpha, entry) + transforms.map { Item.Property($0) },
        dataCount: alpha.sampleByteCount, isPremultiplied: isPremultiplied)
    }
    do throws(FieldError) {
      file.exif = try exif(of: frame, width: Int(header.width), height: Int(header.height))
      return try file.start(dataCount: header.sampleByteCount)
    } catch {
      throw ConversionError(.worker, "a frame cannot be passed on: \(error)")
    }
  }

  /// Whether the colours of frames are multiplied by their alpha.
  private var isPremultiplied: Bool {
    alpha.map { movie.isPremultiplied(track, by: $0.track) } ?? false
  }

  /// The properties of samples that were decoded: their form, size and colours.
  private func properties(_ header: MovieFrameHeader, _ entry: Box) -> [Item.Property] {
    let size = ImagePlan.Size(width: header.storedWidth, height: header.storedHeight)
    var properties = header.format.properties.map { Item.Property($0, isEssential: true) }
    properties.append(Item.Property(size.property))
    properties.append(Item.Property(colour(header, entry).property))
    // The padding for whole chroma samples is removed first.
    if size.width != header.width || size.height != header.height {
      properties.append(Item.Property(header.aperture))
    }
    return properties
  }

  /// Whether a clean aperture leaves something of the frame.
  private func crops(_ box: Box, _ header: MovieFrameHeader) -> Bool {
    guard let aperture = box[CleanApertureBox.self], aperture.widthD > 0, aperture.heightD > 0
    else {
      return false
    }
    return aperture.widthN / aperture.widthD <= header.width
      && aperture.heightN / aperture.heightD <= header.height
      && aperture.widthN > 0 && aperture.heightN > 0
  }

  /// The colour space of the samples: the one that the movie states, or else the one that the coded picture states.
  /// If neither states one, it is the usual one in players: BT.709 for frames with more rows than standard
  /// definition, and BT.601 for others.
  private func colour(_ header: MovieFrameHeader, _ entry: Box) -> CodingIndependentCodePoints {
    var points = header.colour
    let stated = entry.children.compactMap { $0[ColourInformationBox.self] }.first {
      $0.colourType == "nclx" || $0.colourType == "nclc"
    }
    if let stated {
      if stated.colourPrimaries != 2 { points.colourPrimaries = stated.colourPrimaries }
      if stated.transferCharacteristics != 2 {
        points.transferCharacteristics = stated.transferCharacteristics
      }
      if stated.matrixCoefficients != 2 { points.matrixCoefficients = stated.matrixCoefficients }
      if stated.colourType == "nclx", stated.hasFullRangeFlag {
        points.isFullRange = stated.isFullRange
      }
    }
    if header.format.isRGB {
      points.matrixCoefficients = 0
      points.isFullRange = header.colour.isFullRange
    } else if [0, 2, 3].contains(points.matrixCoefficients) {
      points.matrixCoefficients =
        points.colourPrimaries == 9 ? 9 : min(header.width, header.height) > 576 ? 1 : 6
    }
    return points
  }

  /// The region of its frame that the photo shows: the whole frame, except for the part outside of the clean aperture.
  package var shownRegion: StillRegion {
    let entry = track.sampleEntries.first
    var (width, height) = (1.0, 1.0)
    if let visual = entry?[VisualSampleEntry.self], visual.width > 0, visual.height > 0,
      let aperture = entry?.children.first(CleanApertureBox.self), aperture.widthD > 0,
      aperture.heightD > 0
    {
      width = Double(aperture.widthN) / Double(aperture.widthD) / Double(visual.width)
      height = Double(aperture.heightN) / Double(aperture.heightD) / Double(visual.height)
    }
    if track.matrix.swapsSides { (width, height) = (height, width) }
    return StillRegion(
      left: (1 - width) / 2, top: (1 - height) / 2, width: width, height: height)
  }

  /// Notes about all frames of the movie.
  package var notes: [String] {
    var notes: [String] = []
    if track.matrix.orientation == nil {
      notes.append("its matrix does more than rotate, mirror or scale frames, and is ignored")
    }
    let vision = track.sampleEntries.lazy.flatMap(\.children)
      .compactMap { $0[DOVIConfigurationBox.self] }.first
    if let vision, vision.baseLayerCompatibilityID == 0, vision.profile != 8 {
      notes.append(
        "its colours are known only to players of Dolby Vision profile \(vision.profile): frames look wrong"
      )
    }
    return notes
  }
}

extension FrameFormat {
  /// The properties that describe the kinds and the order of samples.
  fileprivate var properties: [Box] {
    var kinds: [UInt16] = hasColours ? (isRGB ? [5, 6, 4] : [1, 2, 3]) : [0]
    if hasAlpha { kinds.append(7) }
    var definition = ComponentDefinitionBox()
    definition.components = kinds.map {
      var component = ComponentDefinitionBox.Component()
      component.componentType = $0
      return component
    }
    var configuration = UncompressedFrameConfigBox()
    configuration.components = kinds.indices.map {
      var component = UncompressedFrameConfigBox.Component()
      component.index = UInt16($0)
      component.bitDepthMinusOne = bitDepth - 1
      component.alignSize = bitDepth > 8 ? UInt8(bytesPerSample) : 0
      return component
    }
    configuration.isComponentLittleEndian = true
    configuration.samplingType = chromaWidth == 1 ? 0 : chromaHeight == 1 ? 1 : 2
    return [Box(definition), Box(configuration)]
  }
}

extension MovieFrameHeader {
  /// The frame among samples that were added at the right and at the bottom.
  fileprivate var aperture: Box {
    var aperture = CleanApertureBox()
    (aperture.widthN, aperture.heightN) = (width, height)
    // The offset is that of the middle.
    (aperture.horizOffN, aperture.horizOffD) = (Int32(clamping: Int(width) - storedWidth), 2)
    (aperture.vertOffN, aperture.vertOffD) = (Int32(clamping: Int(height) - storedHeight), 2)
    return Box(aperture)
  }
}

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
