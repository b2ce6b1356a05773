import AVC
public import Editing
import FieldCoding
package import Files
import HEVC
package import ISOBMFF
public import Metadata
import Movie
import Verification
public import WorkerClient
import WorkerProtocol

/// Re-encodes the frames of movies. This is an edit of their tracks: everything else in a movie does not change.
public struct MovieConverter: Sendable {
  /// The worker, which decodes and encodes.
  package var worker: Worker
  /// The options of the conversion.
  public var options: Options

  /// A converter with a worker, which decodes and encodes.
  public init(_ worker: Worker, _ options: Options = Options()) {
    self.worker = worker
    self.options = options
  }

  /// The quality of frames if the options state none.
  package static let usualQuality = 70

  /// Options of a conversion.
  public struct Options: Sendable {
    /// The preset.
    public var preset = MoviePreset.compatible
    /// The quality, 1 to 100: at 100, frames cannot be distinguished from the original; at 70, most people see
    /// no difference; 40 is for small files. If it is nil, the quality is 70, and frames that already have the
    /// codec are not re-encoded.
    public var quality: Int?
    /// The maximum average bit rate of frames, in bits per second; nil for no limit.
    public var mostBitsPerSecond: Int?
    /// The maximum size of the output, in bytes: the quality of frames is reduced until the output is small
    /// enough. Nil for no limit.
    public var mostBytes: Int?
    /// The speed of the encoder.
    public var speed = EncodingSpeed.medium
    /// Whether HDR frames are mapped to SDR; nil for the default of the preset.
    public var mapsColours: Bool?
    /// What happens to the audio; nil for ``AudioChoice/compatible`` with H.264, and for ``AudioChoice/keep`` with
    /// other codecs.
    public var audio: AudioChoice?
    /// The start of the part to convert, in seconds of the presentation; nil for the start of the movie.
    public var start: Double?
    /// The end of the part to convert, in seconds of the presentation; nil for the end of the movie.
    public var end: Double?
    /// The `track_ID`s of the tracks whose video and audio are re-encoded; nil for all.
    public var tracks: Set<UInt32>?
    /// The maximum distance of key frames, in seconds: the first frame that is shown after each multiple of it is
    /// a key frame. If it is nil, the encoder decides.
    public var keyInterval: Double?
    /// Whether the frames themselves are rotated according to the track's matrix, which is reset then.
    public var rotatesUpright = false
    /// The metadata that is left out.
    public var stripping = MetadataStripping.nothing
    /// Whether frames that are not re-encoded are decoded to find damage.
    public var checksCopies = true
    /// The number of threads for decoding, and for encoding; 0 for one thread for each core.
    public var threads = 0
    /// The time limit for a movie, in seconds; nil for a limit that is many times longer than real movies need.
    public var timeLimit: Double?
    /// Whether existing files are replaced.
    public var replacesFiles = false
    /// Whether each file is flushed to the disk before it gets its name; if not, the caller has to do that.
    public var syncsFiles = true
    /// The folder that outputs have to be in, if there is one.
    package var root: RootFolder?
    /// The budget that conversions share if they run at the same time; nil for none.
    public var budget: WorkerBudget?

    public init() {}

    var audioChoice: AudioChoice {
      audio ?? (preset.codec == .avc || preset.video == .removed ? .compatible : .keep)
    }

    /// Whether a track may be re-encoded.
    func mayCode(_ track: Track) -> Bool { tracks?.contains(track.id) ?? true }

    /// Whether the light of HDR frames is brought into the range of a screen.
    var bringsIntoRange: Bool { mapsColours ?? preset.mapsColours }
  }

