import AVC
import FieldCoding
import HEVC
import NALUnits
import WorkerProtocol

/// The frames of a track, as they are decoded.
struct VideoFrameSource {
  private let job: TranscodeJob
  private let engine: MovieCodecModule
  private let threads: Int

  init(_ job: TranscodeJob, _ engine: MovieCodecModule, threads: Int) {
    (self.job, self.engine, self.threads) = (job, engine, threads)
  }

  /// Decodes all samples.
  ///
  /// - Parameters:
  ///   - progress: gets the number of samples that have been decoded.
  ///   - body: gets each complete frame and its time, in presentation order; it returns false to stop.
  /// - Returns: the numbers of the samples, from 0, that did not give a complete frame.
  func decode(
    _ movie: some ExtentReader, _ progress: (UInt64) -> Void,
    _ body: (PictureFrame, Int64) throws(CodecError) -> Bool
  ) throws(CodecError) -> [UInt32] {
    var states = [State](repeating: .awaited, count: job.samples.count)
    var start = 0
    while start < job.samples.count {
      let number = job.samples[start].coding
      guard job.codings.indices.contains(Int(number)) else {
        throw CodecError("sample \(start + 1) has no coding")
      }
      let end = job.samples[start...].firstIndex { $0.coding != number } ?? job.samples.count
      var decoder = try PictureDecoder(
        engine, job.codings[Int(number)], threads: threads, largestFrame: job.largestFrame)
      for index in start..<end {
        let data = try movie.data(of: job.samples[index], index)
        if job.codings[Int(number)].hasHole(data) { states[index] = .damaged }
        // A sample that is refused has no frame, which is noticed at the end.
        _ = decoder.send(data, sample: index, isSync: job.samples[index].isSync)
        guard try take(from: &decoder, &states, body) else { return [] }
        progress(UInt64(index + 1))
      }
      decoder.end()
      guard try take(from: &decoder, &states, body) else { return [] }
      start = end
    }
    return states.indices.filter { states[$0] != .shown }.map { UInt32(clamping: $0) }
  }

  /// The state of the frame of a sample.
  private enum State { case awaited, damaged, shown }

  private func take(
    from decoder: inout PictureDecoder, _ states: inout [State],
    _ body: (PictureFrame, Int64) throws(CodecError) -> Bool
  ) throws(CodecError) -> Bool {
    // No decoder holds more frames than this.
    for _ in 0..<1024 {
      switch decoder.receive() {
      case .none: return true
      case .lost: continue
      case .picture(let frame):
        guard states.indices.contains(frame.sample), !frame.isDamaged,
          states[frame.sample] == .awaited
        else { continue }
        states[frame.sample] = .shown
        guard try body(frame, job.samples[frame.sample].time) else { return false }
      }
    }
    return true
  }
}

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

extension ExtentReader {
  /// The bytes of a sample.
  ///
  /// - Parameter number: its index, for the message if it is too large.
  func data(of sample: CodedSample, _ number: Int) throws(CodecError) -> [UInt8] {
    let longest = 1 << 28
    guard sample.byteCount <= longest, let start = Int(exactly: sample.offset),
      start < Int.max - longest
    else { throw CodecError("sample \(number + 1) is longer than any real one") }
    var data: [UInt8] = []
    try read(start..<start + Int(sample.byteCount), into: &data)
    return data
  }
}

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
