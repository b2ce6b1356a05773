import ArgumentParser
import Files
import ISOBMFF
import Inspection
import Text
import Verification

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