  /// Converts the movie at `input`, and writes the result to `output`.
  ///
  /// The new file has the mode, times and extended attributes of the old one. It is checked before it gets its
  /// name: its frames have their times, kept data has its bytes, each key frame can be decoded, and the new file
  /// does not break a rule that the old file does not break.
  ///
  /// It throws ``WorkerClient/ConversionError/Kind/input`` if the movie is damaged or has an unknown codec,
  /// ``WorkerClient/ConversionError/Kind/output`` if the output cannot be written, and
  /// ``WorkerClient/ConversionError/Kind/worker`` if the worker is missing or crashed.
  ///
  /// - Parameter progress: is called from time to time with the progress.
  public func convert(
    _ input: String, to output: String, progress: (MovieProgress) -> Void = { _ in }
  ) throws(ConversionError) -> MovieConversionResult {
    // Before a work of minutes.
    try ConversionError.output(
      try OutputPath.check(output, of: [input], isReplacing: options.replacesFiles))
    return try ConversionError.reading(input) { () throws(ConversionError) in
      try converted(input, to: output, progress)
    }
  }

  private func converted(
    _ input: String, to output: String, _ progress: (MovieProgress) -> Void
  ) throws(ConversionError) -> MovieConversionResult {
    let original: OriginalFile
    do throws(EditError) { original = try OriginalFile(input) } catch {
      throw ConversionError(.input, error.message)
    }
    let made = try fitting(original, to: output, progress)
    let (edited, proof) = (made.edited, made.proof)
    var result = made.result
    result.action = edited.isChanged ? .converted : .copied
    result.byteCount = edited.written.count
    // The preset is for smaller movies.
    if options.preset == .small, options.quality == nil, result.byteCount >= original.bytes.count {
      result.notes.append("is not smaller than its original; a lower --quality makes it smaller")
    }
    let clock = worker.clock
    let stage = clock.begin(.writing)
    defer { clock.goBack(to: stage) }
    do throws(EditError) {
      try edited.write(
        to: output, from: original, below: options.root, replacing: options.replacesFiles,
        isSynced: options.syncsFiles
      ) { (bytes) throws(EditError) in
        try clock.during(.checking) { () throws(EditError) in try proof.check(bytes) }
      }
    } catch {
      throw ConversionError(error, of: edited.original)
    }
    return result
  }

  /// A file for coded pictures, in the folder of the output, so that no other disk needs space for them.
  func scratch(beside output: String) throws(ConversionError) -> OutputFile {
    try ConversionError.outputFile(output, below: options.root)
  }

  /// Decodes the frames of a movie, re-encodes them, and replaces the old ones.
  ///
  /// - Parameter output: the path of the new movie.
  func convert(
    _ original: borrowing OriginalFile, to output: String, _ progress: (MovieProgress) -> Void
  ) throws(ConversionError) -> MadeMovie {
    var result = MovieConversionResult(output: output)
    var edit = Edit(original.bytes)
    let movie = tagged(try whole(&edit, &result), &edit)
    let plan = try MovieConversionPlan(movie, options)
    result.take(plan)
    var proof = MovieConversionProof(movie, of: edit.original, stripping: options.stripping)
    if let codec = options.preset.codec {
      for var source in plan.coded {
        source.readLight(in: original.bytes)
        if options.start != nil || options.end != nil { source.leaveOutHiddenPictures() }
        let coded = try code(source, as: codec, of: original, beside: result.output, progress)
        result.take(coded, of: source, isUpright: options.rotatesUpright)
        proof.expect(coded, of: source)
        try replace(source, by: coded, &edit)
      }
    }
    if options.checksCopies {
      let stage = worker.clock.begin(.checking)
      defer { worker.clock.goBack(to: stage) }
      try check(plan.kept, of: original, &result, progress)
    }
    do throws(EditError) { try edit.removeTracks(plan.removed) } catch {
      throw ConversionError(error)
    }
    try convertAudio(&edit, of: original, &result, &proof)
    do throws(EditError) {
      // With `moov` first, playback over a network starts at once.
      if !plan.coded.isEmpty || !plan.removed.isEmpty {
        let notes = edit.notes
        try edit.moveMovie(to: .first)
        edit.notes = notes
      }
      try edit.remux(toFit: output)
      // Other parts of the movie are new now.
      try edit.strip(options.stripping, decompressor: ContentEncoding.decompressor)
      result.warnings += [edit.unexamined].compactMap { $0 }
      proof.expect(edit)
      let edited = try worker.clock.during(.checking) { () throws(EditError) in
        try edit.finished()
      }
      result.warnings += edited.losses
      result.notes += edited.notes.filter { !edited.losses.contains($0) }
      return MadeMovie(result: result, edited: edited, proof: proof)
    } catch {
      throw ConversionError(error, of: edit.original)
    }
  }

