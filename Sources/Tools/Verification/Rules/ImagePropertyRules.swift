import AV1
import HEIF
import HEVC
import ISOBMFF
import Metadata
import Movie

/// Rules about the size, the colours and the channels of images and tracks.
extension Rules {
  static let imageProperties: [FileRule] = [
    clapFractional,
    clapInvalid,
    clapOutside,
    colrDiffersFromVUI,
    colrIccInvalid,
    colrKindTwice,
    colrTypeUnknown,
    ispeDiffersFromAV1,
    ispeDiffersFromSPS,
    ispeMissing,
    ispeZero,
    paspZero,
    pixiDiffers,
    pixiMissing,
    sampleEntrySizeDiffers,
  ]

  static let clapFractional = FileRule(
    "clap-fractional", .note, "ISO/IEC 14496-12 §12.1.4, ISO/IEC 23000-22 §7.3.6.7",
    "The clean aperture starts and ends between two samples, not within one."
  ) { file, findings in
    /// Whether the first and the last of `length` samples around the centre of `whole`, moved by `offset`, are whole.
    func startsAtSample(
      _ whole: Int, _ lengthN: UInt32, _ lengthD: UInt32, _ offsetN: Int32, _ offsetD: UInt32
    ) -> Bool {
      // With a denominator of 0 it is invalid already.
      guard lengthD > 0, offsetD > 0 else { return true }
      let (lengthD, offsetD) = (Int128(lengthD), Int128(offsetD))
      guard Int128(lengthN) % lengthD == 0 else { return false }
      // 2 · start = whole - length + 2 · offset, over both denominators.
      let start =
        (Int128(whole) * lengthD - Int128(lengthN)) * offsetD + 2 * Int128(offsetN) * lengthD
      return start % (2 * lengthD * offsetD) == 0
    }

    for item in file.images {
      guard let size = item.statedSize else { continue }
      for property in item.properties {
        guard let clap = property.box[CleanApertureBox.self],
          !startsAtSample(size.width, clap.widthN, clap.widthD, clap.horizOffN, clap.horizOffD)
            || !startsAtSample(
              size.height, clap.heightN, clap.heightD, clap.vertOffN, clap.vertOffD)
        else { continue }
        file.report(
          property, of: item, &findings,
          "has a clean aperture (clap) that starts or ends within a sample: programs round it differently"
        )
      }
    }
  }

  static let clapInvalid = FileRule(
    "clap-invalid", .error, "ISO/IEC 14496-12 §12.1.4",
    "The clean aperture is made of fractions without a denominator of 0, and has a size."
  ) { file, findings in
    for box in file.all("clap") {
      guard let clap = box[CleanApertureBox.self] else { continue }
      let denominators = [clap.widthD, clap.heightD, clap.horizOffD, clap.vertOffD]
      if denominators.contains(0) {
        findings.add(
          at: box, "the part of the image to show is a fraction with the denominator 0")
      } else if clap.widthN == 0 || clap.heightN == 0 {
        findings.add(at: box, "the part of the image to show is empty")
      }
    }
  }

  static let clapOutside = FileRule(
    "clap-outside", .warning, "ISO/IEC 14496-12 §12.1.4",
    "The clean aperture is inside the image."
  ) { file, findings in
    /// Whether `length` samples around the centre, moved by `offset`, are within `whole`.
    func isInside(
      _ whole: Int, _ lengthN: UInt32, _ lengthD: UInt32, _ offsetN: Int32, _ offsetD: UInt32
    ) -> Bool {
      // With a denominator of 0 it is invalid already.
      guard lengthD > 0, offsetD > 0, lengthN > 0 else { return true }
      // 2 · |offset| + length <= whole, over both denominators.
      let offset = Int128(offsetN).magnitude * 2 * UInt128(lengthD)
      let length = UInt128(lengthN) * UInt128(offsetD)
      return offset + length <= UInt128(whole) * UInt128(lengthD) * UInt128(offsetD)
    }

    for item in file.images {
      guard let size = item.statedSize else { continue }
      for property in item.properties {
        guard let clap = property.box[CleanApertureBox.self] else { continue }
        let isInside =
          isInside(size.width, clap.widthN, clap.widthD, clap.horizOffN, clap.horizOffD)
          && isInside(size.height, clap.heightN, clap.heightD, clap.vertOffN, clap.vertOffD)
        if isInside { continue }
        file.report(
          property, of: item, &findings,
          "has a clean aperture (clap) that is not inside its \(size.width) × \(size.height) samples"
        )
      }
    }
  }

