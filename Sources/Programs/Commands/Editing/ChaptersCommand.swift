import ArgumentParser
import Editing
import Files
import ISOBMFF
import Movie
import Text

/// `boxwalk chapters`
struct ChaptersCommand: EditCommand, StandardInputReader {
  static let configuration = CommandConfiguration(
    commandName: "chapters",
    abstract: "Lists, sets and removes the chapters of movies.",
    discussion: """
      Without options, the command lists the chapters, one line each: the time and the title. \
      --from reads the same lines from a file, or FFmpeg's metadata format; it ignores empty lines \
      and lines that start with #. Chapters are written in both forms that players know: as Nero's \
      list, and as a text track for QuickTime and iTunes. All samples of other tracks stay \
      unchanged.

      EXAMPLES
        boxwalk chapters lecture.mp4
        boxwalk chapters lecture.mp4 > chapters.txt         edit this file, then:
        boxwalk chapters lecture.mp4 --from chapters.txt --in-place
        boxwalk chapters lecture.mp4 --set 0=Start --set 12:30=Questions
        boxwalk chapters lecture.mp4 --remove -o plain.mp4
      """)

  static var suffix: String { "chapters" }
  static var extensions: Set<String> { Inputs.movies }
  static var takesSamples: Bool { true }

  @Option(
    name: .customLong("set"),
    help: "Add a chapter, such as 1:30=TITLE, to the existing ones; can be repeated.")
  var added: [ChapterChoice] = []

  @Option(
    name: .customLong("from"), help: "Replace all chapters by those in this file.",
    completion: .file())
  var source: String?

  @Flag(help: "Remove the chapters.")
  var remove = false

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  init() {}

  private var isList: Bool { added.isEmpty && source == nil && !remove }

  func validate() throws {
    if remove, !added.isEmpty || source != nil {
      throw ValidationError("--remove cannot be used with --set or --from.")
    }
    for (index, choice) in added.enumerated()
    where added[..<index].contains(where: { abs($0.start - choice.start) < 0.0005 }) {
      throw ValidationError("Two chapters cannot begin at the same time: '\(choice.title)' does.")
    }
    if isList, options.output != nil || options.isInPlace {
      throw ValidationError("Name a change: --set, --from or --remove.")
    }
  }

  func run() throws {
    guard isList else { return try edit() }
    try inputs.requireNames()
    try list()
  }

  func apply(to edit: inout Edit) throws(EditError) {
    _ = try edit.gatherSamples()
    let old = MovieFile(edit.file)?.chapters(in: edit.file.bytes) ?? []
    if remove {
      try edit.removeChapters()
      return edit.notes.append(
        old.isEmpty ? "has no chapters" : "removed: \(counted(old.count, "chapter"))")
    }
    var chapters = old
    if let source {
      let text = try Text(file: source).string
      do {
        chapters = try ChapterText.chapters(in: text)
      } catch {
        throw EditError(.invalid, "\(error)").inFile(source)
      }
      if chapters.isEmpty { throw EditError(.invalid, "has no chapters").inFile(source) }
    }
    for choice in added {
      chapters.removeAll { abs($0.start - choice.start) < 0.0005 }
      chapters.append(Chapter(start: choice.start, title: choice.title))
    }
    try edit.setChapters(chapters)
  }

  // MARK: The list

  private func list() throws {
    let console = Console()
    let output = console.output
    var outcomes: [ExitStatus] = []
    let files = inputs.files(Self.extensions) { problem in
      console.message(problem)
      outcomes.append(.badInput)
    }
    for file in files {
      guard let bytes = console.bytes(of: file.path) else {
        outcomes.append(.badInput)
        continue
      }
      let boxes = BoxFile(bytes)
      guard let movie = MovieFile(boxes, inflate: Zlib.inflate) else {
        console.message("\(file.path): \(boxes.reasonForNoMovie)")
        outcomes.append(.badInput)
        continue
      }
      let chapters = movie.chapters(in: bytes)
      let refusal = movie.refusal
      outcomes.append(refusal == nil ? .done : chapters.isEmpty ? .badInput : .warnings)
      if let refusal { console.message("\(Console.name(of: file.path)): \(refusal)") }
      if options.isJSON {
        let list = chapters.map { chapter -> JSONValue in
          .object([
            ("start", .double(chapter.start)), ("end", chapter.end.map { .double($0) }),
            ("title", .string(chapter.title)),
          ])
        }
        JSONValue.object(
          [("file", .string(file.path)), ("chapters", .array(list))]
            + RemoteInputs.transfer(of: file.path)
        ).writeLine(to: output)
      } else {
        // Not on standard output, which is a list that --from reads.
        if chapters.isEmpty, refusal == nil {
          console.message("\(Console.name(of: file.path)): no chapters")
        }
        if files.count > 1 { output.text("# \(file.path)") }
        for line in ChapterText.lines(chapters) { output.text(line) }
      }
    }
    output.flush()
    try ExitStatus(of: outcomes).end()
  }
}

/// `1:30=Title`
struct ChapterChoice: ExplainedArgument {
  static let form = "a time, an equals sign and a title, such as 1:30=Dinner"

  var start: Double
  var title: String

  init?(argument: String) {
    guard let split = argument.firstIndex(of: "="),
      let start = ChapterText.seconds(argument[..<split])
    else { return nil }
    self.start = start
    title = String(argument[argument.index(after: split)...])
  }
}

extension Text {
  /// Reads a text file, up to a size that no list of chapters reaches.
  init(file path: String) throws(EditError) {
    let bytes = try Bytes(file: path)
    guard bytes.count <= 1 << 24 else {
      throw EditError(.wrongFile, "is too long for a list of chapters").inFile(path)
    }
    self.init(bytes: Array(bytes))
  }
}