  /// The movie with HEVC under the name that players of phones support (`hvc1`), if this needs no re-encoding.
  private func tagged(_ movie: MovieFile, _ edit: inout Edit) -> MovieFile {
    let hasOther = movie.tracks.contains { $0.sampleEntries.contains { $0.type == "hev1" } }
    guard options.preset.codec == .hevc, options.quality == nil, hasOther,
      MovieFile(edit.original)?.isFragmented == false
    else { return movie }
    var tagged = edit
    // If the parameter sets change within the track, its frames are re-encoded.
    do throws(EditError) { try tagged.retag(to: ["hvc1"]) } catch { return movie }
    guard let new = MovieFile(tagged.file) else { return movie }
    edit = tagged
    return new
  }

  /// The movie with all of its samples in tables. Samples that a cut file no longer has, samples outside the part to
  /// convert are left out.
  private func whole(
    _ edit: inout Edit, _ result: inout MovieConversionResult
  ) throws(ConversionError) -> MovieFile {
    do throws(EditError) {
      if try edit.gatherSamples() {
        guard MovieFile(edit.file)?.tracks.contains(where: { $0.sampleCount > 0 }) == true else {
          throw EditError(
            .damaged,
            "has no frame and no audio that is whole: \(edit.notes.joined(separator: "; "))")
        }
        result.warnings += edit.takeNotes()
      }
      try MovieFile(edit.file)?.requireTables()
      try edit.makeMovie(toFit: result.output)
      if options.start != nil || options.end != nil {
        try edit.trim(
          from: options.start ?? 0, to: options.end, countsSamples: options.preset.codec == nil)
      }
      if options.preset.codec != nil {
        // What does not allow it is known before a work of minutes.
        var trial = edit
        try trial.strip(options.stripping, decompressor: ContentEncoding.decompressor)
      }
    } catch {
      throw ConversionError(error)
    }
    guard let whole = MovieFile(edit.file) else {
      throw ConversionError(.input, "is not a movie that can be read")
    }
    return whole
  }
}

extension ConversionError {
  /// Why a movie could not be edited.
  package init(_ error: EditError) {
    let kind: Kind =
      switch error.kind {
      case .fileExists, .system: .output
      case .proofFailed: .worker
      default: .input
      }
    self.init(kind, error.message)
  }

  /// Why a movie could not be edited. That the check of a new file fails is not a fault of the program if the movie has
  /// errors: what they say of its media may be wrong.
  package init(_ error: EditError, of original: BoxFile) {
    self.init(error)
    guard error.kind == .proofFailed,
      let damage = Report(ExaminedFile(original.bytes, name: ""), rules: Rules.errors).findings
        .first(where: { $0.quirk == nil })
    else { return }
    kind = .input
    message +=
      "; the movie is damaged: \(damage.message) [\(damage.rule.id)]; boxwalk repair mends what can be mended"
  }
}

