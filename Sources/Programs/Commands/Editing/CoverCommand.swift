import ArgumentParser
import Editing
import Files
import ISOBMFF
import Movie
import Text

/// `boxwalk cover`
struct CoverCommand: EditCommand, StandardInputReader {
  static let configuration = CommandConfiguration(
    commandName: "cover",
    abstract: "Shows, extracts, sets and removes the cover image of movies and songs.",
    discussion: """
      Covers are JPEG or PNG files inside the file, as iTunes stores them. Without options, the \
      command lists them; with -o alone, it writes the first cover to a file. All samples stay \
      unchanged.

      EXAMPLES
        boxwalk cover song.m4a
        boxwalk cover song.m4a -o cover.jpg
        boxwalk cover movie.mp4 --set poster.jpg --in-place
        boxwalk cover songs/ --remove -o bare/
      """)

  static var suffix: String { "cover" }
  static var extensions: Set<String> { Inputs.movies }

  @Option(
    name: .customLong("set"), help: "Set this image as the cover.", completion: .file())
  var image: InputPath?

  @Flag(help: "Remove all covers.")
  var remove = false

  @OptionGroup var inputs: Inputs
  @OptionGroup var options: EditOptions

  init() {}

  func validate() throws {
    if remove, image != nil { throw ValidationError("Use either --set or --remove.") }
    if image == nil, !remove, options.isInPlace {
      throw ValidationError("Name a change: --set or --remove.")
    }
  }

  func run() throws {
    if image != nil || remove { return try edit() }
    try inputs.requireNames()
    try show()
  }

  func apply(to edit: inout Edit) throws(EditError) {
    try edit.requireKnownTracks()
    if let image {
      let cover = try Bytes(file: image.path)
      do throws(EditError) { try edit.setCover(cover) } catch {
        throw error.kind == .invalid ? error.inFile(image.path) : error
      }
    } else {
      let count = edit.file.covers.count
      try edit.removeCover()
      edit.notes.append(count == 0 ? "has no cover" : "removed: \(counted(count, "cover"))")
      // The user asked for the removal of this media data.
      edit.losesMedia = false
    }
  }

  // MARK: The list

  private func show() throws {
    let console = Console()
    let results = console.output
    var outcomes: [ExitStatus] = []
    let files = inputs.files(Self.extensions) { problem in
      console.message(problem)
      outcomes.append(.badInput)
    }
    if let output = options.output, files.count != 1 {
      throw ValidationError("\(output) is one image: name one input file.")
    }
    for file in files {
      guard let bytes = console.bytes(of: file.path) else {
        outcomes.append(.badInput)
        continue
      }
      let boxes = BoxFile(bytes)
      let movie = MovieFile(boxes, inflate: Zlib.inflate)
      if let reason = movie == nil ? boxes.reasonForNoMovie : movie?.reasonForNoTracks {
        console.message("\(file.path): \(reason)")
        outcomes.append(.badInput)
        continue
      }
      let inflated = boxes.boxes.first("moov").flatMap { CompressedMovie($0, Zlib.inflate) }
      let covers = (inflated?.file ?? boxes).covers
      guard let output = options.output else {
        report(covers, of: file.path, results)
        outcomes.append(.done)
        continue
      }
      do {
        guard let cover = covers.first else { throw EditError(.notFound, "has no cover") }
        try write(cover, of: file.path, to: output)
        outcomes.append(.done)
      } catch {
        console.message("\(file.path): \(error)")
        outcomes.append(.badInput)
      }
    }
    results.flush()
    try ExitStatus(of: outcomes).end()
  }

  private func report(_ covers: [Cover], of path: String, _ output: TextOutput) {
    if options.isJSON {
      let list = covers.map { cover -> JSONValue in
        .object([
          ("extension", cover.fileExtension.map { .string($0) }),
          ("bytes", .int(cover.image.count)),
        ])
      }
      return JSONValue.object(
        [("file", .string(path)), ("covers", .array(list))] + RemoteInputs.transfer(of: path)
      ).writeLine(to: output)
    }
    if covers.isEmpty { output.text("\(Console.name(of: path)): no cover") }
    for cover in covers {
      output.text(
        "\(path): \(cover.fileExtension ?? "another image"), \(counted(cover.image.count, "byte"))"
      )
    }
  }

  private func write(_ cover: Cover, of path: String, to output: String) throws {
    let file = try CommandOutput.file(output, inputs: [path], isForced: options.force)
    try file.write(cover.image)
    try file.commit(replacing: options.force, of: nil)
    try CommandOutput.announce(output)
  }
}
