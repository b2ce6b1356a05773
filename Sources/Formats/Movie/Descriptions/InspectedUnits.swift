import AV1
import AVC
import HEVC
package import ISOBMFF
import VVC

/// The division of the coded data of an item or a track into units, and their types.
package struct InspectedUnits {
  /// A NAL unit, or an open bitstream unit of AV1.
  package struct Unit {
    package var type: UInt8
    /// The name that the standard gives it: `IDR_W_RADL`.
    package var name: String
    /// "I", "P", "B", "IDR", ...; nil if the unit is not a picture.
    package var pictureType: String?
    /// A NAL unit with its header and without its length; of AV1 the payload.
    package var bytes: Bytes
    var openBitstreamUnit: OpenBitstreamUnit?
  }

  /// The information about slices in the parameter sets so far.
  private enum Codec {
    case hevc(HEVC.ParameterSets)
    case avc(AVC.ParameterSets)
    case vvc
    case evc
    case av1(SequenceHeader?)
  }

  private var codec: Codec
  private let lengthSize: Int

  /// The layout that a configuration record states. Nil if none of `boxes`, properties or children
  /// of a sample entry, is one.
  package init?(configuredBy boxes: [Box]) {
    let hevc = boxes.first(HEVCConfigurationBox.self)?.record
    let layers = boxes.first(LayeredHEVCConfigurationBox.self)?.record
    let avc = boxes.first(AVCConfigurationBox.self)?.record
    let scalable = InspectedUnits.scalable(boxes)
    if let size = hevc?.lengthSizeMinusOne ?? layers?.lengthSizeMinusOne {
      lengthSize = Int(size) + 1
      let arrays = (hevc?.arrays ?? []) + (layers?.arrays ?? [])
      codec = .hevc(HEVC.ParameterSets(nalUnits: arrays.flatMap(\.nalUnits)))
    } else if let size = avc?.lengthSizeMinusOne ?? scalable.first?.lengthSizeMinusOne {
      lengthSize = Int(size) + 1
      var sets = AVC.ParameterSets()
      for unit in avc?.nalUnits ?? [] { try? sets.add(unit) }
      for record in scalable {
        for unit in record.sequenceParameterSets + record.pictureParameterSets {
          try? sets.add(unit)
        }
      }
      codec = .avc(sets)
    } else if let box = boxes.first(VvcConfigurationBox.self) {
      lengthSize = Int(box.record.lengthSizeMinusOne) + 1
      codec = .vvc
    } else if let box = boxes.first(EVCConfigurationBox.self) {
      lengthSize = Int(box.lengthSizeMinusOne) + 1
      codec = .evc
    } else if boxes.first(AV1CodecConfigurationBox.self) != nil {
      lengthSize = 0
      codec = .av1(nil)
    } else {
      return nil
    }
  }

  /// The records of further layers and views of AVC.
  package static func scalable(_ boxes: [Box]) -> [ScalableDecoderConfigurationRecord] {
    [
      boxes.first(SVCConfigurationBox.self)?.config, boxes.first(MVCConfigurationBox.self)?.config,
      boxes.first(MVCDConfigurationBox.self)?.config,
      boxes.first(A3DConfigurationBox.self)?.config,
    ].compactMap { $0 }
  }

  /// Describes the known fields of a unit to `sink`.
  package func describe(_ unit: Unit, to sink: any FieldSink) {
    switch codec {
    case .hevc(let sets): HEVC.NALUnit.describe(unit.bytes, sets: sets, to: sink)
    case .avc(let sets): AVC.NALUnit.describe(unit.bytes, sets: sets, to: sink)
    case .vvc: VVC.NALUnitHeader.describe(nalUnit: unit.bytes, to: sink)
    case .evc:
      // A unit without a complete header has no fields.
      _ = try? EVCNALUnitHeader(decoding: unit.bytes, sink: sink)
    case .av1(let sequence): unit.openBitstreamUnit?.describe(sequence: sequence, to: sink)
    }
  }

  /// The units of a sample, or of an item. Parameter sets among them apply to the following ones.
  package mutating func units(in data: Bytes) throws(FieldError) -> [Unit] {
    if case .av1 = codec { return try OpenBitstreamUnit.units(in: data).map { unit($0) } }
    return try LengthPrefixed.nalUnits(in: data, lengthSize: lengthSize).map { unit($0) }
  }

  private mutating func unit(_ bytes: Bytes) -> Unit {
    switch codec {
    case .hevc(var sets):
      let type = HEVC.NALUnit.type(of: bytes)
      if let type, !type.isVideoCodingLayer {
        try? sets.insert(nalUnit: bytes)
        codec = .hevc(sets)
      }
      return Unit(
        type: type?.rawValue ?? 0, name: type.map { "\($0)" } ?? "?",
        pictureType: HEVC.PictureType(nalUnit: bytes, sets: sets)?.description, bytes: bytes)
    case .avc(var sets):
      let type = AVC.NALUnit.type(of: bytes)
      if let type, !type.isVideoCodingLayer {
        try? sets.add(bytes)
        codec = .avc(sets)
      }
      return Unit(
        type: type?.rawValue ?? 0, name: type.map { "\($0)" } ?? "?",
        pictureType: InspectedUnits.pictureType(bytes, type, sets), bytes: bytes)
    case .evc:
      let type = (try? EVCNALUnitHeader(decoding: bytes))?.type
      return Unit(
        type: type ?? 0, name: InspectedUnits.evcName(type), pictureType: type == 1 ? "IDR" : nil,
        bytes: bytes)
    case .vvc, .av1:
      let type = VVC.NALUnitHeader.type(of: bytes)
      let starts = [7: "IDR", 8: "IDR", 9: "CRA", 10: "GDR"]
      return Unit(
        type: type?.rawValue ?? 0, name: type.map { "\($0)" } ?? "?",
        pictureType: type.flatMap { starts[Int($0.rawValue)] }, bytes: bytes)
    }
  }

  private mutating func unit(_ unit: OpenBitstreamUnit) -> Unit {
    if let header = try? SequenceHeader(unit) { codec = .av1(header) }
    var pictureType: String?
    if case .av1(let sequence?) = codec,
      let frame = try? FrameHeader(unit, sequence: sequence)
    {
      pictureType =
        frame.shownFrameIndex == nil
        ? FrameHeader.FrameType.names[UInt64(frame.type.rawValue)] : "shows a decoded frame"
    }
    return Unit(
      type: unit.header.type.rawValue, name: "\(unit.header.type)", pictureType: pictureType,
      bytes: unit.payload, openBitstreamUnit: unit)
  }

  private static func evcName(_ type: UInt8?) -> String {
    guard let type else { return "?" }
    return EVCNALUnitHeader.typeNames[UInt64(type)] ?? "NAL unit type \(type)"
  }

  private static func pictureType(
    _ bytes: Bytes, _ type: AVC.NALUnitType?, _ sets: AVC.ParameterSets
  ) -> String? {
    guard let type, AVC.SliceHeader.types.contains(type) else { return nil }
    if type.isInstantaneousRefresh { return "IDR" }
    guard let header = try? AVC.SliceHeader(nalUnit: bytes, sets: sets) else { return nil }
    return AVC.SliceHeader.typeNames[UInt64(header.type)]
  }
}
