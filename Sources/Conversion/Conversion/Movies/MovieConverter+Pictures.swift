import AV1
import AVC
import Editing
import FieldCoding
import Files
import HEIF
import HEVC
import ISOBMFF
import Inspection
import Movie
import NALUnits
import Platform
import WorkerClient
import WorkerProtocol

/// The frames of a track that were re-encoded.
struct CodedPictures {
  /// The worker's reply about them.
  var reply: TranscodeReply
  /// The data of all samples, one after the other.
  var data: Bytes
  /// How they are coded.
  var entry: Box
  /// The decoder configuration record in that.
  var record: [UInt8]
}

/// The progress of the frames of a track, and its start time.
private struct ProgressClock {
  private let start = ContinuousClock.now
  private let count: Int
  private let byteCount: Int
  private let duration: Double

  init(_ source: VideoSource, _ count: Int, of original: borrowing OriginalFile) {
    self.count = count
    byteCount = original.bytes.count
    duration = source.track.duration ?? 0
  }

  /// - Parameter done: the number of samples that are decoded.
  func progress(_ done: Int) -> MovieProgress {
    MovieProgress(
      done: done, count: count, byteCount: byteCount, duration: duration,
      seconds: (ContinuousClock.now - start) / .seconds(1))
  }
}

extension MovieConverter {
  /// Has the worker decode the frames of a track, and re-encode them.
  func code(
    _ source: VideoSource, as codec: MoviePreset.Codec, of original: borrowing OriginalFile,
    beside output: String, _ progress: (MovieProgress) -> Void
  ) throws(ConversionError) -> CodedPictures {
    var job = try source.job()
    job.threads = UInt16(clamping: options.threads)
    job.encoding = encoding(of: source, as: codec)
    job.mayBeInterlaced = source.mayBeInterlaced
    if options.rotatesUpright { try job.encoding.rotate(source) }
    let scratch = try scratch(beside: output)
    let clock = ProgressClock(source, job.samples.count, of: original)
    return try coded(
      job, source, as: codec, entryType: codec.sampleEntry, from: original.file.descriptor,
      to: scratch
    ) { progress(clock.progress($0)) }
  }

  /// Does a job in the worker, and describes its output.
  ///
  /// - Parameter progress: gets the number of decoded samples.
  func coded(
    _ job: TranscodeJob, _ source: VideoSource, as codec: MoviePreset.Codec, entryType: FourCC,
    from movie: Int32, to scratch: borrowing OutputFile, progress: (Int) -> Void = { _ in }
  ) throws(ConversionError) -> CodedPictures {
    let descriptor = scratch.descriptor
    let reply = try ConversionError.naming(scratch.path) { () throws(ConversionError) in
      try ask(job, source, movie, descriptor, progress: progress)
    }
    guard !reply.samples.isEmpty else {
      throw ConversionError(
        .input, "none of the frames of track \(source.track.id) can be decoded")
    }
    let data: Bytes
    do throws(ByteSourceError) { data = try scratch.source().bytes } catch {
      throw ConversionError(.output, "the coded pictures cannot be read: \(error)")
    }
    let coded: CodedPictures
    do throws(FieldError) {
      let (box, record) = try configuration(reply, of: codec)
      coded = CodedPictures(
        reply: reply, data: data, entry: sampleEntry(entryType, of: source, reply, box),
        record: record)
    } catch {
      throw ConversionError(.worker, "the encoder's parameter sets cannot be read: \(error)")
    }
    try checkKeyFrames(coded, codec, of: source, in: scratch.descriptor)
    return coded
  }

  /// Has the worker decode the frames of a track of the movie.
  func ask(
    _ job: TranscodeJob, _ source: VideoSource, of original: borrowing OriginalFile,
    _ output: Int32, _ progress: (MovieProgress) -> Void
  ) throws(ConversionError) -> TranscodeReply {
    let clock = ProgressClock(source, job.samples.count, of: original)
    return try ask(job, source, original.file.descriptor, output) { progress(clock.progress($0)) }
  }