  static let colrDiffersFromVUI = FileRule(
    "colr-differs-from-vui", .note, "ISO/IEC 23008-12 §6.5.5",
    "The code points in colr are those of the coded image; where they differ, colr counts."
  ) { file, findings in
    func checkTracks(_ file: ExaminedFile, _ findings: inout Findings) {
      for entry in file.sampleTables.flatMap(\.entries) {
        guard let inside = CodedFormat(entry.box.children)?.colour,
          let box = file.children(of: entry).first(where: {
            $0[ColourInformationBox.self]?.hasCodePoints == true
          }), let colour = box[ColourInformationBox.self]
        else { continue }
        var stated = CodingIndependentCodePoints(colour)
        // QuickTime states no range.
        if colour.colourType == "nclc" || !colour.hasFullRangeFlag {
          stated.isFullRange = inside.isFullRange
        }
        report(stated, inside, "the track", at: box, &findings)
      }
    }

    func report(
      _ stated: CodingIndependentCodePoints, _ inside: CodingIndependentCodePoints, _ title: String,
      at box: ExaminedBox, _ findings: inout Findings
    ) {
      let differences = stated.contradictions(to: inside)
      guard !differences.isEmpty else { return }
      findings.add(
        at: box,
        "\(title) has other colours by colr than inside: \(differences.joined(separator: "; ")): programs may show different colours"
      )
    }

    guard let heif = file.heif else { return checkTracks(file, &findings) }
    for item in file.images where !item.isDerived {
      guard let stated = item.colour, let inside = heif.bitstreamColour(of: item),
        let property = item.properties.first(where: {
          $0.box[ColourInformationBox.self]?.hasCodePoints == true
        }), let box = file.examined(property.box)
      else { continue }
      report(stated, inside, file.title(of: item.id), at: box, &findings)
    }
    checkTracks(file, &findings)
  }

  static let colrIccInvalid = FileRule(
    "colr-icc-invalid", .warning, "ISO 15076-1 §7.2",
    "An ICC profile says its own size, and has its signature."
  ) { file, findings in
    for box in file.all("colr") {
      guard let colour = box[ColourInformationBox.self], colour.hasProfile else { continue }
      guard let problem = ICCProfile.problem(of: colour.iccProfile) else { continue }
      findings.add(
        at: box, field: ["ICC_profile"], "the colour profile \(problem); programs will ignore it")
    }
  }

  static let colrKindTwice = FileRule(
    "colr-kind-twice", .warning, "ISO/IEC 23008-12 §6.5.5",
    "An image has at most one colr with code points, and one with a profile."
  ) { file, findings in
    for item in file.images {
      for hasProfile in [false, true] {
        let found = item.properties.filter {
          $0.box[ColourInformationBox.self].map { $0.hasProfile == hasProfile } ?? false
        }
        guard Set(found.compactMap { $0.box.source?.fileOffset }).count > 1 else { continue }
        file.report(
          found[1], of: item, &findings,
          "has two descriptions of its colours of the same kind (colr): programs may use either")
      }
    }
  }

  static let colrTypeUnknown = FileRule(
    "colr-type-unknown", .warning, "ISO/IEC 14496-12 §12.1.5",
    "The type of colr is nclx, prof or rICC, or in QuickTime nclc."
  ) { file, findings in
    for box in file.all("colr") {
      guard let type = box[ColourInformationBox.self]?.colourType,
        !["nclx", "nclc", "prof", "rICC"].contains(type)
      else { continue }
      findings.add(
        at: box, field: ["colour_type"],
        "the colours are described as '\(type)', which is unknown")
    }
  }

  static let ispeDiffersFromAV1 = FileRule(
    "ispe-differs-from-av1", .warning, "ISO/IEC 23008-12 §6.5.3, AV1 Image File Format §2.1",
    "The size in ispe is that of the decoded AV1 image."
  ) { file, findings in
    for use in file.av1Uses {
      // Layers may be smaller than the sequence allows, and the stated size is that of one layer.
      guard let sequence = use.sequence, sequence.isReduced || sequence.isStillPicture,
        let stated = use.item.statedSize,
        !use.item.properties.contains(where: { ["lsel", "a1op", "a1lx"].contains($0.box.type) }),
        let property = use.item.properties.first(where: { $0.box.type == "ispe" })
      else { continue }
      let size = sequence.maxFrameSize
      guard stated.width != size.width || stated.height != size.height else { continue }
      file.report(
        property, of: use.item, &findings,
        "is said to be \(stated.width) × \(stated.height), but is coded as \(size.width) × "
          + "\(size.height)")
    }
  }

  static let ispeDiffersFromSPS = FileRule(
    "ispe-differs-from-sps", .warning, "ISO/IEC 23008-12 §6.5.3, §B.2",
    "The size in ispe is that of the decoded image."
  ) { file, findings in
    for use in file.hevcUses where use.record.nalUnits(.sequenceParameterSet).count == 1 {
      guard let size = use.sequences.first?.displaySize else { continue }
      for item in use.items where item.type == "hvc1" || item.type == "hev1" {
        guard let stated = item.statedSize,
          stated.width != size.width || stated.height != size.height,
          let property = item.properties.first(where: { $0.box.type == "ispe" })
        else { continue }
        file.report(
          property, of: item, &findings,
          "is said to be \(stated.width) × \(stated.height), but is coded as \(size.width) × "
            + "\(size.height)")
      }
    }
  }

