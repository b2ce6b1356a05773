import AVC
import CodecJob
import FieldCoding
import NALUnits

/// The parameter sets of AVC, which MPEG-TS has before each key frame, so that a decoder can begin there.
///
/// FFmpeg only repeats them in pictures of instantaneous refresh (IDR), and behind messages (SEI) that need them. Movies
/// that were cut, and those with open groups of pictures, begin with other key frames.
struct RepeatedParameterSets {
  private let sets: [Bytes]
  private let lengthSize: Int

  /// Nil if the samples need no change.
  ///
  /// - Parameter format: FFmpeg's name of the container.
  init?(_ track: ContainerTrack, in format: String) {
    guard format == "mpegts", track.codec.string == "h264" else { return nil }
    do throws(FieldError) {
      let record = try AVCDecoderConfigurationRecord(
        decoding: Bytes(Array(track.configuration)))
      (sets, lengthSize) = (record.nalUnits, record.lengthSize)
    } catch {
      return nil
    }
  }

  /// Inserts the sets into a key frame, behind its delimiter, unless it has sets. A sample that cannot be read stays.
  func apply(to data: inout [UInt8]) {
    do throws(FieldError) {
      var units = try LengthPrefixed.nalUnits(in: Bytes(data), lengthSize: lengthSize)
      let types = units.map { NALUnit.type(of: $0) }
      guard !types.contains(.sequenceParameterSet) else { return }
      units.insert(contentsOf: sets, at: types.first == .accessUnitDelimiter ? 1 : 0)
      data = try LengthPrefixed.joined(units, lengthSize: lengthSize)
    } catch {}
  }
}