  /// - Parameters:
  ///   - output: the file for coded pictures; nil if the job codes none.
  ///   - progress: gets the number of samples that are decoded.
  private func ask(
    _ job: TranscodeJob, _ source: VideoSource, _ movie: Int32, _ output: Int32?,
    progress: (Int) -> Void = { _ in }
  ) throws(ConversionError) -> TranscodeReply {
    let bytes: [UInt8]
    do throws(FieldError) { bytes = try job.encoded() } catch {
      throw ConversionError(.input, "has more samples than can be converted: \(error)")
    }
    let counter = try ConversionError.output { () throws(SystemError) in
      try OutputFile.temporary()
    }
    let descriptor = counter.descriptor
    let worker = worker
    let timeLimit = options.timeLimit
    let (budget, need) = (options.budget, memoryNeed(of: source))
    return try worker.clock.during(.waiting) { () throws(ConversionError) in
      try budget.with(memory: need) { () throws(ConversionError) in
        try worker.ask(
          .transcode, bytes, [movie, output ?? descriptor, descriptor], within: job.limits,
          timeLimit: timeLimit, advice: timeLimit == nil ? "" : "; --time-limit allows more",
          answerLimit: job.longestAnswer
        ) { progress(Int(clamping: OutputFile.number(in: descriptor))) }
      }
    }
  }

  /// An estimate of the worker's memory, in bytes: decoders keep some frames, and encoders look ahead.
  private func memoryNeed(of source: VideoSource) -> UInt64 {
    let picture = UInt64(source.entry.width) * UInt64(source.entry.height) * 3
    return 64 << 20 + picture * (options.preset.codec == .avc ? 28 : 70)
  }

  /// The approximate number of luma samples of a coded picture.
  private func codedSampleCount(of source: VideoSource) -> Int {
    let (width, height) = (Double(source.entry.width), Double(source.entry.height))
    let shorter = Double(options.preset.shorterSide ?? .max)
    let scale = min(1, shorter / max(1, min(width, height)))
    return Int(width * height * scale * scale)
  }

  func encoding(
    of source: VideoSource, as codec: MoviePreset.Codec
  ) -> VideoEncoding {
    var encoding = VideoEncoding()
    encoding.encoder = Text(codec.encoder)
    encoding.choices = Text(
      codec.choices(
        quality: options.quality ?? MovieConverter.usualQuality, options.speed,
        mostBits: options.mostBitsPerSecond,
        threads: options.threads > 0 ? options.threads : Threads.coreCount,
        samples: codedSampleCount(of: source)))
    encoding.keyTimes = source.firstTimesOfEdits
    if options.keyInterval != nil || !encoding.keyTimes.isEmpty {
      encoding.choices = Text(encoding.choices.string + codec.keys)
    }
    encoding.stream = codec.stream
    encoding.mostBits = codec.mostBits
    encoding.shorterSide = UInt32(clamping: options.preset.shorterSide ?? 0)
    (encoding.stated, encoding.statesRange) = source.stated
    encoding.mapsColours = options.bringsIntoRange
    encoding.peakLuminance = source.peakLuminance
    // Some players ignore the range of H.264.
    encoding.limitsRange = codec == .avc
    let rate = max(1, source.track.sampleRate ?? 30)
    encoding.rate = UInt32(clamping: Int((rate * 1000).rounded()))
    encoding.longestGroup = UInt32(clamping: Int((rate * 2).rounded(.up)))
    encoding.timescale = source.track.timescale
    if let interval = options.keyInterval {
      encoding.keyInterval = UInt64(
        max(1, min(interval * Double(source.track.timescale), 1e15).rounded()))
      encoding.firstKeyTime = source.track.editList.edits.lazy.compactMap(\.mediaTime).first ?? 0
    }
    return encoding
  }