extension MovieConverter {
  /// Decodes the frames of copied tracks in the worker, and reports the damaged ones.
  func check(
    _ tracks: [Track], of original: borrowing OriginalFile, _ result: inout MovieConversionResult,
    _ progress: (MovieProgress) -> Void
  ) throws(ConversionError) {
    for track in tracks {
      let reply: TranscodeReply
      do throws(ConversionError) {
        guard let source = try VideoSource(track) else { continue }
        var job = try source.job()
        job.threads = UInt16(clamping: options.threads)
        let descriptor = original.file.descriptor
        reply = try ask(job, source, of: original, descriptor, progress)
      } catch {
        // They are copied even if they cannot be decoded here.
        guard error.isOfInput || error.kind == .worker else { throw error }
        let message =
          "the frames of track \(track.id) are copied without a check: \(error.message)"
        if error.kind == .worker {
          result.warnings.append(message)
        } else {
          result.notes.append(message)
        }
        continue
      }
      result.take(reply.sandbox)
      if let damaged = DamagedPictures(reply.lost, of: track) {
        result.warnings.append(damaged.ofCopied)
      }
    }
  }

  /// The quality of re-encoded pictures that are followed by frames of the source.
  private static let startQuality = 90

  /// Makes each video track of a trimmed movie begin with a key frame at the cut. Frames before the next group of
  /// frames are re-encoded, and samples that were needed only to decode them are removed. Size, colours and bit
  /// depth do not change.
  ///
  /// Throws if there is no encoder for a track, if the encoder cannot keep the form of its frames, or if they
  /// cannot be decoded.
  ///
  /// - Parameter edit: the edit of a movie without fragments, after ``Editing/Edit/trim(from:to:dropping:)``.
  public func codeStarts(of edit: inout Edit) throws(EditError) {
    for track in MovieFile(edit.file)?.tracks ?? [] {
      guard let start = EditedTrackStart(track, in: edit.file.bytes) else { continue }
      do throws(ConversionError) { try code(start, of: &edit) } catch {
        throw EditError(error.kind == .worker ? .proofFailed : .unsupported, error.message)
      }
    }
  }

  private func code(_ start: EditedTrackStart, of edit: inout Edit) throws(ConversionError) {
    let id = start.track.id
    guard let entry = start.entry else {
      throw ConversionError(
        .input,
        "does not say how the frames at the cut are coded (track \(id)): they name a sample entry that does not exist; without --smart, nothing is re-encoded"
      )
    }
    guard let source = try VideoSource(start.track),
      let codec = MoviePreset.Codec.all.first(where: { $0.sampleEntries.contains(entry.type) })
    else {
      throw ConversionError(
        .input,
        "has frames that cannot be encoded here in the same form (track \(id), '\(entry.type)'); without --smart, nothing is re-encoded"
      )
    }
    guard !source.hasColoursOfDolbyVision, !source.hasSecondEye else {
      throw ConversionError(
        .input,
        "has \(source.hasSecondEye ? "frames for each eye" : "colours that only metadata of Dolby Vision tells") (track \(id)), which cannot be encoded; without --smart, nothing is re-encoded"
      )
    }
    var converter = self
    converter.options = Options()
    converter.options.quality = MovieConverter.startQuality
    converter.options.mapsColours = false
    let samples = try ConversionError.output { () throws(SystemError) in try OutputFile.temporary()
    }
    var job = try source.job(of: start, copyingTo: samples, from: edit.file.bytes)
    job.encoding = converter.encoding(of: source, as: codec)
    job.encoding.limitsRange = false
    try job.encoding.follow(entry)
    let made = try ConversionError.output { () throws(SystemError) in try OutputFile.temporary() }
    var coded = try converter.coded(
      job, source, as: codec, entryType: entry.type, from: samples.descriptor, to: made)
    guard coded.reply.lost.isEmpty, !coded.reply.samples.isEmpty else {
      throw ConversionError(
        .input,
        "has \(counted(coded.reply.lost.count, "frame")) at the cut that cannot be decoded (track \(id)); without --smart, nothing is re-encoded"
      )
    }
    let scratch = coded.data.source
    if start.endsSequence { coded.endSequence() }
    let replacement = TrackReplacement(
      sampleEntry: coded.entry, samples: coded.newSamples(of: start.track), data: coded.data)
    do throws(EditError) { try edit.replaceStart(start, by: replacement) } catch {
      throw ConversionError(error)
    }
    // Frames that were changed are copies.
    if let problem = scratch.problem {
      throw ConversionError(.output, SystemError.notReadAgain(problem))
    }
    if source.hasDolbyVision {
      edit.lose(["they no longer have Dolby Vision metadata"])
    }
  }
}

