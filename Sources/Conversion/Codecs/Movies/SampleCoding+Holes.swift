import FieldCoding
import WorkerProtocol

extension SampleCoding {
  /// Whether a sample has zeros from an interrupted copy. Such zeros cannot be in a valid sample, but not all decoders
  /// of HEVC notice them. Decoders of H.264 do, and they also read streams where some NAL units have start codes.
  func hasHole(_ data: [UInt8]) -> Bool {
    // The offset of the size of lengths in the configuration record (ISO/IEC 14496-15 §8.3.3.1).
    guard decoder == "hevc", configuration.count > 21 else { return false }
    let size = Int(configuration[21] & 3) + 1
    // Some writers add a few zeros at the end.
    let zeros = data.reversed().prefix { $0 == 0 }.count
    return zeros > max(64, data.count / 8)
      || (try? NALUnitRanges.ranges(in: data, lengthSize: size)) == nil
  }
}