  /// Throws if there is a key frame that cannot be decoded by itself.
  private func checkKeyFrames(
    _ coded: CodedPictures, _ new: MoviePreset.Codec, of source: VideoSource, in scratch: Int32
  ) throws(ConversionError) {
    var job = TranscodeJob()
    var coding = SampleCoding()
    coding.decoder = Text(new.decoder)
    coding.configuration = Bytes(coded.record)
    coding.entryType = coded.entry.type.rawValue
    job.codings = [coding]
    job.threads = UInt16(clamping: options.threads)
    var offset = 0
    for sample in coded.reply.samples {
      if sample.isSync {
        var key = CodedSample()
        key.offset = UInt64(offset)
        key.byteCount = sample.byteCount
        key.isSync = true
        job.samples.append(key)
      }
      offset += Int(sample.byteCount)
    }
    let reply = try worker.clock.during(.checking) { () throws(ConversionError) in
      try ask(job, source, scratch, nil)
    }
    guard reply.lost.isEmpty, !job.samples.isEmpty else {
      throw ConversionError(
        .worker,
        "the encoder wrote \(counted(reply.lost.count, "key frame")) that cannot be decoded")
    }
  }

  /// Replaces the frames in the movie.
  func replace(
    _ source: VideoSource, by coded: CodedPictures, _ edit: inout Edit
  ) throws(ConversionError) {
    let track = source.track
    let replacement = TrackReplacement(
      sampleEntry: coded.entry, samples: coded.newSamples(of: track), data: coded.data,
      start: source.start)
    var old = (width: Int(source.entry.width), height: Int(source.entry.height))
    let new = (width: coded.reply.size.width, height: coded.reply.size.height)
    do throws(EditError) {
      try edit.replaceSamples(ofTrack: track.id, by: replacement)
      if options.rotatesUpright {
        try edit.removeRotation(ofTrack: track.id)
        if track.matrix.swapsSides { old = (old.height, old.width) }
      }
      if old.width > 0, old.height > 0, old != new {
        try edit.scaleFrames(ofTrack: track.id, from: old, to: new)
      }
    } catch {
      throw ConversionError(error)
    }
  }

  /// The decoder configuration record of new samples, with its box and without.
  private func configuration(
    _ reply: TranscodeReply, of codec: MoviePreset.Codec
  ) throws(FieldError) -> (Box, [UInt8]) {
    switch codec {
    case .avc:
      let sets = try AnnexB.nalUnits(in: reply.configuration)
      var box = AVCConfigurationBox()
      box.record = try AVCDecoderConfigurationRecord(parameterSets: sets)
      return (Box(box), try box.record.encoded())
    case .hevc:
      let sets = try AnnexB.nalUnits(in: reply.configuration)
      var box = HEVCConfigurationBox()
      box.record = try HEVCDecoderConfigurationRecord(parameterSets: sets)
      return (Box(box), try box.record.encoded())
    case .av1:
      let units = try OpenBitstreamUnit.units(in: reply.configuration)
      var box = AV1CodecConfigurationBox()
      box.record = try AV1CodecConfigurationRecord(
        units: units.filter { $0.header.type != .temporalDelimiter })
      return (Box(box), try box.record.encoded())
    }
  }

  /// The description of the new samples: the frame properties of the old one, and the new configuration.
  private func sampleEntry(
    _ type: FourCC, of source: VideoSource, _ reply: TranscodeReply, _ configuration: Box
  ) -> Box {
    var entry = VisualSampleEntry()
    entry.dataReferenceIndex = source.entry.dataReferenceIndex
    entry.width = UInt16(clamping: reply.size.width)
    entry.height = UInt16(clamping: reply.size.height)
    entry.children = [configuration]
    var kept: Set<FourCC> = ["colr", "pasp", "clap", "taic", "st3d", "sv3d"]
    // The lines of two fields stay apart only if no lines are added or removed.
    if reply.size.height == Int(source.entry.height), !reply.isDeinterlaced { kept.insert("fiel") }
    // The brightness metadata is false after the frames are mapped.
    if !reply.isMapped { kept.formUnion(["mdcv", "clli", "cclv", "amve"]) }
    for child in source.entry.children where kept.contains(child.type) {
      entry.children.append(child.stating(reply.colour))
    }
    if !reply.isMapped {
      for box in source.light.boxes where !entry.children.contains(where: { $0.type == box.type }) {
        entry.children.append(box)
      }
    }
    if reply.isMapped, !entry.children.contains(where: { $0.type == "colr" }) {
      entry.children.append(Box(ColourInformationBox()).stating(reply.colour))
    }
    return Box(type: type, entry, in: .sampleEntries)
  }
}

