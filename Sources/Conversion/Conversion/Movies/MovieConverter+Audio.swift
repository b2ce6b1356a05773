import Editing
import FieldCoding
import Files
import ISOBMFF
import Movie
import WorkerClient
import WorkerProtocol

/// The audio of a track that was re-encoded.
struct CodedAudio {
  /// The worker's reply about it.
  var reply: AudioReply
  /// The data of all packets, one after the other.
  var data: Bytes
}

extension MovieConverter {
  /// Converts the audio of a movie as requested. Each track stays synchronous to the sample, and keeps its
  /// duration.
  func convertAudio(
    _ edit: inout Edit, of original: borrowing OriginalFile,
    _ result: inout MovieConversionResult, _ proof: inout MovieConversionProof
  ) throws(ConversionError) {
    let plan = try AudioPlan(
      (MovieFile(edit.file)?.tracks ?? []).filter(options.mayCode), options.audioChoice)
    let gone = plan.removed + plan.lost.map(\.track.id)
    do throws(EditError) { try edit.removeTracks(Set(gone)) } catch { throw ConversionError(error) }
    result.leftOut += plan.lost.map { "audio coded as \($0.type.name) (track \($0.track.id))" }
    for source in plan.coded {
      guard let job = try source.job() else { continue }
      let coded = try code(job, of: original, beside: result.output)
      try replace(source, job, by: coded, &edit)
      proof.expect(coded, of: source)
      result.take(coded, of: source)
    }
    if !plan.coded.isEmpty { edit.removeStatedPadding() }
  }

  /// Has the worker decode audio, and re-encode it.
  private func code(
    _ job: AudioJob, of original: borrowing OriginalFile, beside output: String
  ) throws(ConversionError) -> CodedAudio {
    var job = job
    job.encoding = AudioEncoding(quality: options.quality ?? MovieConverter.usualQuality)
    let scratch = try scratch(beside: output)
    let bytes: [UInt8]
    do throws(FieldError) { bytes = try job.encoded() } catch {
      throw ConversionError(.input, "has more packets of audio than can be converted: \(error)")
    }
    let (worker, timeLimit) = (worker, options.timeLimit)
    let descriptors = [original.file.descriptor, scratch.descriptor]
    // The decoder and the encoder hold a packet each.
    let budget = options.budget
    let reply = try ConversionError.naming(scratch.path) { () throws(ConversionError) in
      try worker.clock.during(.waiting) { () throws(ConversionError) in
        try budget.with(memory: 32 << 20 + UInt64(bytes.count)) {
          () throws(ConversionError) -> AudioReply in
          try worker.ask(
            .transcodeAudio, bytes, descriptors, within: job.limits, timeLimit: timeLimit,
            advice: timeLimit == nil ? "" : "; --time-limit allows more",
            answerLimit: job.longestAnswer)
        }
      }
    }
    do throws(ByteSourceError) {
      return CodedAudio(reply: reply, data: try scratch.source().bytes)
    } catch {
      throw ConversionError(.output, "the coded audio cannot be read: \(error)")
    }
  }

  /// Replaces the audio in the movie.
  private func replace(
    _ source: AudioSource, _ job: AudioJob, by coded: CodedAudio, _ edit: inout Edit
  ) throws(ConversionError) {
    let entry: Box
    do throws(FieldError) {
      entry = try ConvertedAudioEntry(coded.reply, in: edit.file, of: source).box()
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

  /// The packets, with times on the timeline of the source: the audio starts at its old time, and the priming precedes
  /// it. The last packet ends with the audio.
  private func samples(
    of reply: AudioReply, _ job: AudioJob
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

extension AudioEncoding {
  /// - Parameter quality: 1 to 100, as of frames.
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
  fileprivate mutating func take(_ coded: CodedAudio, of source: AudioSource) {
    let reply = coded.reply
    take(reply.sandbox)
    leftOut += [source.lostChannels(reply.decodedChannelCount, mixed: reply.channelCount)]
      .compactMap { $0 }
    if let rate = source.coding?.sampleRate, rate > reply.sampleRate {
      notes.append("audio of track \(source.track.id): \(rate) Hz became \(reply.sampleRate) Hz")
    }
    // The first packet of Vorbis gives no samples.
    let isUsual = source.coding?.decoder.string == "vorbis" && reply.lost == [0]
    if let first = reply.lost.first, !isUsual {
      warnings.append(
        "\(counted(reply.lost.count, "packet")) of the audio of track \(source.track.id) cannot be decoded, the first is number \(first + 1); it is silent there"
      )
    }
  }
}
