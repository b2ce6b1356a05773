import HEIF
import HEVC
import ISOBMFF

/// A decoder configuration in the file, and what is decoded with it.
struct HEVCUse {
  let place: PlacedBox
  let record: HEVCDecoderConfigurationRecord
  /// The sample entry that it stands in.
  let entry: PlacedBox?
  /// The items that it is a property of.
  let items: [Item]
  /// The SPS of the base layer that could be read.
  let sequences: [SequenceParameterSet]

  init(_ place: PlacedBox, _ record: HEVCDecoderConfigurationRecord, in file: VerifiedFile) {
    self.place = place
    self.record = record
    let container = file.container(of: place)
    entry = container?.box[VisualSampleEntry.self] == nil ? nil : container
    items =
      entry == nil
      ? file.images.filter { item in
        item.properties.contains { $0.box.source?.fileOffset == place.offset }
      } : []
    sequences = record.nalUnits(.sequenceParameterSet).compactMap {
      try? SequenceParameterSet(nalUnit: $0)
    }.filter { $0.header.layerID == 0 }
  }

  /// Whether all parameter sets must be in the record.
  var isOutOfBand: Bool {
    entry?.type == "hvc1" || items.contains { $0.type == "hvc1" }
  }

  /// What a sentence calls it.
  func title(in file: VerifiedFile) -> String {
    if let item = items.first { return file.title(of: item.id) }
    return entry.map { "the track of '\($0.type)'" } ?? "the configuration"
  }
}

extension VerifiedFile {
  /// Coded images with length-prefixed NAL units, and the units as far as the lengths lead.
  func readCodedUnits() -> [CodedUnits] {
    guard let heif else { return [] }
    return heif.items.compactMap { item in
      let lengthSize: Int
      if let hevc = item.property(HEVCConfigurationBox.self) {
        lengthSize = hevc.record.lengthSize
      } else if let avc = item.property(AVCConfigurationBox.self) {
        lengthSize = Int(avc.lengthSizeMinusOne) + 1
      } else {
        return nil
      }
      guard ["hvc1", "hev1", "lhv1", "avc1"].contains(item.type), item.entry.protectionIndex == 0,
        let data = try? heif.data(of: item.id)
      else { return nil }
      do throws(FieldError) {
        let units = try LengthPrefixed.nalUnits(in: data, lengthSize: lengthSize)
        return CodedUnits(item: item, units: units, error: nil)
      } catch {
        return CodedUnits(item: item, units: [], error: error)
      }
    }
  }
}

/// The NAL units of a coded image.
struct CodedUnits {
  let item: Item
  let units: [Bytes]
  /// Where the lengths lead astray.
  let error: FieldError?

  var isHEVC: Bool { item.type != "avc1" }
}
