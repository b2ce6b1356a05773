package import AV1
import AVC
package import FieldCoding
import HEVC
package import ISOBMFF
package import Text

/// The brightness and colour volume that boxes or a bitstream state for frames.
package struct LightMetadata: Sendable {
  /// The display on which frames were graded (SMPTE ST 2086).
  package var display: MasteringDisplay?
  /// The brightest sample, in cd/m² (MaxCLL); nil if nothing says it, as 0 does.
  package private(set) var maximum: Int?
  /// The brightest frame on average, in cd/m² (MaxFALL); nil if nothing says it, as 0 does.
  package private(set) var average: Int?
  /// Whether the brightness of each scene is stated (SMPTE ST 2094-40).
  private(set) var isDynamic = false
  /// The transfer that a decoder should take instead of the one that is stated.
  private(set) var preferredTransfer: UInt16?

  /// Whether any of it is a number.
  var hasFigures: Bool { display != nil || maximum != nil || average != nil }

  /// The metadata in the properties of an item, or in the boxes of a sample entry, including their records.
  package init(_ boxes: [Box]) {
    if let box = boxes.first(MasteringDisplayColourVolumeBox.self) {
      display = MasteringDisplay(
        (box.primaries + [box.whitePoint]).map { ($0.x, $0.y) }, per: 50_000,
        maximum: Double(box.maxLuminance) / 10_000, minimum: Double(box.minLuminance) / 10_000)
    } else if let box = boxes.first(SMPTE2086MasteringDisplayMetadataBox.self) {
      display = MasteringDisplay(
        [
          (box.redX, box.redY), (box.greenX, box.greenY), (box.blueX, box.blueY),
          (box.whiteX, box.whiteY),
        ], per: 65_536, maximum: Double(box.luminanceMax) / 256,
        minimum: Double(box.luminanceMin) / 16_384)
    }
    if let box = boxes.first(ContentLightLevelBox.self) {
      setLight(box.maxContentLightLevel, box.maxPicAverageLightLevel)
    } else if let box = boxes.first(VPContentLightLevelBox.self) {
      setLight(box.maxCLL, box.maxFALL)
    }
    for array in boxes.first(HEVCConfigurationBox.self)?.record.arrays ?? [] {
      for unit in array.nalUnits { add(hevc: unit) }
    }
    let units = try? boxes.first(AV1CodecConfigurationBox.self)?.record.units()
    for unit in units ?? [] { add(unit) }
  }

  /// Adds the metadata in a sample; boxes take precedence.
  package mutating func add(sample: Bytes, _ boxes: [Box]) {
    let content = SampleMessageSummary(sample, boxes)
    add(content.messages)
    for unit in content.openBitstreamUnits { add(unit) }
  }

  private mutating func add(hevc unit: Bytes) {
    if let sei = try? HEVC.SupplementalEnhancementInformation(nalUnit: unit) { add(sei.messages) }
  }

  private mutating func add(_ messages: [SEIMessage]) {
    for message in messages {
      if let content = try? message.content(as: MasteringDisplayColourVolume.self) {
        display =
          display
          ?? MasteringDisplay(
            (content.primaries + [content.whitePoint]).map { ($0.x, $0.y) }, per: 50_000,
            maximum: Double(content.maxLuminance) / 10_000,
            minimum: Double(content.minLuminance) / 10_000)
      } else if let content = try? message.content(as: ContentLightLevelInformation.self) {
        setLight(content.maxContentLightLevel, content.maxPictureAverageLightLevel)
      } else if let content = try? message.content(as: AlternativeTransferCharacteristics.self) {
        preferredTransfer = preferredTransfer ?? UInt16(content.preferred)
      } else if let content = try? message.content(as: UserDataRegistered.self),
        case .hdr10Plus = content.content
      {
        isDynamic = true
      }
    }
  }

  private mutating func add(_ unit: OpenBitstreamUnit) {
    guard unit.header.type == .metadata, let metadata = try? Metadata(unit) else { return }
    switch metadata.value {
    case .contentLightLevel(let level):
      setLight(level.maxContentLightLevel, level.maxFrameAverageLightLevel)
    case .masteringDisplay(let content):
      display =
        display
        ?? MasteringDisplay(
          content.chromaticities.map { ($0.x, $0.y) }, per: 65_536,
          maximum: Double(content.luminanceMax) / 256,
          minimum: Double(content.luminanceMin) / 16_384)
    case .userData(let data):
      // The codes of the provider and of the application of HDR10+.
      if data.countryCode == 0xB5, data.payload.starts(with: [0x00, 0x3C, 0x00, 0x01, 0x04]) {
        isDynamic = true
      }
    case .other: break
    }
  }

  private mutating func setLight(_ maximum: UInt16, _ average: UInt16) {
    self.maximum = self.maximum ?? (maximum > 0 ? Int(maximum) : nil)
    self.average = self.average ?? (average > 0 ? Int(average) : nil)
  }
}