extension VideoEncoding {
  /// Rotates frames according to the matrix of their track.
  fileprivate mutating func rotate(_ source: VideoSource) throws(ConversionError) {
    guard let rotation = source.track.matrix.exactRotation else {
      throw ConversionError(
        .input,
        "track \(source.track.id) is shown through a matrix that does more than rotate: --upright cannot do that"
      )
    }
    (quarters, isMirrored) = (UInt8(rotation.quarters), rotation.isMirrored)
  }
}

/// A movie that is not written yet.
struct MadeMovie {
  /// The result.
  var result: MovieConversionResult
  var edited: EditedFile
  /// The conditions that the written movie has to meet.
  var proof: MovieConversionProof
}

extension MovieConverter {
  /// After this number of tries, the best quality that fits is used.
  private static let enoughTries = 6

  /// Converts a movie so that it has at most ``Options/mostBytes`` bytes, with nearly the best quality that fits.
  func fitting(
    _ original: borrowing OriginalFile, to output: String, _ progress: (MovieProgress) -> Void
  ) throws(ConversionError) -> MadeMovie {
    var made = try convert(original, to: output, progress)
    guard let most = options.mostBytes else { return made }
    var attempt = self
    // The highest known quality that fits, and the lowest that does not.
    var (fits, exceeds) = (0, 101)
    var best: MadeMovie?
    var tries = 1
    while true {
      let quality = attempt.options.quality ?? MovieConverter.usualQuality
      let (byteCount, codedCount) = (made.edited.written.count, made.result.codedByteCount)
      if byteCount <= most {
        if tries > 1 {
          made.result.notes.append("is coded with quality \(quality), so that it fits")
        }
        // The requested quality, or nearly the most bytes.
        if exceeds > 100 || byteCount > most / 100 * 92 { return made }
        (fits, best) = (quality, made)
      } else if codedCount > 0 {
        exceeds = quality
      } else if attempt.options.quality != nil || options.preset.codec == nil {
        throw tooLong(byteCount, "none of its frames are re-encoded")
      }
      if let best, exceeds - fits <= 1 || tries >= MovieConverter.enoughTries { return best }
      guard exceeds > 1 else {
        throw tooLong(byteCount, "that is the lowest quality; a preset of fewer lines may fit")
      }
      var next = quality
      if codedCount > 0 {
        let goal = codedCount - (byteCount - most)
        guard goal > 0 else { throw tooLongWithoutPictures(byteCount - codedCount) }
        // Twenty steps of quality halve the size, approximately, in each of the codecs.
        let steps = 20 * log2(Double(goal) / Double(codedCount))
        next += Int(max(-100, steps - 0.5).rounded(.down))
      }
      attempt.options.quality = min(max(next, fits + 1), exceeds - 1)
      made = try attempt.convert(original, to: output, progress)
      tries += 1
    }
  }

  private func tooLongWithoutPictures(_ byteCount: Int) -> ConversionError {
    ConversionError(
      .input,
      "has \(counted(byteCount, "byte")) without its frames, more than --max-file-size allows: --from and --to take a part"
    )
  }

  private func tooLong(_ byteCount: Int, _ why: String) -> ConversionError {
    ConversionError(
      .input, "would have \(counted(byteCount, "byte")), more than --max-file-size allows: \(why)")
  }
}
