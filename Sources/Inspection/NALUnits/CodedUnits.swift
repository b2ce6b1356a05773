import AV1
import AVC
import HEVC
import ISOBMFF
import VVC

/// How the coded data of an item or a track is cut into units, and what they are.
struct CodedUnits {
  /// A NAL unit, or an open bitstream unit of AV1.
  struct Unit {
    var type: UInt8
    /// As the standard calls it: `IDR_W_RADL`.
    var name: String
    /// "I", "P", "B", "IDR", ...; nil for what is no picture.
    var picture: String?
    /// A NAL unit with its header and without its length; of AV1 the payload.
    var bytes: Bytes
  }

  /// What the parameter sets so far say of slices.
  private enum Coding {
    case hevc(HEVC.ParameterSets)
    case avc(AVC.ParameterSets)
    case vvc
    case av1(SequenceHeader?)
  }

  private var coding: Coding
  private let lengthSize: Int

  /// Nil if none of `boxes`, properties or children of a sample entry, is a configuration record.
  init?(configuredBy boxes: [Box]) {
    if let box = boxes.first(HEVCConfigurationBox.self) {
      lengthSize = Int(box.record.lengthSizeMinusOne) + 1
      coding = .hevc(HEVC.ParameterSets(nalUnits: box.record.arrays.flatMap(\.nalUnits)))
    } else if let box = boxes.first(LayeredHEVCConfigurationBox.self) {
      lengthSize = Int(box.record.lengthSizeMinusOne) + 1
      coding = .hevc(HEVC.ParameterSets(nalUnits: box.record.arrays.flatMap(\.nalUnits)))
    } else if let record = boxes.first(AVCConfigurationBox.self)?.record {
      lengthSize = Int(record.lengthSizeMinusOne) + 1
      var sets = AVC.ParameterSets()
      for unit in record.sequenceParameterSets + record.pictureParameterSets {
        try? sets.add(unit)
      }
      coding = .avc(sets)
    } else if let box = boxes.first(VvcConfigurationBox.self) {
      lengthSize = Int(box.record.lengthSizeMinusOne) + 1
      coding = .vvc
    } else if boxes.first(AV1CodecConfigurationBox.self) != nil {
      lengthSize = 0
      coding = .av1(nil)
    } else {
      return nil
    }
  }

  /// The units of a sample, or of an item. Parameter sets among them hold for what follows.
  mutating func units(in data: Bytes) throws(FieldError) -> [Unit] {
    if case .av1 = coding { return try OpenBitstreamUnit.units(in: data).map { unit($0) } }
    return try LengthPrefixed.nalUnits(in: data, lengthSize: lengthSize).map { unit($0) }
  }

  private mutating func unit(_ bytes: Bytes) -> Unit {
    switch coding {
    case .hevc(var sets):
      let type = HEVC.NALUnit.type(of: bytes)
      if let type, !type.isVideoCodingLayer {
        try? sets.insert(nalUnit: bytes)
        coding = .hevc(sets)
      }
      return Unit(
        type: type?.rawValue ?? 0, name: type.map { "\($0)" } ?? "?",
        picture: HEVC.PictureType(nalUnit: bytes, sets: sets)?.description, bytes: bytes)
    case .avc(var sets):
      let type = AVC.NALUnit.type(of: bytes)
      if let type, !type.isVideoCodingLayer {
        try? sets.add(bytes)
        coding = .avc(sets)
      }
      return Unit(
        type: type?.rawValue ?? 0, name: type.map { "\($0)" } ?? "?",
        picture: CodedUnits.picture(bytes, type, sets), bytes: bytes)
    case .vvc, .av1:
      let type = VVC.NALUnitHeader.type(of: bytes)
      let starts = [7: "IDR", 8: "IDR", 9: "CRA", 10: "GDR"]
      return Unit(
        type: type?.rawValue ?? 0, name: type.map { "\($0)" } ?? "?",
        picture: type.flatMap { starts[Int($0.rawValue)] }, bytes: bytes)
    }
  }

  private mutating func unit(_ unit: OpenBitstreamUnit) -> Unit {
    if let header = try? SequenceHeader(unit) { coding = .av1(header) }
    var picture: String?
    if case .av1(let sequence?) = coding,
      let frame = try? FrameHeader(unit, sequence: sequence)
    {
      picture =
        frame.shownFrameIndex == nil
        ? FrameHeader.FrameType.names[UInt64(frame.type.rawValue)] : "shows a decoded frame"
    }
    return Unit(
      type: unit.header.type.rawValue, name: "\(unit.header.type)", picture: picture,
      bytes: unit.payload)
  }

  private static func picture(
    _ bytes: Bytes, _ type: AVC.NALUnitType?, _ sets: AVC.ParameterSets
  ) -> String? {
    guard let type, AVC.SliceHeader.types.contains(type) else { return nil }
    if type.isInstantaneousRefresh { return "IDR" }
    guard let header = try? AVC.SliceHeader(nalUnit: bytes, sets: sets) else { return nil }
    return AVC.SliceHeader.typeNames[UInt64(header.type)]
  }
}