extension LightMetadata {
  /// The metadata as boxes of a sample entry (ISO/IEC 14496-12 §12.1.6, §12.1.7).
  package var boxes: [Box] {
    var boxes: [Box] = []
    if let display {
      var box = MasteringDisplayColourVolumeBox()
      box.primaries = [display.green, display.blue, display.red].map { .init($0) }
      box.whitePoint = .init(display.white)
      box.maxLuminance = UInt32(clamping: Int((display.maximum * 10_000).rounded()))
      box.minLuminance = UInt32(clamping: Int((display.minimum * 10_000).rounded()))
      boxes.append(Box(box))
    }
    if maximum != nil || average != nil {
      var box = ContentLightLevelBox()
      box.maxContentLightLevel = UInt16(clamping: maximum ?? 0)
      box.maxPicAverageLightLevel = UInt16(clamping: average ?? 0)
      boxes.append(Box(box))
    }
    return boxes
  }
}

extension MasteringDisplayColourVolumeBox.Chromaticity {
  fileprivate init(_ point: MasteringDisplay.Chromaticity) {
    self.init()
    (x, y) = (
      UInt16(clamping: Int((point.x * 50_000).rounded())),
      UInt16(clamping: Int((point.y * 50_000).rounded()))
    )
  }
}

/// A display on which frames were graded.
package struct MasteringDisplay: Sendable {
  /// CIE 1931 x and y.
  package typealias Chromaticity = (x: Double, y: Double)
  package let red: Chromaticity
  package let green: Chromaticity
  package let blue: Chromaticity
  package let white: Chromaticity
  /// The greatest and the least luminance, in cd/m².
  package let maximum: Double
  package let minimum: Double

  /// - Parameters:
  ///   - points: three primaries in any order, which writers mix up, and white. Red is furthest to the
  ///     right, and green furthest up.
  ///   - unit: the number that means 1.
  init?(_ points: [(x: UInt16, y: UInt16)], per unit: Double, maximum: Double, minimum: Double) {
    let points = points.map { (x: Double($0.x) / unit, y: Double($0.y) / unit) }
    var primaries = Array(points.prefix(3))
    guard points.count == 4, let red = primaries.max(by: { $0.x < $1.x }) else { return nil }
    primaries.removeAll { $0 == red }
    guard let green = primaries.max(by: { $0.y < $1.y }),
      let blue = primaries.min(by: { $0.y < $1.y })
    else { return nil }
    (self.red, self.green, self.blue, white) = (red, green, blue, points[3])
    (self.maximum, self.minimum) = (maximum, minimum)
  }

  /// `BT.2020`; nil if these colours do not have a name.
  var gamut: String? {
    let known: [(name: String, red: Chromaticity, green: Chromaticity, blue: Chromaticity)] = [
      ("BT.709", (0.64, 0.33), (0.30, 0.60), (0.15, 0.06)),
      ("P3", (0.68, 0.32), (0.265, 0.69), (0.15, 0.06)),
      ("BT.2020", (0.708, 0.292), (0.17, 0.797), (0.131, 0.046)),
    ]
    func isNear(_ a: Chromaticity, _ b: Chromaticity) -> Bool {
      abs(a.x - b.x) < 0.005 && abs(a.y - b.y) < 0.005
    }
    return known.first {
      isNear($0.red, red) && isNear($0.green, green) && isNear($0.blue, blue)
    }?.name
  }
}

