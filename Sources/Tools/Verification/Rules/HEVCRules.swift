import HEIF
import HEVC
import ISOBMFF

/// Rules about HEVC: its configuration and its coded pictures.
extension Rules {
  static let hevc: [FileRule] = [
    hevcLevelTooLow,
    hevcPictureMissing,
    hevcPictureWithoutRandomAccess,
    hvc1InBandSets,
    hvccArrayIncomplete,
    hvccConstraintsDiffer,
    hvccFormatDiffers,
    hvccLengthSize,
    hvccLevelDiffers,
    hvccProfileDiffers,
    hvccSetType,
    hvccSetUnreadable,
    hvccSetUnresolved,
    hvccSetsMissing,
    hvccVersion,
  ]

  static let hevcLevelTooLow = FileRule(
    "hevc-level-too-low", .warning, "ITU-T H.265 §A.4.1",
    "The level of a sequence allows frames of its size."
  ) { file, findings in
    /// `MaxLumaPs` of Table A.8, by `general_level_idc`.
    let lumaSamples: [UInt8: UInt64] = [
      30: 36_864, 60: 122_880, 63: 245_760, 90: 552_960, 93: 983_040, 120: 2_228_224,
      123: 2_228_224,
      150: 8_912_896, 153: 8_912_896, 156: 8_912_896, 180: 35_651_584, 183: 35_651_584,
      186: 35_651_584, 189: 80_216_064, 210: 142_606_336, 213: 142_606_336, 216: 142_606_336,
    ]

    for use in file.hevcUses {
      for sequence in use.sequences {
        let (width, height) = (UInt64(sequence.width), UInt64(sequence.height))
        guard let limit = lumaSamples[sequence.level.idc] else { continue }
        let isTooLarge =
          width * height > limit || width * width > 8 * limit || height * height > 8 * limit
        guard isTooLarge else { continue }
        findings.add(
          at: use.box,
          "\(use.title(in: file)) has frames of \(width) × \(height), more than its level "
            + "\(sequence.level) allows (\(limit) samples): some decoders will refuse them")
      }
    }
  }

  static let hevcPictureMissing = FileRule(
    "hevc-picture-missing", .error, "ISO/IEC 23008-12 §B.2.2",
    "The data of an HEVC image is one picture, which needs no other picture."
  ) { file, findings in
    guard let box = file.metaBox("iloc") else { return }
    for units in file.codedUnits where units.isHEVC && units.error == nil && !units.units.isEmpty {
      guard let coded = units.coded.first, let type = NALUnit.type(of: coded) else {
        findings.add(
          at: box, field: [file.locationField(of: units.item.id)],
          "the data of \(file.title(of: units.item.id)) has no coded picture")
        continue
      }
      guard !type.isRandomAccessPoint, Rules.isIndependent(units.item, in: file), !units.isIntra
      else {
        continue
      }
      findings.add(
        at: box, field: [file.locationField(of: units.item.id)], offset: coded.fileOffset,
        "the data of \(file.title(of: units.item.id)) starts with a \(type), which needs another picture "
          + "to be decoded")
    }
  }

  /// Predicted images have their reference pictures in other items.
  static func isIndependent(_ item: Item, in file: ExaminedFile) -> Bool {
    guard let heif = file.heif, item.type == "hvc1" || item.type == "hev1" else { return false }
    return heif.targets("pred", from: item.id).isEmpty
      && heif.targets("dpnd", from: item.id).isEmpty
  }

  static let hevcPictureWithoutRandomAccess = FileRule(
    "hevc-picture-without-random-access", .warning, "ISO/IEC 23008-12 §B.2.2",
    "The picture of an HEVC image is a random access point (IRAP)."
  ) { file, findings in
    guard let box = file.metaBox("iloc") else { return }
    for units in file.codedUnits where units.isHEVC {
      guard let coded = units.coded.first, let type = NALUnit.type(of: coded),
        !type.isRandomAccessPoint, Rules.isIndependent(units.item, in: file),
        units.isIntra
      else { continue }
      findings.add(
        at: box, field: [file.locationField(of: units.item.id)], offset: coded.fileOffset,
        "the picture of \(file.title(of: units.item.id)) needs no other picture, but is a \(type), at "
          + "which decoding does not start: decoders may skip it")
    }
  }

  static let hvc1InBandSets = FileRule(
    "hvc1-in-band-sets", .warning, "ISO/IEC 14496-15 §8.4.1",
    "The data of hvc1 has no parameter sets: they are all in the configuration."
  ) { file, findings in
    guard let box = file.metaBox("iloc") else { return }
    for units in file.codedUnits where units.item.type == "hvc1" {
      guard
        let unit = units.units.first(where: {
          NALUnit.type(of: $0).map {
            [.videoParameterSet, .sequenceParameterSet, .pictureParameterSet].contains($0)
          }
            ?? false
        })
      else { continue }
      findings.add(
        at: box, field: [file.locationField(of: units.item.id)], offset: unit.fileOffset,
        "\(file.title(of: units.item.id)) has parameter sets in its data, which 'hvc1' rules out: decoders "
          + "may look for them in the configuration only")
    }
  }

