import AVC
import FieldCoding
import HEVC
import NALUnits
import WorkerProtocol

/// What MPEG-TS needs in the samples of a track.
enum TransportStreamSamples {
  /// AVC has its parameter sets before each key frame, so that a decoder can begin there.
  ///
  /// FFmpeg only repeats them in frames of instantaneous refresh (IDR), and behind messages (SEI) that need them. Movies
  /// that were cut, and those with open groups of pictures, begin with other key frames.
  case repeatingSets([Bytes], lengthSize: Int)
  /// HEVC has the frames of its base layer only: readers take those of a further layer for access units of their own,
  /// and the parameter sets of these layers are not in the samples.
  case baseLayer(lengthSize: Int)

  /// Nil if the samples need no change.
  ///
  /// - Parameter format: FFmpeg's name of the container.
  init?(_ track: ContainerTrack, in format: String) {
    guard format == "mpegts" else { return nil }
    let configuration = Bytes(Array(track.configuration))
    do throws(FieldError) {
      switch track.codec.string {
      case "h264":
        let record = try AVCDecoderConfigurationRecord(decoding: configuration)
        self = .repeatingSets(record.nalUnits, lengthSize: record.lengthSize)
      case "hevc":
        let record = try HEVCDecoderConfigurationRecord(decoding: configuration)
        self = .baseLayer(lengthSize: record.lengthSize)
      default: return nil
      }
    } catch {
      return nil
    }
  }

  /// Changes a sample. One that cannot be read stays.
  func apply(to data: inout [UInt8], isKey: Bool) {
    do throws(FieldError) {
      switch self {
      case .repeatingSets(let sets, let lengthSize):
        guard isKey else { return }
        var units = try LengthPrefixed.nalUnits(in: Bytes(data), lengthSize: lengthSize)
        let types = units.map { AVC.NALUnit.type(of: $0) }
        guard !types.contains(.sequenceParameterSet) else { return }
        units.insert(contentsOf: sets, at: types.first == .accessUnitDelimiter ? 1 : 0)
        data = try LengthPrefixed.joined(units, lengthSize: lengthSize)
      case .baseLayer(let lengthSize):
        let units = try LengthPrefixed.nalUnits(in: Bytes(data), lengthSize: lengthSize)
        let kept = units.filter { !HEVCDecoderConfigurationRecord.isOfFurtherLayer($0) }
        guard kept.count < units.count else { return }
        data = try LengthPrefixed.joined(kept, lengthSize: lengthSize)
      }
    } catch {}
  }
}