/// The configuration of Dolby Vision (Dolby Vision Streams Within the ISO Base Media File Format).
package struct DolbyVisionSummary {
  private let box: DOVIConfigurationBox

  init?(_ boxes: [Box]) {
    guard let box = boxes.first(DOVIConfigurationBox.self) else { return nil }
    self.box = box
  }

  /// `8.4`: the profile, and for those with a base layer that others can show, what that is.
  package var profile: String {
    [4, 7, 8, 9, 10].contains(box.profile)
      ? "\(box.profile).\(box.baseLayerCompatibilityID)" : "\(box.profile)"
  }

  /// The format that a player without Dolby Vision can show: `HDR10`. Nil if it would show wrong colours.
  package var baseLayer: String? {
    switch box.baseLayerCompatibilityID {
    case 1, 6: "HDR10"
    case 2: "SDR"
    case 4: "HLG"
    default: nil
    }
  }

  /// `Dolby Vision profile 8.4, level 4; players without it show HLG`
  package var text: String {
    let others = baseLayer.map { "show \($0)" } ?? "show wrong colours"
    let layers = box.hasEnhancementLayer ? ", with an enhancement layer" : ""
    return
      "Dolby Vision profile \(profile), level \(box.level)\(layers); players without it \(others)"
  }

  package var value: JSONValue {
    .object([
      ("profile", .int(Int(box.profile))), ("level", .int(Int(box.level))),
      ("compatibility", .int(Int(box.baseLayerCompatibilityID))), ("baseLayer", .string(baseLayer)),
      ("hasEnhancementLayer", .bool(box.hasEnhancementLayer)), ("hasMetadata", .bool(box.hasRPU)),
    ])
  }

  /// `dvh1.05.06`; nil for a sample entry that players without Dolby Vision know.
  package func codec(_ entry: FourCC) -> String? {
    ["dvh1", "dvhe", "dva1", "dvav", "dav1"].contains(entry) ? string(entry) : nil
  }

  /// `dvh1.08.04/db4h`, for a sample entry that players without Dolby Vision know (HLS,
  /// SUPPLEMENTAL-CODECS); nil for others, or if they cannot show it.
  package func supplementalCodec(for entry: FourCC) -> String? {
    let entries: [FourCC: FourCC] = [
      "hvc1": "dvh1", "hev1": "dvhe", "avc1": "dva1", "avc3": "dvav", "av01": "dav1",
    ]
    let brands: [UInt8: String] = [1: "db1p", 2: "db2g", 4: "db4h", 6: "db1p"]
    guard let entry = entries[entry], let brand = brands[box.baseLayerCompatibilityID] else {
      return nil
    }
    return "\(string(entry))/\(brand)"
  }

  private func string(_ entry: FourCC) -> String {
    "\(entry).\(zeroPadded(box.profile, to: 2)).\(zeroPadded(box.level, to: 2))"
  }
}

/// The messages of a video sample besides its frames.
package struct SampleMessageSummary {
  /// The messages of HEVC and AVC.
  package private(set) var messages: [SEIMessage] = []
  package private(set) var openBitstreamUnits: [OpenBitstreamUnit] = []

  /// - Parameter boxes: those of the sample entry.
  package init(_ sample: Bytes, _ boxes: [Box]) {
    guard var layout = InspectedUnits(configuredBy: boxes),
      let units = try? layout.units(in: sample)
    else { return }
    let isHEVC = boxes.first(HEVCConfigurationBox.self) != nil
    for unit in units {
      if let unit = unit.openBitstreamUnit {
        openBitstreamUnits.append(unit)
      } else if isHEVC {
        let sei = try? HEVC.SupplementalEnhancementInformation(nalUnit: unit.bytes)
        messages += sei?.messages ?? []
      } else {
        let sei = try? AVC.SupplementalEnhancementInformation(nalUnit: unit.bytes)
        messages += sei?.messages ?? []
      }
    }
  }
}

/// Finds samples whose frames are predicted from others, so that decoding cannot start with them, whatever the tables
/// say.
package struct PredictedSamples {
  private let entries: [Box]
  private var layouts: [InspectedUnits?]
  /// The number of samples that are still to be found: each one costs as much as its parameter sets.
  private var left = 64

  package init(_ track: Track) {
    entries = track.sampleEntries
    layouts = entries.map {
      Track.encryptedEntries.contains($0.type) ? nil : InspectedUnits(configuredBy: $0.children)
    }
  }

  /// False also if this is unknown, or if the frame begins a recovery, after which frames are complete.
  ///
  /// - Parameter bytes: the bytes of the file.
  package mutating func contains(_ sample: Sample, in bytes: Bytes) -> Bool {
    let entry = sample.descriptionIndex - 1
    guard left > 0, layouts.indices.contains(entry), sample.location == .file(0),
      let data = bytes.part(sample.fileRange), let units = try? layouts[entry]?.units(in: data),
      // Those of further layers and views follow.
      let type = units.lazy.compactMap(\.pictureType).first,
      ["P", "B", "SP", "INTER_FRAME"].contains(type)
    else { return false }
    left -= 1
    return !SampleMessageSummary(data, entries[entry].children).messages.contains {
      $0.payloadType == AVC.RecoveryPoint.payloadType
    }
  }
}
