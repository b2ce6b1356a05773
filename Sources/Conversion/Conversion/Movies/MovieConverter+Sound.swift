import Editing
import FieldCoding
import Files
import ISOBMFF
import Movie
import WorkerClient
import WorkerProtocol

/// The sound of a track that was re-encoded.
struct CodedSound {
  /// The worker's reply about it.
  var reply: SoundReply
  /// The data of all packets, one after the other.
  var data: Bytes
}

extension MovieConverter {
  /// Converts the sound of a movie as requested. Each track stays synchronous to the sample, and keeps its
  /// duration.
  func convertSound(
    _ edit: inout Edit, of original: borrowing OriginalFile,
    _ result: inout MovieConversionResult, _ proof: inout MovieConversionProof
  ) throws(ConversionError) {
    let plan = try SoundPlan(
      (MovieFile(edit.file)?.tracks ?? []).filter(options.mayCode), options.soundChoice)
    let gone = plan.removed + plan.lost.map(\.track.id)
    do throws(EditError) { try edit.removeTracks(Set(gone)) } catch { throw ConversionError(error) }
    result.leftOut += plan.lost.map { "sound coded as \($0.type.name) (track \($0.track.id))" }
    for source in plan.coded {
      guard let job = try source.job() else { continue }
      let coded = try code(job, of: original, beside: result.output)
      try replace(source, job, by: coded, &edit)
      proof.expect(coded, of: source)
      result.take(coded, of: source)
    }
    if !plan.coded.isEmpty { edit.removeStatedPadding() }
  }

  /// Has the worker decode sound, and re-encode it.
  private func code(
    _ job: SoundJob, of original: borrowing OriginalFile, beside output: String
  ) throws(ConversionError) -> CodedSound {
    var job = job
    job.encoding = SoundEncoding(quality: options.quality ?? MovieConverter.usualQuality)
    let scratch = try scratch(beside: output)
    let bytes: [UInt8]
    do throws(FieldError) { bytes = try job.encoded() } catch {
      throw ConversionError(.input, "has more packets of sound than can be converted: \(error)")
    }
    let (worker, timeLimit) = (worker, options.timeLimit)
    let descriptors = [original.file.descriptor, scratch.descriptor]
    // The decoder and the encoder hold a packet each.
    let budget = options.budget
    let reply = try ConversionError.naming(scratch.path) { () throws(ConversionError) in
      try worker.clock.during(.waiting) { () throws(ConversionError) in
        try budget.with(memory: 32 << 20 + UInt64(bytes.count)) {
          () throws(ConversionError) -> SoundReply in
          try worker.ask(
            .transcodeSound, bytes, descriptors, within: job.limits, timeLimit: timeLimit,
            advice: timeLimit == nil ? "" : "; --time-limit allows more",
            answerLimit: job.longestAnswer)
        }
      }
    }
    do throws(ByteSourceError) {
      return CodedSound(reply: reply, data: try scratch.source().bytes)
    } catch {
      throw ConversionError(.output, "the coded sound cannot be read: \(error)")
    }
  }

  /// Replaces the sound in the movie.
  private func replace(
    _ source: SoundSource, _ job: SoundJob, by coded: CodedSound, _ edit: inout Edit
  ) throws(ConversionError) {
    let entry: Box
    do throws(FieldError) {
      entry = try ConvertedSoundEntry(coded.reply, in: edit.file, of: source).box()
    } catch {
      throw ConversionError(.worker, "the encoder's configuration cannot be read: \(error)")
    }
    let replacement = TrackReplacement(
      sampleEntry: entry, samples: try samples(of: coded.reply, job), data: coded.data,
      timescale: coded.reply.sampleRate, rollDistance: -1)
    do throws(EditError) {
      try edit.replaceSamples(ofTrack: source.track.id, by: replacement)
    } catch {
      throw ConversionError(error)
    }
  }

  /// The packets, with times on the timeline of the source: the sound starts at its old time, and the priming precedes
  /// it. The last packet ends with the sound.
  private func samples(
    of reply: SoundReply, _ job: SoundJob
  ) throws(ConversionError) -> [NewSample] {
    let (length, priming) = (Int64(reply.packetLength), Int64(reply.priming))
    let rate = Double(reply.sampleRate) / Double(job.timescale)
    let start = rate == 1 ? job.start : Int64((Double(job.start) * rate).rounded())
    let count = Int64(reply.packetSizes.count)
    let end = Int64(clamping: reply.sampleCount)
    let last = end + priming - (count - 1) * length
    guard last > 0, last <= length else {
      throw ConversionError(.worker, "the encoder wrote \(count) packets for \(end) samples")
    }
    return reply.packetSizes.enumerated().map { index, size in
      NewSample(
        byteCount: Int(size), compositionTime: start - priming + Int64(index) * length,
        duration: Int64(index) == count - 1 ? last : length, isSync: true)
    }
  }
}

extension SoundEncoding {
  /// - Parameter quality: 1 to 100, as of pictures.
  fileprivate init(quality: Int) {
    self.init()
    // The sample rates of AAC that players support (ISO/IEC 14496-3 §1.6.3.4).
    sampleRates = [
      8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000,
    ]
    // Quality 70 is 128 kbit/s for stereo, 100 is twice that, and 40 is half of it.
    let quality = min(max(quality, 25), 100)
    bitRate = UInt32(64_000 + (quality - 70) * (quality > 70 ? 64_000 : 32_000) / 30)
  }
}

extension MovieConversionResult {
  fileprivate mutating func take(_ coded: CodedSound, of source: SoundSource) {
    let reply = coded.reply
    take(reply.sandbox)
    leftOut += [source.lostChannels(reply.decodedChannelCount, mixed: reply.channelCount)]
      .compactMap { $0 }
    if let rate = source.coding?.sampleRate, rate > reply.sampleRate {
      notes.append("sound of track \(source.track.id): \(rate) Hz became \(reply.sampleRate) Hz")
    }
    // The first packet of Vorbis gives no samples.
    let isUsual = source.coding?.decoder.string == "vorbis" && reply.lost == [0]
    if let first = reply.lost.first, !isUsual {
      warnings.append(
        "\(counted(reply.lost.count, "packet")) of the sound of track \(source.track.id) cannot be decoded, the first is number \(first + 1); it is silent there"
      )
    }
  }
}
