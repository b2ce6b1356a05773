import AV1
import AVC
import HEIF
import HEVC
import ISOBMFF
import Movie

/// Rules about the configurations of other codecs.
extension Rules {
  static let codecs: [FileRule] = [
    av1UnitsInvalid,
    av1cDiffers,
    av1cVersion,
    avccSetUnreadable,
    avccSetsMissing,
    avccVersion,
    codecConfigurationMissing,
  ]

  static let av1UnitsInvalid = FileRule(
    "av1-units-invalid", .error, "AV1 Image File Format §2.1, AV1 Bitstream §5.3",
    "The data of an AV1 image has one sequence header."
  ) { file, findings in
    guard let box = file.metaBox("iloc") else { return }
    for use in file.av1Uses {
      let title = file.title(of: use.item.id)
      let field = [file.locationField(of: use.item.id)]
      // Other units are damage.
      guard case .success(let units) = use.units, CodedData(use.item)?.damage(in: use.data) == nil
      else { continue }
      let headers = units.count { $0.header.type == .sequenceHeader }
      guard headers != 1 else { continue }
      findings.add(
        at: box, field: field, offset: use.data.fileOffset,
        "the data of \(title) has "
          + (headers == 0
            ? "no sequence header: it cannot be decoded" : "\(headers) sequence headers"))
    }
  }

  static let av1cDiffers = FileRule(
    "av1c-differs", .warning, "AV1 Codec ISO Media File Format Binding §2.3.4",
    "The configuration of an AV1 image says what its sequence header says."
  ) { file, findings in
    for use in file.av1Uses {
      guard let sequence = use.sequence,
        let property = use.item.properties.first(where: { $0.box.type == "av1C" }),
        let record = property.box[AV1CodecConfigurationBox.self]?.record
      else { continue }
      var differences: [String] = []
      func compare(_ name: String, _ stated: some Equatable, _ coded: some Equatable) {
        if "\(stated)" != "\(coded)" { differences.append("\(name) \(stated) against \(coded)") }
      }
      compare("profile", record.profile.rawValue, sequence.profile.rawValue)
      compare("bit depth", record.colour.bitDepth, sequence.colour.bitDepth)
      compare("monochrome", record.isMonochrome, sequence.colour.isMonochrome)
      if !sequence.colour.isMonochrome {
        compare("chroma_subsampling_x", record.chromaSubsamplingX, sequence.colour.subsamplingX)
        compare("chroma_subsampling_y", record.chromaSubsamplingY, sequence.colour.subsamplingY)
      }
      guard !differences.isEmpty else { continue }
      file.report(
        property, of: use.item, &findings,
        "has a configuration (av1C) that differs from its data: "
          + differences.joined(separator: ", "))
    }
  }

  static let av1cVersion = FileRule(
    "av1c-version", .error, "AV1 Codec ISO Media File Format Binding §2.3",
    "The version of an AV1 configuration is 1."
  ) { file, findings in
    for box in file.all("av1C") {
      guard let version = box[AV1CodecConfigurationBox.self]?.record.version, version != 1
      else {
        continue
      }
      findings.add(
        at: box, field: ["version"],
        "the configuration of the AV1 decoder has the version \(version): programs do not read it")
    }
  }

  static let avccSetUnreadable = FileRule(
    "avcc-set-unreadable", .error, "ITU-T H.264 §7.3.2",
    "The parameter sets of an AVC configuration can be read."
  ) { file, findings in
    /// Sets of another type break another rule.
    func report(
      _ name: String, _ field: String, _ unit: Bytes, at box: ExaminedBox,
      _ findings: inout Findings, read: (Bytes) throws(FieldError) -> RBSPTrailing
    ) {
      guard (unit.first ?? 0) % 32 == (name == "SPS" ? 7 : 8) else { return }
      do throws(FieldError) {
        if let problem = try read(unit).problem {
          findings.add(
            at: box, field: [field], offset: unit.fileOffset,
            "the \(name) of the configuration cannot be right: \(problem)")
        }
      } catch {
        findings.add(
          at: box, field: [field] + error.path, offset: error.offset,
          "the \(name) of the configuration cannot be read: \(error.reason)")
      }
    }

    for box in file.all("avcC") {
      guard let avc = box[AVCConfigurationBox.self]?.record else { continue }
      var sequences: [SequenceParameterSetData] = []
      for (index, unit) in avc.sequenceParameterSets.enumerated() {
        report("SPS", "sequenceParameterSet[\(index)]", unit, at: box, &findings) {
          (unit) throws(FieldError) in
          let set = try SequenceParameterSet(nalUnit: unit)
          sequences.append(set.data)
          return set.trailing
        }
      }
      for (index, unit) in avc.pictureParameterSets.enumerated() {
        report("PPS", "pictureParameterSet[\(index)]", unit, at: box, &findings) {
          (unit) throws(FieldError) in
          try PictureParameterSet(nalUnit: unit, sequences: sequences).trailing
        }
      }
    }
  }