  static let ispeMissing = FileRule(
    "ispe-missing", .error, "ISO/IEC 23008-12 §6.5.3",
    "Every image has its size in ispe."
  ) { file, findings in
    for item in file.images where !item.properties.contains(where: { $0.box.type == "ispe" }) {
      file.report(item, &findings, "does not say how large it is (ispe): programs refuse it")
    }
  }

  static let ispeZero = FileRule(
    "ispe-zero", .error, "ISO/IEC 23008-12 §6.5.3",
    "The width and the height in ispe are not 0."
  ) { file, findings in
    for box in file.all(at: "meta", "iprp", "ipco", "ispe") {
      guard let size = box[ImageSpatialExtentsProperty.self],
        size.width == 0 || size.height == 0
      else { continue }
      findings.add(at: box, "an image is said to have \(size.width) × \(size.height) samples")
    }
  }

  static let paspZero = FileRule(
    "pasp-zero", .warning, "ISO/IEC 14496-12 §12.1.4",
    "The sides of a pixel are not 0."
  ) { file, findings in
    for box in file.all("pasp") {
      guard let aspect = box[PixelAspectRatioBox.self],
        aspect.hSpacing == 0 || aspect.vSpacing == 0
      else { continue }
      findings.add(
        at: box, "pixels are said to be \(aspect.hSpacing) : \(aspect.vSpacing) wide and high")
    }
  }

  static let pixiDiffers = FileRule(
    "pixi-differs", .warning, "ISO/IEC 23008-12 §6.5.6",
    "The channels and bit depths in pixi are those of the coded image."
  ) { file, findings in
    /// `3 channels of 8 bits`, `3 channels of 5, 6 and 5 bits`
    func list(_ bits: [Int]) -> String {
      let depths = bits.allSatisfy { $0 == bits.first } ? Array(bits.prefix(1)) : bits
      guard let last = depths.last else { return "no channels" }
      let others = depths.dropLast().map(String.init).joined(separator: ", ")
      return counted(bits.count, "channel") + " of \(others.isEmpty ? "" : others + " and ")"
        + counted(last, "bit")
    }

    func channels(of item: Item, in file: ExaminedFile) -> [Int]? {
      if item.type == "hvc1" || item.type == "hev1" {
        guard let record = item.property(HEVCConfigurationBox.self)?.record,
          let units = Optional(record.nalUnits(.sequenceParameterSet)), units.count == 1,
          let sequence = try? SequenceParameterSet(nalUnit: units[0])
        else { return nil }
        let isMonochrome = sequence.chromaFormatIDC == 0
        return [sequence.bitDepthLuma]
          + (isMonochrome ? [] : [sequence.bitDepthChroma, sequence.bitDepthChroma])
      }
      guard item.type == "av01",
        let configuration = item.property(AV1CodecConfigurationBox.self)?.record
      else {
        return nil
      }
      return Array(
        repeating: configuration.colour.bitDepth, count: configuration.isMonochrome ? 1 : 3)
    }

    for item in file.images {
      guard let property = item.properties.first(where: { $0.box.type == "pixi" }),
        let bits = property.box[PixelInformationProperty.self]?.bitsPerChannel.map({ Int($0) }),
        let coded = channels(of: item, in: file), bits != coded
      else { continue }
      file.report(
        property, of: item, &findings,
        "is said to have \(list(bits)), but is coded with \(list(coded))")
    }
  }

  static let pixiMissing = FileRule(
    "pixi-missing", .warning, "ISO/IEC 23000-22 §7.3.6.6",
    "In a file of the Multi-Image Application Format, every image that is shown says how "
      + "many bits its channels have (pixi)."
  ) { file, findings in
    guard file.claimsMIAF, let heif = file.heif else { return }
    for item in file.images where !item.entry.isHidden && heif.sources("dimg", to: item.id).isEmpty
    {
      if item.properties.contains(where: { $0.box.type == "pixi" }) { continue }
      if !heif.targets("thmb", from: item.id).isEmpty
        || !heif.targets("auxl", from: item.id).isEmpty
      {
        continue
      }
      file.report(
        item, &findings,
        "does not say how many bits its channels have (pixi): some programs refuse it")
    }
  }

  static let sampleEntrySizeDiffers = FileRule(
    "sample-entry-size-differs", .warning, "ISO/IEC 14496-12 §12.1.3, 14496-15 §8.4.1",
    "The width and height of a sample entry are those of the decoded frames."
  ) { file, findings in
    for use in file.hevcUses where use.record.nalUnits(.sequenceParameterSet).count == 1 {
      guard let box = use.entry, let entry = box[VisualSampleEntry.self],
        let size = use.sequences.first?.displaySize,
        size.width != Int(entry.width) || size.height != Int(entry.height)
      else { continue }
      findings.add(
        at: box, field: ["width"],
        "the track is said to be \(entry.width) × \(entry.height), but is coded as \(size.width) × "
          + "\(size.height)")
    }
  }
}
