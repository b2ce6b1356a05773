import ArgumentParser
import Conversion
import FieldCoding
import Files
import ISOBMFF
import Inspection
import Movie
import Rendering
import Text
import Verification
import WorkerClient

/// `boxwalk inspect`
struct InspectCommand: AsyncParsableCommand, StandardInputReader, Sendable {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows what a photo or movie is, and on request every box and field.",
    discussion: """
      Without options, the command prints a summary. Damage is shown with its position in the file, \
      and the rest of the file is shown all the same; the exit code is then 2. The name - stands for \
      standard input.

      EXAMPLES
        boxwalk inspect IMG_1234.HEIC
        boxwalk inspect IMG_1234.HEIC --preview
        boxwalk inspect IMG_1234.HEIC --tree --depth 3
        boxwalk inspect IMG_1234.HEIC --path 'meta/iprp/ipco/hvcC[2]' --hex
        boxwalk inspect clip.mov --path 'moov/trak[type=vide]//stsd/*'
        boxwalk inspect clip.mov --path '//dvvC'
        boxwalk inspect IMG_1234.JPG --path 'APP1[*]'
        boxwalk inspect clip.mov --nal
        boxwalk inspect clip.mov --samples --track 1
        boxwalk inspect --samples --json --init init.mp4 segment-7.m4s > list.jsonl
        boxwalk inspect --init init.mp4 segments/           all segments as one movie
        boxwalk inspect stream/multivariant.m3u8            the tracks of a stream
        boxwalk inspect stream/stream.mpd --segments        also each segment
        boxwalk inspect stream/video.m3u8 --samples         its samples, as one movie
        boxwalk inspect clip.mov --tree --all --json > clip.json
        boxwalk inspect --plays clip.mov
        boxwalk inspect --metadata IMG_1234.HEIC clip.mov
        boxwalk inspect --tag Model IMG_1234.HEIC
        boxwalk inspect --metadata --compare IMG_1234.HEIC edited.HEIC
        boxwalk inspect clip.mov --html clip.html --open
        boxwalk inspect IMG_1234.HEIC --svg graph > items.svg
        find . -name '*.HEIC' | boxwalk inspect --files-from - --json
        boxwalk inspect https://example.org/clip.mov --verbose

      A path names boxes by their types from the top of the file: * is any type, and // leads to \
      any depth. Brackets choose among boxes of a type: [2] is the third in its container, [*] is \
      each, [type=vide] has a handler of this type, [id=3] is the track or item with this number. \
      Documentation/inspect-json.md describes the JSON documents.
      """)

  @OptionGroup var inputs: Inputs

  @Flag(
    name: .shortAndLong,
    help: "The tree of boxes, or the segments of a JPEG file, with every field.")
  var tree = false

  @Flag(name: .shortAndLong, help: "JSON: one document, or one line for each of several files.")
  var json = false

  @Option(
    help: """
      Only the boxes at this path, such as moov/trak[1]/mdia, //dvvC or meta/*; of a JPEG file, \
      segments such as APP1[1] or DQT.
      """,
    completion: BoxPatternArgument.completion, transform: BoxPatternArgument.init)
  var path: BoxPatternArgument?

  @Flag(name: [.customShort("x"), .long], help: "Also the bytes of every field; implies --tree.")
  var hex = false

  @Option(
    name: .shortAndLong,
    help: "Show only this many levels of boxes, and name the boxes below; implies --tree.")
  var depth: Int?

  @Flag(
    help: """
      All rows of tables and all bytes, not only the first ones; implies --tree. Media data also \
      needs --path.
      """)
  var all = false

  @Flag(
    help: """
      The NAL units of images and video: sample and number, offset, size, type, picture type; with \
      --tree also their fields.
      """)
  var nal = false

  @Flag(
    help: """
      The samples of a movie: times in ticks of the track and in seconds, offset, size, whether \
      decoding can start there, picture type, and more; with --json, one object on each line.
      """)
  var samples = false

  @Flag(help: "The list of --samples, or what --metadata shows, as comma-separated values.")
  var csv = false

  @Option(
    help: ArgumentHelp(
      "With --samples, only the track with this ID; can be repeated.", valueName: "id"))
  var track: [UInt32] = []

  @Flag(help: "Each segment of a playlist or manifest: its time, samples and key frames.")
  var segments = false

  @OptionGroup(title: "Segments and streams") var segmentOptions: SegmentOptions

  @Flag(
    help: """
      What phones, computers, browsers and televisions can play of the file, according to their \
      vendors: yes, partly, no or not known, with the reasons.
      """)
  var plays = false

  @Option(help: "Files to read at once; by default one, and four if some are at URLs.")
  var jobs: Int?

  @Flag(help: "Print the same text at a terminal as in a pipe, without colours and plots.")
  var plain = false

  @Flag(
    help:
      "Show the photo, or a frame of the movie, before the summary, in a terminal with chafa.")
  var preview = false

  @OptionGroup var metadata: MetadataOptions

  @OptionGroup(title: "Pages and drawings") var pages: PageOptions

  @Option(
    help: "Raise a limit that protects against hostile files: depth=N, elements=N, input=BYTES.")
  var limit: [LimitOption] = []

  init() {}

  func validate() throws {
    try inputs.requireNames()
    try segmentOptions.check(inputs.paths, listsSegments: segments)
    try OrderedInputs.validate(jobs)
    if let depth, depth < 1 { throw ValidationError("--depth has to be at least 1.") }
    if pages.isUsed {
      if samples || nal || plays || json || csv || metadata.isUsed || treeOptions != nil {
        throw ValidationError("--html and --svg are outputs of their own: leave out other lists.")
      }
      if try inputs.paths.count != 1 || inputs.list != nil || PathKind(inputs.paths[0]) == .folder {
        throw ValidationError("--html and --svg need one file.")
      }
    }
    if csv, json { throw ValidationError("Use either --csv or --json.") }
    if metadata.isUsed {
      if samples || nal || plays || treeOptions != nil {
        throw ValidationError(
          "--metadata is a list of its own: leave out --samples, --nal, --plays and --tree.")
      }
      if metadata.compare, inputs.paths.count != 2 || inputs.list != nil {
        throw ValidationError("--compare needs two files.")
      }
    }
    if preview, json || plain || samples || nal || plays || metadata.isUsed || treeOptions != nil {
      throw ValidationError(
        "--preview goes with the summary: leave out --json, --plain, and options that list other things."
      )
    }
    if plays, !json, nal || treeOptions != nil {
      throw ValidationError("--plays is a list of its own: leave out --nal and --tree.")
    }
    guard samples else {
      if csv, !metadata.isUsed {
        throw ValidationError("--csv needs --samples or --metadata.")
      }
      if !track.isEmpty { throw ValidationError("--track needs --samples.") }
      return
    }
    if nal || plays || treeOptions != nil {
      throw ValidationError("--samples is a list of its own: leave out --nal, --plays and --tree.")
    }
  }

  func run() async throws {
    if metadata.isUsed {
      let outcome = MetadataInspection(
        options: metadata, inputs: inputs, json: json, csv: csv, limit: limit
      ).run()
      if outcome != .done { throw ExitCode(outcome.rawValue) }
      return
    }
    let console = Console(isPlain: plain)
    let output = console.output
    var outcomes: [ExitStatus] = []
    let files = inputs.jobs(segmentOptions) { problem in
      console.message(problem)
      outcomes.append(.badInput)
    }
    let ordered = OrderedInputs(files, jobs: jobs)
    if ordered.jobs > 1 {
      outcomes += ordered.run(console) { index, file, output in
        if !json, index > 0 { output.line() }
        return inspect(file, output, console)
      }
    } else {
      for (index, file) in files.enumerated() {
        if !json, index > 0 { output.line() }
        outcomes.append(await inspectOnAllCores(file, output, console))
        output.flush()
      }
    }
    let outcome = ExitStatus(of: outcomes)
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }
}

