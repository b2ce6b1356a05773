import ArgumentParser
import Conversion
import FieldCoding
import Files
import ISOBMFF
import Inspection
import Metadata
import Movie
import Text
import Verification
import WorkerClient
import WorkerProtocol

/// `boxwalk verify`
struct VerifyCommand: StandardInputReader, Sendable {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks photos and movies against the rules of their formats.",
    discussion: """
      Each finding has a severity, a sentence, the name of the rule, and the position in the file. \
      The bytes of every frame, tile and packet of audio are checked for what no encoder writes: \
      wrong lengths, impossible codes, runs of zeros. Nothing is decoded, unless --decode is \
      there. The name - stands for standard input.

        error    something is lost, or cannot be read as intended
        warning  some programs will refuse the file, or show it differently
        note     worth knowing

      EXAMPLES
        boxwalk verify IMG_1234.HEIC              is this copy complete and correct?
        boxwalk verify IMG_1234.MOV --decode      decodes it: which frames are lost?
        boxwalk verify Pictures/ --quiet          only the files with findings
        boxwalk verify *.MOV --json | jq .        one line of JSON for each file
        boxwalk verify stream/master.m3u8         a stream, with all its segments
        boxwalk verify --init init.mp4 *.m4s      segments, as one movie
        boxwalk verify --rules                    the rules, with their clauses
        boxwalk verify --quirks                   known faults of writers

      EXIT CODES
        0  no findings, or only notes
        1  warnings
        2  errors, or a file that cannot be read

      Documentation/verify-json.md describes the JSON document.
      """)

  @OptionGroup var inputs: Inputs
  @OptionGroup(title: "Segments and streams") var segmentOptions: SegmentOptions

  @Flag(name: .shortAndLong, help: "JSON: one document, or one line for each of several files.")
  var json = false

  @Flag(help: "Print nothing for files without warnings and errors.")
  var quiet = false

  @Flag(
    help:
      "Also decode all frames, images and audio, and say what is lost, and when it is shown. It takes as long as converting the file."
  )
  var decode = false

  @Option(help: "Files to read at once; by default one, and four if some are at URLs.")
  var jobs: Int?

  @Flag(help: "List the rules with what they require; check nothing.")
  var rules = false

  @Flag(help: "List how known writers break rules, and how verify reports it; check nothing.")
  var quirks = false

  @Option(
    help: "Raise a limit that protects against hostile files: depth=N, elements=N, input=BYTES.")
  var limit: [LimitOption] = []

  init() {}

  func validate() throws {
    if rules, quirks { throw ValidationError("Use either --rules or --quirks.") }
    if !rules, !quirks {
      try inputs.requireNames()
      try segmentOptions.check(inputs.paths)
    } else if !inputs.paths.isEmpty || inputs.list != nil {
      throw ValidationError("--rules and --quirks are lists, and check nothing: name no files.")
    }
    try OrderedInputs.validate(jobs)
  }

  func run() throws {
    let console = Console()
    let output = console.output
    if rules {
      let list = RuleList(
        Rules.all + [Rules.fileUnread, Rules.decodingFails, Rules.notDecoded] + StreamRules.all
          + StreamRules.live)
      if json { list.writeJSON(to: output) } else { list.write(to: output, console.style) }
      return output.flush()
    }
    if quirks {
      if json {
        RuleQuirk.writeAllJSON(to: output)
      } else {
        RuleQuirk.writeAll(to: output, console.style)
      }
      return output.flush()
    }
    var worst = ExitStatus.done
    let files = inputs.jobs(segmentOptions) { problem in
      console.message(problem)
      worst = .badInput
    }
    let outcomes = OrderedInputs(files, jobs: jobs).run(console) { index, file, output in
      if files.count > 1 { console.progress("\(index + 1) of \(files.count)  \(file.path)") }
      return verify(file, output, console)
    }
    worst = outcomes.reduce(worst, max)
    console.clearProgress()
    if worst != .done { throw ExitCode(worst.rawValue) }
  }

  private func verify(_ job: InputJob, _ output: TextOutput, _ console: Console) -> ExitStatus {
    guard let report = report(job, console) else { return .badInput }
    let outcome = ExitStatus(of: report)
    if quiet, outcome == .done { return outcome }
    console.clearProgress()
    if json {
      report.writeJSON(to: output, more: RemoteInputs.transfer(of: job.paths))
    } else {
      report.write(to: output, console.style)
    }
    output.flush()
    return outcome
  }

  /// The findings; nil, with a message, if the file cannot be read.
  private func report(_ job: InputJob, _ console: Console) -> Report? {
    if segmentOptions.rendition == nil, console.isStream(job) {
      return console.stream(job, readsAgain: true).flatMap {
        StreamVerdict(limit, console).report($0)
      }
    }
    guard let input = console.input(job, segmentOptions, limit) else { return nil }
    let file = ExaminedFile(
      input.bytes, name: input.name, limits: DecodeLimits(limit), inflate: Zlib.inflate,
      // Without the libraries, nobody knows whether it could be decompressed.
      decode: Brotli.problem == nil && Zlib.problem == nil ? ContentEncoding.decoded : nil)
    var report = Report(file)
    do throws(ConversionError) {
      if decode { report.add(try decodingFindings(of: file, job, console)) }
    } catch {
      console.message("\(job.path): was not decoded: \(error.message)")
      return nil
    }
    _ = console.hasReadAll
    return report
  }

  private func decodingFindings(
    of file: ExaminedFile, _ job: InputJob, _ console: Console
  ) throws(ConversionError) -> [Finding] {
    guard job.paths.count == 1, job.path != "-" else {
      throw ConversionError(.input, "--decode reads files, not segments or standard input")
    }
    // What is no photo or movie has a finding already.
    guard
      file.kind == .jpeg || file.heif != nil || file.movie != nil
        || file.bytes.starts(with: PNGChunks.signature)
    else { return [] }
    guard let program = WorkerProgram.path else {
      throw ConversionError(.worker, "boxwalk-codec was not found")
    }
    var check = DecodingCheck(worker: Worker(program))
    check.progress = { done in console.progress("\(job.path)  \(done) frames") }
    return try check.findings(of: file, at: job.path)
  }
}

