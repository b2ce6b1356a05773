import AV1
import HEIF
import HEVC
import ISOBMFF

enum PixiDiffers: Rule {
  static let severity = Severity.warning
  static let clause = "ISO/IEC 23008-12 §6.5.6"
  static let sentence = "The channels and bit depths in pixi are those of the coded image."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
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

  /// `3 channels of 8 bits`, `3 channels of 5, 6 and 5 bits`
  private static func list(_ bits: [Int]) -> String {
    let depths = bits.allSatisfy { $0 == bits.first } ? Array(bits.prefix(1)) : bits
    guard let last = depths.last else { return "no channels" }
    let others = depths.dropLast().map(String.init).joined(separator: ", ")
    return counted(bits.count, "channel") + " of \(others.isEmpty ? "" : others + " and ")"
      + counted(last, "bit")
  }

  private static func channels(of item: Item, in file: ExaminedFile) -> [Int]? {
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
}