  static let hvccArrayIncomplete = FileRule(
    "hvcc-array-incomplete", .note, "ISO/IEC 14496-15 §8.4.1",
    "The arrays of parameter sets of hvc1 are complete."
  ) { file, findings in
    for use in file.hevcUses where use.isOutOfBand {
      guard
        let index = use.record.arrays.firstIndex(where: {
          !$0.isComplete
            && [.videoParameterSet, .sequenceParameterSet, .pictureParameterSet].contains($0.type)
        })
      else { continue }
      findings.add(
        at: use.box, field: ["arrays[\(index)]", "array_completeness"],
        "\(use.title(in: file)) is said to have more parameter sets than the configuration has, which "
          + "'hvc1' rules out")
    }
  }

  static let hvccConstraintsDiffer = FileRule(
    "hvcc-constraints-differ", .note, "ISO/IEC 14496-15 §8.3.3.1.3",
    "The compatibility and constraint flags of a configuration are those of its SPS."
  ) { file, findings in
    for use in file.hevcUses {
      guard use.sequences.count == 1, let sequence = use.sequences.first else { continue }
      var fields: [String] = []
      if sequence.profile.compatibility != use.record.profile.compatibility {
        fields.append("general_profile_compatibility_flags")
      }
      if sequence.profile.constraints != use.record.profile.constraints {
        fields.append("general_constraint_indicator_flags")
      }
      guard let first = fields.first else { continue }
      findings.add(
        at: use.box, field: [first],
        "\(fields.joined(separator: " and ")) of \(use.title(in: file)) differ from the SPS, which says "
          + "\(sequence.codecString()); the configuration says \(use.record.codecString())")
    }
  }

  static let hvccFormatDiffers = FileRule(
    "hvcc-format-differs", .warning, "ISO/IEC 14496-15 §8.3.3.1.3",
    "The chroma format and the bit depths of a configuration are those of its SPS."
  ) { file, findings in
    for use in file.hevcUses {
      for sequence in use.sequences {
        let stated = (
          Int(use.record.chromaFormat.rawValue), Int(use.record.bitDepthLumaMinus8) + 8,
          Int(use.record.bitDepthChromaMinus8) + 8
        )
        let coded = (
          Int(sequence.chromaFormat.rawValue), sequence.bitDepthLuma, sequence.bitDepthChroma
        )
        guard stated != coded else { continue }
        findings.add(
          at: use.box,
          field: [stated.0 != coded.0 ? "chroma_format_idc" : "bit_depth_luma_minus8"],
          "the configuration of \(use.title(in: file)) says chroma format \(stated.0) and \(stated.1) bits, "
            + "but its SPS says \(coded.0) and \(coded.1) bits")
        break
      }
    }
  }

  static let hvccLengthSize = FileRule(
    "hvcc-length-size", .error, "ISO/IEC 14496-15 §8.3.3.1.3",
    "The lengths before NAL units have 1, 2 or 4 bytes."
  ) { file, findings in
    for use in file.hevcUses where use.record.lengthSizeMinusOne == 2 {
      findings.add(
        at: use.box, field: ["lengthSizeMinusOne"],
        "the lengths before the NAL units of \(use.title(in: file)) are said to have 3 bytes")
    }
  }

  static let hvccLevelDiffers = FileRule(
    "hvcc-level-differs", .warning, "ISO/IEC 14496-15 §8.3.3.1.3",
    "The level of a configuration is not below that of its SPS."
  ) { file, findings in
    for use in file.hevcUses {
      guard
        let sequence = use.sequences.first(where: {
          $0.level > use.record.level && $0.profile.tier == use.record.profile.tier
        })
      else { continue }
      findings.add(
        at: use.box, field: ["general_level_idc"],
        "the configuration of \(use.title(in: file)) says level \(use.record.level), but its SPS says "
          + "\(sequence.level): a player may try to play what it cannot play")
    }
  }

  static let hvccProfileDiffers = FileRule(
    "hvcc-profile-differs", .warning, "ISO/IEC 14496-15 §8.3.3.1.3",
    "The profile and tier of a configuration are those of its SPS."
  ) { file, findings in
    for use in file.hevcUses {
      guard
        let sequence = use.sequences.first(where: {
          !$0.profile.conforms(to: use.record.profile.idc)
        })
      else { continue }
      findings.add(
        at: use.box, field: ["general_profile_idc"],
        "the configuration of \(use.title(in: file)) says profile \(use.record.profile.idc), but its SPS "
          + "says \(sequence.profile.idc): a player may choose the wrong decoder")
    }
  }

