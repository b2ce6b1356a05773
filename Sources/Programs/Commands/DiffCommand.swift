import ArgumentParser
import Conversion
import FieldCoding
import Files
import ISOBMFF
import Inspection
import Rendering
import Text
import Verification
import WorkerClient

/// `boxwalk diff`
struct DiffCommand: StandardInputReader {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Shows how the boxes, segments, fields and table rows of two files differ.",
    discussion: """
      Boxes are matched by type, track, item and content, not by position: an inserted box does \
      not make the boxes after it different. JPEG files are compared by segments, coded data and \
      what follows the image.

        -  only in the old file     +  only in the new file     ~  moved

      EXAMPLES
        boxwalk diff IMG_1234.HEIC edited.HEIC
        boxwalk diff clip.mov faststart.mov --ignore offsets
        boxwalk diff a.mp4 b.mp4 --ignore offsets --ignore padding --brief
        boxwalk diff IMG_1234.JPG edited.JPG --ignore media
        boxwalk diff a.mov b.mov --json | jq -r '.boxes[].old.path'
        boxwalk diff IMG_1234.HEIC edited.HEIC --html diff.html --pixels --open

      --ignore offsets   offsets and sizes that depend on where data is in the file
      --ignore padding   free, skip and wide boxes
      --ignore media     the bytes in mdat and imda, and the coded data of JPEG files; only their \
      length is compared

      EXIT CODES
        0  the files are the same, except for what is ignored
        1  they differ
        2  a file cannot be read

      Documentation/diff-json.md describes the JSON document.
      """)

  /// The values of `--ignore`.
  enum Ignored: String, ExpressibleByArgument, CaseIterable {
    case offsets, padding, media

    var option: FileDifference.Ignored {
      switch self {
      case .offsets: .offsets
      case .padding: .padding
      case .media: .mediaBytes
      }
    }
  }

  @Argument(
    help: ArgumentHelp("The old file; - is standard input.", valueName: "old"),
    completion: .file())
  var oldFile: InputPath

  @Argument(
    help: ArgumentHelp("The new file; - is standard input.", valueName: "new"),
    completion: .file())
  var newFile: InputPath

  var old: String { oldFile.path }
  var new: String { newFile.path }

  @Option(
    help: "Differences to ignore: offsets, padding, media. Can be repeated.")
  var ignore: [Ignored] = []

  @Flag(name: .shortAndLong, help: "JSON.")
  var json = false

  @Flag(help: "Only say whether the files differ, and how many boxes do.")
  var brief = false

  @Flag(help: "Show all fields and table rows that differ, not only the first ones.")
  var all = false

  @Option(
    help: """
      Write a page that shows both files side by side, with the items and frames whose coded bytes \
      differ; - is standard output.
      """,
    completion: .file())
  var html: String?

  @Flag(help: "With --html, decode both files and show where their images differ.")
  var pixels = false

  @Flag(help: "With --html, open the page in the browser.")
  var open = false

  @Flag(name: .shortAndLong, help: "Replace the page, if it exists.")
  var force = false

  @Option(
    help: "Raise a limit that protects against hostile files: depth=N, elements=N, input=BYTES.")
  var limit: [LimitOption] = []

  @OptionGroup(title: "Files at URLs") var remote: RemoteReading

  init() {}

  func validate() throws {
    if old == "-", new == "-" {
      throw ValidationError("Only one of the files can be standard input.")
    }
    if json, brief { throw ValidationError("Use either --json or --brief.") }
    if html != nil, json || brief {
      throw ValidationError("--html is an output of its own: leave out --json and --brief.")
    }
    if html == nil, pixels || force { throw ValidationError("--pixels and --force need --html.") }
    if open, html == nil || html == "-" {
      throw ValidationError("--open needs --html with a file.")
    }
  }

  func run() throws {
    let console = Console()
    guard let oldBytes = read(old, console), let newBytes = read(new, console) else {
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
    if let reason = mismatch(oldBytes, newBytes) {
      console.message(reason)
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
    let difference = FileDifference(
      between: oldBytes, and: newBytes, ignoring: FileDifference.Ignored(ignore.map(\.option)),
      listed: all ? .all : FileDifference.Listed(), limits: DecodeLimits(limit))
    guard console.hasReadAll else { throw ExitCode(ExitStatus.badInput.rawValue) }
    if html != nil {
      let missing: String?
      do { missing = try draw(oldBytes, newBytes, difference) } catch {
        console.message("\(error)")
        throw ExitCode(ExitStatus.badInput.rawValue)
      }
      if let missing { console.message(missing) }
      if !difference.isEmpty || missing != nil { throw ExitCode(ExitStatus.warnings.rawValue) }
      return
    }
    let output = console.output
    if json {
      difference.writeJSON(
        to: output, old: Console.name(of: old), new: Console.name(of: new),
        more: RemoteInputs.transfer(of: old, as: "oldTransfer")
          + RemoteInputs.transfer(of: new, as: "newTransfer"))
    } else {
      if !brief { difference.write(to: output, console.style) }
      output.line(difference.tally)
    }
    output.flush()
    if !difference.isEmpty { throw ExitCode(ExitStatus.warnings.rawValue) }
  }

  private func read(_ path: String, _ console: Console) -> Bytes? {
    guard let bytes = console.bytes(of: path, limit) else { return nil }
    guard let refusal = FileKind(bytes).refusal(of: bytes) else { return bytes }
    console.message("\(Console.name(of: path)): \(refusal)")
    return nil
  }

  /// Why two files cannot be compared, as a sentence; nil if both have boxes, or both have segments.
  private func mismatch(_ oldBytes: Bytes, _ newBytes: Bytes) -> String? {
    guard FileKind(oldBytes) != FileKind(newBytes) else { return nil }
    let (jpeg, other) = FileKind(oldBytes) == .jpeg ? (old, new) : (new, old)
    return "\(Console.name(of: jpeg)): is a JPEG image, and \(Console.name(of: other)) consists "
      + "of boxes: only files of one kind can be compared; boxwalk inspect --metadata --compare "
      + "compares their metadata"
  }
}

extension DiffCommand {
  /// Writes a page about the differences.
  ///
  /// - Returns: why images are not compared though the user asked for it, as a sentence; nil if they are.
  func draw(
    _ oldBytes: Bytes, _ newBytes: Bytes, _ difference: FileDifference
  ) throws -> String? {
    let (one, other) = (examined(old, oldBytes), examined(new, newBytes))
    let compared = pixels ? DiffCommandPixels().run((old, one), (new, other)) : nil
    let page = DifferencePage(one, other, difference, pixels: compared)
    try PageOutput.write(
      to: html, inputs: [(old, oldBytes), (new, newBytes)], isForced: force, page.write)
    if open, let html { try showFile(html) }
    guard case .missing(let reason) = compared else { return nil }
    return reason
  }

  private func examined(_ path: String, _ bytes: Bytes) -> ExaminedFile {
    ExaminedFile(
      bytes, name: Console.name(of: path), limits: DecodeLimits(limit), inflate: Zlib.inflate)
  }
}

/// Compares the images of two files, which the worker decodes.
struct DiffCommandPixels {
  /// The number of frames of movies that are compared.
  private static let frameCount = 4

  /// - Parameters:
  ///   - old: the path of a file, and what is in it.
  ///   - new: the same of the other file.
  func run(
    _ old: (path: String, file: ExaminedFile), _ new: (path: String, file: ExaminedFile)
  ) -> DifferencePage.Pixels {
    guard old.path != "-", new.path != "-" else {
      return .missing("The images are not compared, as standard input is not decoded.")
    }
    guard let worker = WorkerProgram.path else {
      return .missing(
        "The images are not compared: boxwalk-codec, the program that decodes, is not beside boxwalk."
      )
    }
    guard old.file.hasPhoto == new.file.hasPhoto else {
      return .missing(
        "The images are not compared: one file is a photo, and the other is a movie.")
    }
    var options = ConversionOptions(Worker(worker))
    options.timeLimit = 300
    do throws(ConversionError) {
      if !old.file.hasPhoto { return try frames(old.path, new.path, options) }
      let (one, other) = (try photo(old.path, options), try photo(new.path, options))
      guard let heat = heat(one, other) else {
        return .missing(
          "The images cannot be compared: the old one is \(text(one)), the new one \(text(other))."
        )
      }
      var picture: PagePreview.Image?
      if case .images(let pictures) = PagePictures().show(new.path, new.file).preview {
        picture = pictures.first
      }
      return .compared([("The image", heat, picture)])
    } catch {
      return .missing("The images are not compared. \(printable(error.message))")
    }
  }

  private func photo(
    _ path: String, _ options: ConversionOptions
  ) throws(ConversionError) -> DecodedPicture {
    try named(path) { () throws(ConversionError) in
      let photo = try PhotoFile(path)
      return try PhotoConverter(options).decode(photo.pictures(options)[0], of: photo)
    }
  }

  /// Adds the name of the file to an error.
  private func named<Result>(
    _ path: String, _ body: () throws(ConversionError) -> Result
  ) throws(ConversionError) -> Result {
    do throws(ConversionError) { return try body() } catch {
      throw ConversionError(error.kind, "\(path): \(error.message)")
    }
  }

  /// Nil if the images do not have the same form.
  private func heat(_ old: DecodedPicture, _ new: DecodedPicture) -> HeatMap? {
    guard old.width == new.width, old.height == new.height, old.channels == new.channels,
      old.bitDepth == new.bitDepth
    else { return nil }
    return HeatMap(
      old.bytes, new.bytes, width: old.width, height: old.height, channels: old.channels,
      isWide: old.bitDepth > 8)
  }

  private func text(_ picture: DecodedPicture) -> String {
    "\(picture.width) × \(picture.height) with \(counted(picture.channels, "channel")) of \(picture.bitDepth) bits"
  }

  /// Frames that are spread evenly over the old movie, and those of the new one at the same times.
  private func frames(
    _ old: String, _ new: String, _ options: ConversionOptions
  ) throws(ConversionError) -> DifferencePage.Pixels {
    let movie = try named(old) { () throws(ConversionError) in try MovieFrames(old) }
    let other = try named(new) { () throws(ConversionError) in try MovieFrames(new) }
    let frames = try movie.frames(.count(DiffCommandPixels.frameCount))
    let times = frames.map { min($0.time, other.end) }
    let ours = try decoded(frames, of: movie, options)
    let theirs = try decoded(times.map { other.frame(at: $0) }, of: other, options)
    var compared: [(title: String, heat: HeatMap, image: PagePreview.Image?)] = []
    for (index, frame) in frames.enumerated() {
      guard let one = ours[frame.number], let two = theirs[other.frame(at: times[index]).number]
      else { continue }
      guard let heat = heat(one, two) else {
        return .missing(
          "The frames cannot be compared: the old ones are \(text(one)), the new ones \(text(two))."
        )
      }
      compared.append(("The frame at \(MovieFrames.text(frame.time)) s", heat, nil))
    }
    return compared.isEmpty ? .missing("No frame of both could be decoded.") : .compared(compared)
  }

  private func decoded(
    _ frames: [MovieFrames.Frame], of movie: MovieFrames, _ options: ConversionOptions
  ) throws(ConversionError) -> [Int: DecodedPicture] {
    var pictures: [Int: DecodedPicture] = [:]
    let found = FrameExtractor(options).photos(of: frames, in: movie) {
      (_, photo, options) throws(ConversionError) in
      try PhotoConverter(options).decode(photo.pictures(options)[0], of: photo)
    }
    for (frame, result) in found { pictures[frame.number] = try? result.get() }
    return pictures
  }
}
