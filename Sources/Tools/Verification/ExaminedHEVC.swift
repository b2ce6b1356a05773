import HEIF
import HEVC
import ISOBMFF

/// A decoder configuration in the file, and the item or track that uses it.
struct ExaminedHEVC {
  let box: ExaminedBox
  let record: HEVCDecoderConfigurationRecord
  /// The sample entry that contains it.
  let entry: ExaminedBox?
  /// The items that it is a property of.
  let items: [Item]
  /// The SPS of the base layer that could be read.
  let sequences: [SequenceParameterSet]

  init(_ box: ExaminedBox, _ record: HEVCDecoderConfigurationRecord, in file: ExaminedFile) {
    self.box = box
    self.record = record
    let container = file.container(of: box)
    entry = container?[VisualSampleEntry.self] == nil ? nil : container
    items =
      entry == nil ? file.imagesByProperty[box.offset, default: []] : []
    sequences = record.nalUnits(.sequenceParameterSet).compactMap {
      try? SequenceParameterSet(nalUnit: $0)
    }.filter { $0.header.layerID == 0 }
  }

  /// Whether all parameter sets must be in the record.
  var isOutOfBand: Bool {
    entry?.type == "hvc1" || items.contains { $0.type == "hvc1" }
  }

  /// Its title in a sentence.
  func title(in file: ExaminedFile) -> String {
    if let item = items.first { return file.title(of: item.id) }
    return entry.map { "the track of '\($0.type)'" } ?? "the configuration"
  }
}