extension InspectCommand {
  /// Inspects a file on all cores. Boxes are written while the rest is still being computed.
  func inspectOnAllCores(
    _ job: InputJob, _ output: TextOutput, _ console: Console
  ) async -> ExitStatus {
    guard !samples, json || isTree, !(showsStream && console.isStream(job)) else {
      return inspect(job, output, console)
    }
    guard let input = console.input(job, segmentOptions, limit) else { return .badInput }
    let (bytes, name, limits) = (input.bytes, input.name, DecodeLimits(limit))
    let treeOptions = treeOptions(for: bytes, limits)
    if json {
      let inspection = await FileInspection.writeJSON(
        of: bytes, name: name, limits: limits, to: output, tree: treeOptions, nalUnits: nal,
        plays: plays, inflate: Zlib.inflate
      ) { RemoteInputs.transfer(of: job.paths) }
      output.line()
      return finish(inspection, output, console, unlisted: inspection.unlistedUnits)
    }
    writeHeading(name, output, console)
    let (inspection, isShown) = await FileInspection.writeTree(
      of: bytes, name: name, limits: limits, to: output, treeOptions ?? TreeOptions(),
      console.style,
      inflate: Zlib.inflate)
    return finishTree(inspection, isShown, output, console)
  }

  /// Inspects a file in this thread only.
  func inspect(_ job: InputJob, _ output: TextOutput, _ console: Console) -> ExitStatus {
    if showsStream, console.isStream(job) {
      guard let stream = console.stream(job) else { return .badInput }
      let listing = StreamListing(stream)
      if json {
        listing.writeJSON(to: output, more: RemoteInputs.transfer(of: job.paths))
      } else {
        listing.write(to: output, segments: segments, console.style)
      }
      return .done
    }
    guard let input = console.input(job, segmentOptions, limit) else { return .badInput }
    let (bytes, name, limits) = (input.bytes, input.name, DecodeLimits(limit))
    if samples { return listSamples(of: bytes, name: name, limits, output, console) }
    if pages.isUsed {
      do { return try draw(input, of: job, output, console) } catch {
        console.message("\(error)")
        return .badInput
      }
    }
    let treeOptions = treeOptions(for: bytes, limits)
    let inspection = FileInspection(bytes, name: name, limits: limits, inflate: Zlib.inflate)
    _ = console.hasReadAll
    if json {
      let unlisted = inspection.writeJSON(
        to: output, tree: treeOptions, nalUnits: nal, plays: plays
      ) {
        RemoteInputs.transfer(of: job.paths)
      }
      output.line()
      return finish(inspection, output, console, unlisted: unlisted)
    } else if nal {
      writeHeading(name, output, console)
      let list = inspection.writeNALUnits(to: output, tree: unitOptions, console.style)
      return list.isEmpty
        ? finishEmpty(inspection, "has no images or video of NAL units", output, console)
        : finish(inspection, output, console, unlisted: list.ends)
    } else if let treeOptions {
      writeHeading(name, output, console)
      let isShown = inspection.writeTree(to: output, treeOptions, console.style)
      return finishTree(inspection, isShown, output, console)
    } else if plays {
      if !inspection.writePlayability(to: output, console.style) {
        return finishEmpty(
          inspection, "has neither an image nor audio that can be played by itself", output,
          console)
      }
    } else {
      let missing = preview ? showPreview(of: input.path, output, console) : nil
      inspection.writeSummary(to: output, console.style, columns: console.columns)
      if let missing {
        output.flush()
        console.message(missing)
        return max(.warnings, finish(inspection, output, console))
      }
    }
    return finish(inspection, output, console)
  }

