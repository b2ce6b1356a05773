public import ArgumentParser
import ISOBMFF
import Inspection
import JSON
import SystemAccess

/// `boxwalk inspect`
public struct InspectCommand: AsyncParsableCommand, Sendable {
  public static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows what a photo or movie is, and on demand every box and field.",
    discussion: """
      Without options, a summary that a person can read. What is damaged is shown with its place \
      in the file, and the rest is shown all the same; the exit code is then 2.

      EXAMPLES
        boxwalk inspect IMG_1234.HEIC
        boxwalk inspect IMG_1234.HEIC --tree --depth 3
        boxwalk inspect IMG_1234.HEIC --path 'meta/iprp/ipco/hvcC[2]' --hex
        boxwalk inspect clip.mov --nal
        boxwalk inspect clip.mov --samples --track 1
        boxwalk inspect --samples --json --init init.mp4 segment-7.m4s > samples.jsonl
        boxwalk inspect clip.mov --tree --all --json > clip.json
        boxwalk inspect --plays clip.mov
        boxwalk inspect --metadata IMG_1234.HEIC clip.mov
        boxwalk inspect --tag Model IMG_1234.HEIC
        boxwalk inspect --metadata --compare IMG_1234.HEIC edited.HEIC
        boxwalk inspect clip.mov --html clip.html --open
        boxwalk inspect IMG_1234.HEIC --svg graph > items.svg
        find . -name '*.HEIC' | boxwalk inspect --files-from - --json
        boxwalk inspect https://example.org/clip.mov --verbose

      A path names boxes by their types from the top of the file; [2] is the third of its type in \
      its container. The JSON documents are described in Documentation/inspect-json.md.
      """)

  @OptionGroup var inputs: Inputs

  @Flag(name: .shortAndLong, help: "The tree of boxes with every field.")
  var tree = false

  @Flag(name: .shortAndLong, help: "JSON: one document, or one line for each of several files.")
  var json = false

  @Option(name: .shortAndLong, help: "Only the box at this path, such as moov/trak[1]/mdia.")
  var path: String?

  @Flag(name: [.customShort("x"), .long], help: "The bytes of every field too; implies --tree.")
  var hex = false

  @Option(
    name: .shortAndLong,
    help: "Show only so many levels of boxes, and name those below; implies --tree.")
  var depth: Int?

  @Flag(
    help: """
      All rows of tables and all bytes, not only the first; implies --tree. Media data needs its \
      --path too.
      """)
  var all = false

  @Flag(
    help: """
      The NAL units of images and video: sample and number, offset, size, type, picture; with \
      --tree their fields too.
      """)
  var nal = false

  @Flag(
    help: """
      The samples of a movie: times in ticks of the track and in seconds, place, size, whether \
      decoding can start there, type of picture, and what else is known; with --json an object on a \
      line for each.
      """)
  var samples = false

  @Flag(help: "The list of --samples, or what --metadata shows, as comma-separated values.")
  var csv = false

  @Option(
    help: ArgumentHelp(
      "With --samples, only the track with this ID; more than once.", valueName: "id"))
  var track: [UInt32] = []

  @Option(
    name: .customLong("init"),
    help: ArgumentHelp(
      "With --samples, the file with which a movie of segments starts.", valueName: "file"))
  var initialization: InputPath?

  @Flag(
    help: """
      What phones, computers, browsers and televisions can play of the file, by what their vendors \
      publish: yes, partly, no or not known, with the reasons.
      """)
  var plays = false

  @Option(help: "Files to read at once; by default one, and four if some are at addresses.")
  var jobs: Int?

  @OptionGroup var metadata: MetadataOptions

  @OptionGroup(title: "Pages and drawings") var pages: PageOptions

  @Option(
    help: "Raise a limit that protects against hostile files: depth=N, elements=N, input=BYTES.")
  var limit: [LimitOption] = []

  public init() {}

  public func validate() throws {
    try inputs.requireNames()
    try FilesInTurn.validate(jobs)
    if let path, BoxPath(path) == nil {
      throw ValidationError(
        "'\(path)' is not a path of boxes. Write types of four characters, as in meta/iprp/ipco/hvcC[2]."
      )
    }
    if let depth, depth < 1 { throw ValidationError("--depth is at least 1.") }
    if pages.isUsed {
      if samples || nal || plays || json || csv || metadata.isUsed || treeOptions != nil {
        throw ValidationError("--html and --svg are outputs of their own: leave out other lists.")
      }
      if inputs.paths.count != 1 || inputs.list != nil {
        throw ValidationError("--html and --svg need one file.")
      }
    }
    if csv, json { throw ValidationError("Either --csv or --json.") }
    if metadata.isUsed {
      if samples || nal || plays || treeOptions != nil {
        throw ValidationError(
          "--metadata is a list of its own: leave out --samples, --nal, --plays and --tree.")
      }
      if metadata.compare, inputs.paths.count != 2 || inputs.list != nil {
        throw ValidationError("--compare needs two files.")
      }
    }
    if plays, !json, nal || treeOptions != nil {
      throw ValidationError("--plays is a list of its own: leave out --nal and --tree.")
    }
    guard samples else {
      guard !csv || metadata.isUsed, track.isEmpty, initialization == nil else {
        throw ValidationError(
          "--csv needs --samples or --metadata; --track and --init need --samples.")
      }
      return
    }
    if nal || plays || treeOptions != nil {
      throw ValidationError("--samples is a list of its own: leave out --nal, --plays and --tree.")
    }
  }

  public func run() async throws {
    if metadata.isUsed {
      let outcome = MetadataInspection(
        options: metadata, inputs: inputs, json: json, csv: csv, limit: limit
      ).run()
      if outcome != .done { throw ExitCode(outcome.rawValue) }
      return
    }
    let console = Console()
    let output = console.output
    var outcomes: [Outcome] = []
    let files = inputs.files(Inputs.media) { problem in
      console.message(problem)
      outcomes.append(.badInput)
    }
    let turns = FilesInTurn(files, jobs: jobs)
    if turns.jobs > 1 {
      outcomes += turns.run(console) { index, file, output in
        if !json, index > 0 { output.line() }
        return inspect(file.path, output, console)
      }
    } else {
      for (index, file) in files.enumerated() {
        if !json, index > 0 { output.line() }
        outcomes.append(await inspectOnAllCores(file.path, output, console))
        output.flush()
      }
    }
    let outcome = Outcome(of: outcomes)
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }

  /// Looks at a file. Boxes are written while the rest is still being found out.
  private func inspectOnAllCores(
    _ path: String, _ output: Output, _ console: Console
  ) async -> Outcome {
    guard !samples, json || isTree else { return inspect(path, output, console) }
    guard let bytes = console.bytes(of: path, limit) else { return .badInput }
    let (name, limits) = (name(path), DecodeLimits(limit))
    if json {
      let inspection = await FileInspection.writeJSON(
        of: bytes, name: name, limits: limits, to: output, tree: treeOptions, nalUnits: nal,
        plays: plays, inflate: Zlib.inflate
      ) { FarInputs.transfer(of: name) }
      output.line()
      return finish(inspection, output, console)
    }
    writeHeading(name, output, console)
    let (inspection, isShown) = await FileInspection.writeTree(
      of: bytes, name: name, limits: limits, to: output, treeOptions ?? TreeOptions(),
      console.style,
      inflate: Zlib.inflate)
    return finishTree(inspection, isShown, output, console)
  }

  /// Looks at a file, in this thread alone.
  private func inspect(_ path: String, _ output: Output, _ console: Console) -> Outcome {
    guard let bytes = console.bytes(of: path, limit) else { return .badInput }
    let (name, limits) = (name(path), DecodeLimits(limit))
    if samples { return listSamples(of: bytes, name: name, limits, output, console) }
    if pages.isUsed {
      do { return try draw(bytes, path, name: name, output, console) } catch {
        console.message("\(error)")
        return .badInput
      }
    }
    let inspection = FileInspection(bytes, name: name, limits: limits, inflate: Zlib.inflate)
    if json {
      inspection.writeJSON(to: output, tree: treeOptions, nalUnits: nal, plays: plays) {
        FarInputs.transfer(of: name)
      }
      output.line()
    } else if nal {
      if !inspection.writeNALUnits(to: output, tree: unitOptions, console.style) {
        output.flush()
        console.message("\(name): has no images or video of NAL units")
        return max(.warnings, finish(inspection, output, console))
      }
    } else if let treeOptions {
      writeHeading(name, output, console)
      let isShown = inspection.writeTree(to: output, treeOptions, console.style)
      return finishTree(inspection, isShown, output, console)
    } else if plays {
      if !inspection.writePlayability(to: output, console.style) {
        output.flush()
        if inspection.refusal == nil {
          console.message("\(name): has no picture and no sound that is played by itself")
        }
        return max(.warnings, finish(inspection, output, console))
      }
    } else {
      inspection.writeSummary(to: output, console.style)
    }
    return finish(inspection, output, console)
  }

  private func name(_ path: String) -> String { path == "-" ? "standard input" : path }

  private var isTree: Bool { !nal && treeOptions != nil }

  private var isAlone: Bool { inputs.paths.count == 1 && inputs.list == nil }

  private func writeHeading(_ name: String, _ output: Output, _ console: Console) {
    if !isAlone { output.line(console.style.heading("\(printable(name)):")) }
  }

  private func finishTree(
    _ inspection: FileInspection, _ isShown: Bool, _ output: Output, _ console: Console
  ) -> Outcome {
    guard !isShown else { return finish(inspection, output, console) }
    output.flush()
    let reason = treeOptions?.path.map { "there is no box at \($0)" } ?? "has no boxes"
    console.message("\(inspection.name): \(reason)")
    return .badInput
  }

  private func listSamples(
    of bytes: Bytes, name: String, _ limits: DecodeLimits, _ output: Output, _ console: Console
  ) -> Outcome {
    var start: BoxFile?
    if let initialization {
      guard let bytes = console.bytes(of: initialization.path) else { return .badInput }
      start = BoxFile(bytes, limits: limits)
    }
    let file = BoxFile(bytes, limits: limits)
    guard
      let list = SampleList(
        file, initialization: start, limits: limits, inflate: Zlib.inflate)
    else {
      console.message("\(name): has no samples: neither a movie nor a fragment is in it")
      return .badInput
    }
    if !isAlone, !json, !csv { output.line(console.style.heading("\(printable(name)):")) }
    let notes = list.write(
      to: output, as: json ? .json : csv ? .csv : .text, tracks: track,
      name: isAlone && !csv ? nil : name, console.style)
    output.flush()
    for note in notes { console.message("\(name): \(note)") }
    return notes.isEmpty ? .done : .warnings
  }

  func finish(
    _ inspection: FileInspection, _ output: Output, _ console: Console
  ) -> Outcome {
    output.flush()
    if let refusal = inspection.refusal { console.message("\(inspection.name): \(refusal)") }
    return Outcome(of: inspection.report)
  }

  /// How the fields of NAL units are shown: a path is one of boxes.
  private var unitOptions: TreeOptions? { path == nil ? treeOptions : nil }

  private var treeOptions: TreeOptions? {
    guard tree || hex || all || depth != nil || path != nil else { return nil }
    var options = TreeOptions()
    options.depth = depth
    options.path = path.flatMap { BoxPath($0) }
    options.showsHex = hex
    options.showsAll = all
    return options
  }
}