  static let hvccSetType = FileRule(
    "hvcc-set-type", .error, "ISO/IEC 14496-15 §8.3.3.1.3",
    "An array of a configuration has NAL units of the type that it states, which are "
      + "parameter sets or SEI."
  ) { file, findings in
    let allowed: Set<NALUnitType> = [
      .videoParameterSet, .sequenceParameterSet, .pictureParameterSet, .prefixSEI, .suffixSEI,
    ]
    for use in file.hevcUses {
      for (index, array) in use.record.arrays.enumerated() {
        if !allowed.contains(array.type) {
          findings.add(
            at: use.box, field: ["arrays[\(index)]", "NAL_unit_type"],
            "the configuration of \(use.title(in: file)) has an array of \(array.type), which does not "
              + "belong there")
          continue
        }
        for unit in array.nalUnits {
          let type = NALUnit.type(of: unit)
          guard type != array.type else { continue }
          findings.add(
            at: use.box, field: ["arrays[\(index)]"], offset: unit.fileOffset,
            "an array of \(array.type) has " + (type.map { "a \($0)" } ?? "an empty NAL unit"))
        }
      }
    }
  }

  static let hvccSetUnreadable = FileRule(
    "hvcc-set-unreadable", .error, "ITU-T H.265 §7.3.2",
    "The parameter sets of a configuration can be read."
  ) { file, findings in
    /// Sets of other layers can only be read with the VPS extensions, so they are not checked.
    func error(in unit: Bytes, _ type: NALUnitType) -> FieldError? {
      guard let header = try? NALUnitHeader(decoding: unit), header.layerID == 0,
        header.type == type
      else { return nil }
      do throws(FieldError) {
        let trailing: RBSPTrailing? =
          switch type {
          case .videoParameterSet: try VideoParameterSet(nalUnit: unit).trailing
          case .sequenceParameterSet: try SequenceParameterSet(nalUnit: unit).trailing
          case .pictureParameterSet: try PictureParameterSet(nalUnit: unit).trailing
          default: nil
          }
        return trailing?.problem.map { FieldError(.invalid($0), offset: unit.fileOffset) }
      } catch {
        return error
      }
    }

    for use in file.hevcUses {
      for (index, array) in use.record.arrays.enumerated() {
        for unit in array.nalUnits {
          guard let error = error(in: unit, array.type) else { continue }
          findings.add(
            at: use.box, field: ["arrays[\(index)]"] + error.path, offset: error.offset,
            "the \(array.type) of \(use.title(in: file)) cannot be read: \(error.reason)")
        }
      }
    }
  }

  static let hvccSetUnresolved = FileRule(
    "hvcc-set-unresolved", .error, "ITU-T H.265 §7.4.3",
    "Each picture parameter set names an existing sequence parameter set, which names an "
      + "existing video parameter set."
  ) { file, findings in
    for use in file.hevcUses where use.isOutOfBand {
      let videos = Set(
        use.record.nalUnits(.videoParameterSet).compactMap {
          try? VideoParameterSet(nalUnit: $0).id
        })
      let sequences = Set(use.sequences.map(\.id))
      for sequence in use.sequences where !videos.isEmpty {
        guard !videos.contains(sequence.videoParameterSetID) else { continue }
        findings.add(
          at: use.box,
          "the SPS \(sequence.id) of \(use.title(in: file)) needs the VPS "
            + "\(sequence.videoParameterSetID), which is not in the configuration")
      }
      for unit in use.record.nalUnits(.pictureParameterSet) where !sequences.isEmpty {
        guard let picture = try? PictureParameterSet(nalUnit: unit), picture.header.layerID == 0,
          !sequences.contains(picture.sequenceParameterSetID)
        else { continue }
        findings.add(
          at: use.box, offset: unit.fileOffset,
          "the PPS \(picture.id) of \(use.title(in: file)) needs the SPS "
            + "\(picture.sequenceParameterSetID), which is not in the configuration")
      }
    }
  }

  static let hvccSetsMissing = FileRule(
    "hvcc-sets-missing", .error, "ISO/IEC 14496-15 §8.4.1, ISO/IEC 23008-12 §B.2.1",
    "The configuration of hvc1 has the video, sequence and picture parameter sets."
  ) { file, findings in
    for use in file.hevcUses where use.isOutOfBand {
      let kinds: [(NALUnitType, String)] = [
        (.videoParameterSet, "VPS"), (.sequenceParameterSet, "SPS"), (.pictureParameterSet, "PPS"),
      ]
      let missing = kinds.filter { use.record.nalUnits($0.0).isEmpty }.map(\.1)
      guard !missing.isEmpty else { continue }
      findings.add(
        at: use.box,
        "\(use.title(in: file)) has no \(missing.joined(separator: ", ")) in its configuration: a decoder "
          + "cannot start")
    }
  }

  static let hvccVersion = FileRule(
    "hvcc-version", .error, "ISO/IEC 14496-15 §8.3.3.1.3",
    "The version of a decoder configuration record is 1."
  ) { file, findings in
    for use in file.hevcUses where use.record.configurationVersion != 1 {
      findings.add(
        at: use.box, field: ["configurationVersion"],
        "the configuration of \(use.title(in: file)) has the version \(use.record.configurationVersion): "
          + "programs do not read it")
    }
  }
}