  /// - Parameter words: why a list is empty, if the file was read.
  private func finishEmpty(
    _ inspection: FileInspection, _ text: String, _ output: TextOutput, _ console: Console
  ) -> ExitStatus {
    output.flush()
    let file = BoxFile(inspection.bytes, limits: DecodeLimits(limit))
    let reason = MovieFile(file, inflate: Zlib.inflate)?.reasonForNoTracks
    if inspection.refusal == nil { console.message("\(inspection.name): \(reason ?? text)") }
    return max(reason == nil ? .warnings : .badInput, finish(inspection, output, console))
  }

  /// Whether a stream is shown as a stream, and not one of its renditions as a movie.
  private var showsStream: Bool {
    !samples && !nal && !plays && !preview && !pages.isUsed && treeOptions == nil
      && segmentOptions.rendition == nil
  }

  private var isTree: Bool { !nal && treeOptions != nil }

  private var isAlone: Bool {
    segmentOptions.initialization != nil
      || inputs.paths.count == 1 && inputs.list == nil
        && (try? PathKind(inputs.paths[0])) != .folder
  }

  private func writeHeading(_ name: String, _ output: TextOutput, _ console: Console) {
    if !isAlone { output.line(console.style.heading("\(printable(name)):")) }
  }

  private func finishTree(
    _ inspection: FileInspection, _ isShown: Bool, _ output: TextOutput, _ console: Console
  ) -> ExitStatus {
    guard !isShown else { return finish(inspection, output, console) }
    output.flush()
    let level = inspection.kind == .jpeg ? "segment" : "box"
    let reason = path?.pattern.map { "there is no \(level) at \($0)" } ?? "has no boxes"
    console.message("\(inspection.name): \(reason)")
    return .badInput
  }

