import AVC
import HEVC
package import ISOBMFF
package import Movie
import NALUnits

extension Track {
  /// Whether a decoder needs an end-of-sequence mark before a key frame; nil if no sequence can begin with it.
  ///
  /// - Parameter bytes: the bytes of the file.
  package func endsSequence(before sample: Sample, in bytes: Bytes) -> Bool? {
    let entries = sampleEntries
    guard entries.indices.contains(sample.descriptionIndex - 1) else { return nil }
    let children = entries[sample.descriptionIndex - 1].children
    func units(_ size: Int) -> [Bytes] {
      bytes.part(sample.fileRange)
        .flatMap { try? LengthPrefixed.nalUnits(in: $0, lengthSize: size) } ?? []
    }
    if let record = children.first(AVCConfigurationBox.self)?.record {
      return units(record.lengthSize).contains {
        AVC.NALUnit.type(of: $0)?.isInstantaneousRefresh ?? false
      } ? false : nil
    }
    guard let record = children.first(HEVCConfigurationBox.self)?.record else { return false }
    let types = units(record.lengthSize).compactMap { HEVC.NALUnit.type(of: $0) }
    guard let type = types.first(where: \.isVideoCodingLayer), type.isRandomAccessPoint else {
      return nil
    }
    return type == .cleanRandomAccess
  }
}