extension VideoSource {
  /// The job for the start of a track. The samples are copied, because only a few samples of the file are needed.
  fileprivate func job(
    of start: EditedTrackStart, copyingTo file: borrowing OutputFile, from bytes: Bytes
  ) throws(ConversionError) -> TranscodeJob {
    var job = TranscodeJob()
    job.codings = codings
    (job.firstTime, job.endTime) = (start.times.lowerBound, start.times.upperBound)
    var offset: UInt64 = 0
    for sample in track.samples.from(0).prefix(start.decoded.count) {
      var coded = try CodedSample(sample, of: track)
      guard let data = bytes.part(sample.fileRange) else {
        throw ConversionError(
          .input, "does not contain sample \(sample.number) of track \(track.id)")
      }
      try ConversionError.output { () throws(SystemError) in try file.write(data) }
      coded.coding = UInt16(clamping: sample.descriptionIndex - 1)
      coded.offset = offset
      offset += UInt64(data.count)
      job.samples.append(coded)
    }
    return job
  }
}

extension VideoEncoding {
  /// Sets the encoder so that frames of a sample entry can follow: it uses their profile and bit depth, other
  /// parameter set IDs, and no reordering.
  fileprivate mutating func follow(_ entry: Box) throws(ConversionError) {
    var choices = choices.string
    if let record = entry.children.first(AVCConfigurationBox.self)?.record {
      guard record.lengthSize == 4 else {
        throw ConversionError(
          .input,
          "has lengths of \(counted(record.lengthSize, "byte")) before NAL units, which --smart cannot write"
        )
      }
      let sequences = (try? record.parameterSets())?.sequences.values
      guard sequences?.allSatisfy({ $0.interlacing == nil }) ?? false else {
        throw ConversionError(
          .input,
          "may have interlaced pictures, which --smart does not code; without --smart, nothing is re-encoded"
        )
      }
      let bits = 8 + (record.highProfile?.bitDepthLumaMinus8 ?? 0)
      mostBits = bits
      let profile =
        [66: "baseline", 77: "main"][record.profile.idc] ?? (bits > 8 ? "high10" : "high")
      choices += ":bf=0:profile=\(profile):x264-params=sps-id=\(record.freeNumber)"
    } else if entry.children.first(HEVCConfigurationBox.self) != nil {
      choices += ":bf=0"
    }
    self.choices = Text(choices)
  }
}

extension AVCDecoderConfigurationRecord {
  /// A number that no parameter set has.
  fileprivate var freeNumber: UInt32 {
    let sets = try? parameterSets()
    return (0...31).reversed().first { number in
      sets?.sequences[number] == nil && sets?.pictures[number] == nil
    } ?? 31
  }
}

extension CodedPictures {
  /// The frames as samples with the times that they have in `track`.
  func newSamples(of track: Track) -> [NewSample] {
    let durations = Dictionary(
      track.samples.map { ($0.compositionTime, $0.duration) },
      uniquingKeysWith: { first, _ in first })
    return reply.samples.map {
      NewSample(
        byteCount: Int($0.byteCount), compositionTime: $0.time,
        duration: durations[$0.time] ?? 0, isSync: $0.isSync, isDisposable: $0.isDisposable)
    }
  }

  /// Adds a NAL unit that ends the sequence (ITU-T H.265 §7.4.2.4.4). Otherwise, a following CRA frame would continue
  /// the picture order count.
  fileprivate mutating func endSequence() {
    guard let last = reply.samples.indices.last else { return }
    let unit: [UInt8] = [0, 0, 0, 2, HEVC.NALUnitType.endOfSequence.rawValue << 1, 1]
    data = Bytes(Array(data) + unit)
    reply.samples[last].byteCount += UInt32(unit.count)
  }
}