  static let avccSetsMissing = FileRule(
    "avcc-sets-missing", .error, "ISO/IEC 14496-15 §5.4.2",
    "The configuration of avc1 has sequence and picture parameter sets, each in its list."
  ) { file, findings in
    for box in file.all("avcC") {
      guard let avc = box[AVCConfigurationBox.self]?.record,
        file.container(of: box)?.type != "avc3"
      else { continue }
      // nal_unit_type is the last five bits of the first byte: 7 is an SPS, 8 a PPS.
      let lists = [
        ("sequence", "SPS", avc.sequenceParameterSets, UInt8(7)),
        ("picture", "PPS", avc.pictureParameterSets, UInt8(8)),
      ]
      for (word, name, units, type) in lists {
        if units.isEmpty {
          findings.add(
            at: box,
            "the configuration has no \(word) parameter set (\(name)): a decoder cannot start")
        } else if let unit = units.first(where: { ($0.first ?? 0) % 32 != type }) {
          findings.add(
            at: box, offset: unit.fileOffset,
            "the list of \(word) parameter sets (\(name)) has a NAL unit of the type "
              + "\((unit.first ?? 0) % 32)")
        }
      }
    }
  }

  static let avccVersion = FileRule(
    "avcc-version", .error, "ISO/IEC 14496-15 §5.3.3.1.2",
    "The version of an AVC decoder configuration record is 1."
  ) { file, findings in
    for box in file.all("avcC") {
      guard let version = box[AVCConfigurationBox.self]?.record.configurationVersion,
        version != 1
      else { continue }
      findings.add(
        at: box, field: ["configurationVersion"],
        "the decoder configuration has the version \(version): programs do not read it")
    }
  }

  static let codecConfigurationMissing = FileRule(
    "codec-configuration-missing", .error,
    "ISO/IEC 23008-12 Annexes B, E, L, AV1 Image File Format §2.2.1, ISO/IEC 14496-15 §8.4.1",
    "Coded images and tracks have the configuration of their decoder."
  ) { file, findings in
    let items: [FourCC: FourCC] = [
      "hvc1": "hvcC", "hev1": "hvcC", "avc1": "avcC", "av01": "av1C", "vvc1": "vvcC",
      "evc1": "evcC",
      "lhv1": "lhvC", "j2k1": "j2kH", "unci": "uncC",
    ]

    let entries: [FourCC: FourCC] = [
      "hvc1": "hvcC", "hev1": "hvcC", "avc1": "avcC", "avc3": "avcC", "av01": "av1C",
      "vp09": "vpcC",
      "vvc1": "vvcC", "vvi1": "vvcC",
    ]

    for item in file.images {
      guard let needed = items[item.type],
        !item.properties.contains(where: { $0.box.type == needed })
      else { continue }
      file.report(
        item, &findings,
        "is of the type '\(item.type)', but has no '\(needed)': it cannot be decoded")
    }
    for box in file.all(at: "moov", "trak", "mdia", "minf", "stbl", "stsd") {
      for entry in file.children(of: box) {
        guard let needed = entries[entry.type], entry[VisualSampleEntry.self] != nil,
          !entry.box.children.contains(where: { $0.type == needed })
        else { continue }
        findings.add(
          at: entry, "the track of '\(entry.type)' has no '\(needed)': it cannot be decoded")
      }
    }
  }
}