  /// - Returns: the reason if there is no preview, as a sentence.
  private func showPreview(of path: String, _ output: TextOutput, _ console: Console) -> String? {
    guard let columns = console.columns else {
      return "there is no preview: standard output is not a terminal"
    }
    if path == "-" { return "there is no preview of standard input: name the file" }
    output.flush()
    guard let program = WorkerProgram.path else {
      return
        "there is no preview: boxwalk-codec, the program that decodes, is not beside boxwalk; install both together"
    }
    return withTemporaryFolder {
      TerminalPicture(columns: columns).show(path, by: "\($0)/picture.jpg", Worker(program))
    }
  }

  private func listSamples(
    of bytes: Bytes, name: String, _ limits: DecodeLimits, _ output: TextOutput, _ console: Console
  ) -> ExitStatus {
    let file = BoxFile(bytes, limits: limits)
    let list = SampleList(file, limits: limits, inflate: Zlib.inflate)
    guard console.hasReadAll else { return .badInput }
    guard let list else {
      console.message("\(name): has no samples: it contains neither a movie nor a fragment")
      return .badInput
    }
    if !isAlone, !json, !csv { output.line(console.style.heading("\(printable(name)):")) }
    let notes = list.write(
      to: output, as: json ? .json : csv ? .csv : .text, tracks: track,
      name: isAlone && !csv ? nil : name, console.style)
    output.flush()
    for note in notes { console.message("\(name): \(note)") }
    if !track.isEmpty, !list.hasTrack(in: track) { return .badInput }
    return notes.isEmpty ? .done : .warnings
  }

  /// - Parameter unlisted: why not all NAL units are listed.
  func finish(
    _ inspection: FileInspection, _ output: TextOutput, _ console: Console,
    unlisted: [String] = []
  ) -> ExitStatus {
    output.flush()
    for reason in unlisted {
      console.message("\(inspection.name): \(reason); not all NAL units are listed")
    }
    guard let refusal = inspection.refusal else {
      return max(unlisted.isEmpty ? .done : .warnings, ExitStatus(of: inspection.report))
    }
    console.message("\(inspection.name): \(refusal)")
    return .badInput
  }

  /// How the fields of NAL units are shown; nil with a path, which selects boxes.
  private var unitOptions: TreeOptions? { path == nil ? treeOptions : nil }

  /// The options for a file, with its boxes for the paths.
  private func treeOptions(for bytes: Bytes, _ limits: DecodeLimits) -> TreeOptions? {
    guard var options = treeOptions, let pattern = path?.pattern else { return treeOptions }
    options.choose(pattern, in: bytes, limits: limits)
    return options
  }

  var treeOptions: TreeOptions? {
    guard tree || hex || all || depth != nil || path != nil else { return nil }
    var options = TreeOptions()
    options.depth = depth
    options.showsHex = hex
    options.showsAll = all
    return options
  }

  /// Writes a page or a drawing of a file.
  func draw(
    _ input: CommandInput, of job: InputJob, _ output: TextOutput, _ console: Console
  ) throws -> ExitStatus {
    let limits = DecodeLimits(limit)
    let name = input.name
    let file = ExaminedFile(input.bytes, name: name, limits: limits, inflate: Zlib.inflate)
    if let plot = pages.svg {
      guard let drawing = plot.drawing(of: file) else {
        console.message("\(name): has no \(plot.need), which --svg \(plot.rawValue) draws")
        return .badInput
      }
      try PageOutput.write(
        to: pages.output, inputs: job.read(input.bytes), isForced: pages.force, drawing.write)
      return .done
    }
    let shown = PagePictures().show(input.path, file)
    let audio = PageAudio().levels(input.path, file)
    let page = FilePage(
      file, preview: shown.preview, frames: shown.frames, audio: audio.view, limits: limits,
      inflate: Zlib.inflate)
    try PageOutput.write(
      to: pages.html, inputs: job.read(input.bytes), isForced: pages.force, page.write)
    if pages.open, let html = pages.html { try showFile(html) }
    let outcome = finish(page.inspection, output, console)
    guard let failure = shown.failure ?? audio.failure else { return outcome }
    console.message("\(name): \(failure)")
    return max(.warnings, outcome)
  }
}