/// Decodes everything in a file, and finds what is lost, and when it is shown.
struct DecodingCheck {
  let worker: Worker
  /// Is called with the number of frames that are done.
  var progress: @Sendable (Int) -> Void = { _ in }

  /// It throws if the worker cannot work.
  func findings(of file: ExaminedFile, at path: String) throws(ConversionError) -> [Finding] {
    var (lost, unknown) = (Findings(Rules.decodingFails), Findings(Rules.notDecoded))
    func decode(
      _ what: String, at box: ExaminedBox?, _ check: () throws(ConversionError) -> Void
    ) throws(ConversionError) {
      do throws(ConversionError) { try check() } catch {
        guard error.isOfInput else { throw error }
        let sentence = "\(what) was not decoded: \(error.message)"
        if let box { unknown.add(at: box, sentence) } else { unknown.add(offset: 0, sentence) }
      }
    }
    if file.kind != .boxes || file.heif != nil {
      try decode("the image", at: nil) { () throws(ConversionError) in
        try checkImages(of: file, path, &lost, &unknown)
      }
    }
    if let excess = file.movie?.excess {
      unknown.add(offset: 0, "the tracks were not decoded: \(excess)")
      return lost.kept + unknown.kept
    }
    var decoded: Set<DecodedTrack> = []
    // Auxiliary images, such as alpha, are decoded with those that they belong to.
    for (track, box) in file.tracks where track.sampleCount > 0 && !track.isAuxiliary {
      guard ["vide", "pict", "soun"].contains(track.handlerType),
        decoded.insert(DecodedTrack(track)).inserted
      else { continue }
      if track.isEncrypted {
        unknown.add(at: box, "track \(track.id) was not decoded: it is encrypted")
        continue
      }
      try decode("track \(track.id)", at: box) { () throws(ConversionError) in
        if track.handlerType == "soun" {
          try checkAudio(of: track, box, path, &lost)
        } else {
          try checkFrames(of: track, box, path, &lost)
        }
      }
    }
    return lost.kept + unknown.kept
  }

  private func checkImages(
    of file: ExaminedFile, _ path: String, _ findings: inout Findings, _ unknown: inout Findings
  ) throws(ConversionError) {
    let converter = PhotoConverter(ConversionOptions(worker))
    for loss in try converter.losses(of: PhotoFile(path)) {
      guard let item = loss.item, let entry = file.entry(of: item) else {
        findings.add(offset: file.bytes.fileOffset, "the image is damaged: \(loss.reason)")
        continue
      }
      let title = file.title(of: item)
      if loss.isUnknown {
        if file.hasUsualSizeDifference(item) { continue }
        unknown.add(at: entry, "\(title) was not decoded: \(loss.reason)")
      } else {
        findings.add(at: entry, "\(title) cannot be decoded: \(loss.reason)")
      }
    }
  }

  private func checkAudio(
    of track: Track, _ box: ExaminedBox, _ path: String, _ findings: inout Findings
  ) throws(ConversionError) {
    for part in try AudioMeter(worker).lostParts(of: track, at: path) {
      let times = [part.lowerBound, part.upperBound].map { text(track, $0) }
      findings.add(
        at: box,
        "the audio of track \(track.id) from \(times[0]) to \(times[1]) cannot be decoded")
    }
  }

  private func checkFrames(
    of track: Track, _ box: ExaminedBox, _ path: String, _ findings: inout Findings
  ) throws(ConversionError) {
    let movie = try MovieFrames(path, track: track.id)
    let extractor = FrameExtractor(ConversionOptions(worker))
    for lost in try extractor.lostFrames(of: movie, progress: progress) {
      let (first, last) = (lost.first, lost.last)
      let frames =
        first == last ? "frame \(first.number)" : "frames \(first.number) to \(last.number)"
      findings.add(
        at: box,
        "\(frames) of \(movie.frames.count) of track \(track.id), shown from \(MovieFrames.text(first.time)) s to "
          + "\(MovieFrames.text(lost.end)) s, cannot be decoded: \(lost.reason)")
    }
  }

  private func text(_ track: Track, _ time: Int64) -> String {
    let seconds =
      track.editList.start(ofMediaFrom: time)?.seconds
      ?? Double(time) / Double(max(1, track.timescale))
    return "\(MovieFrames.text(seconds)) s"
  }
}

/// How a track is coded, where its samples are, and which of them are presented: tracks can have all of this in common, and
/// are decoded once.
private struct DecodedTrack: Hashable {
  private let descriptions: [Bytes?]
  private let samples: Int

  init(_ track: Track) {
    descriptions = track.sampleEntries.map(\.source) + track.box.children.at("edts").map(\.source)
    var hasher = Hasher()
    hasher.combine(track.handlerType)
    for chunk in track.samples.chunks {
      hasher.combine(chunk.start)
      hasher.combine(chunk.sampleCount)
      hasher.combine(chunk.byteCount)
      hasher.combine(chunk.descriptionIndex)
      chunk.hashSizes(into: &hasher)
    }
    samples = hasher.finalize()
  }
}
