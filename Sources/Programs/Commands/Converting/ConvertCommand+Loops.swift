import ArgumentParser
import Conversion
import Files
import Library
import LivePhotos
import WorkerClient
import WorkerProtocol

/// Movies that become loops.
extension ConvertCommand {
  /// The format of loops; nil if none are made.
  ///
  /// A GIF or WebP file is a loop. An AVIF file is one where a movie was named.
  var loopFormat: LoopFormat? {
    get throws {
      let named =
        try format?.loop ?? (format == nil && !isOfFolder ? LoopFormat(path: output) : nil)
      guard named == .avif else { return named }
      return try moviePreset == nil && !inputs.isLibrary && inputs.paths.contains(where: isMovie)
        ? .avif : nil
    }
  }

  /// Whether only loops are made.
  var loopsOnly: Bool { get throws { try loopFormat.map { $0 != .avif } ?? false } }

  private var isOfFolder: Bool { get throws { try outputPath.isFolder } }

  private func isMovie(_ path: String) -> Bool {
    MediaKind.movieExtensions.contains(path.fileExtension.lowercased())
  }

  /// Whether the name of a file is that of a photo, and the file is not an image sequence.
  private func isPhoto(_ path: String) -> Bool {
    RunFiles.extensions.contains(path.fileExtension.lowercased())
      && (try? MovieFrames(path)) == nil
  }

  /// Which files are converted.
  var kinds: RunFiles.Kinds {
    get throws {
      if let loop = try loopFormat {
        return loop == .avif ? [.photos, .movies, .loops] : [.movies, .loops]
      }
      return moviePreset == nil ? .photos : [.photos, .movies]
    }
  }

  func validateLoops() throws {
    guard let loop = try loopFormat else {
      guard !self.loop.isUsed else {
        throw ValidationError(
          "--bounce, --rate, --from, --to, --loops and --long are for movies that become .gif, .webp or .avif files."
        )
      }
      return
    }
    if let rate = self.loop.rate, rate > loop.highestRate {
      throw ValidationError("--rate is at most \(Int(loop.highestRate)) in \(loop.title) files.")
    }
    if loop != .avif, try !inputs.isLibrary, inputs.paths.allSatisfy(isPhoto) {
      throw ValidationError(
        "\(loop.title) files are not written of photos: name a .jpg, .png, .heic or .avif file.")
    }
    if format?.loop == loop, try !outputPath.isFolder, let named = OutputFormat(path: output),
      named.rawValue != loop.rawValue
    {
      throw ValidationError(
        "\(output) is the name of a \(named.title) file, and the format is \(loop.title).")
    }
    if output == "-" { throw ValidationError("A loop goes to a file, and not to standard output.") }
    if batch.deletesOriginals {
      throw ValidationError("--delete-originals is for photos: a loop is not all of its movie.")
    }
    guard loop != .avif else { return }
    if moviePreset != nil {
      throw ValidationError(
        "--movies re-encodes movies, and --format \(loop.rawValue) makes loops: use one of them.")
    }
    if item != nil || all || time != nil || thumbnail != nil || aux || depth != nil || isSDR
      || color == .p3 || keepsTones || rescue || crosscheck || batch.live != nil
    {
      throw ValidationError(
        "\(loop.title) files are loops of movies in sRGB: of the options for photos, only --quality, --max-size and --strip are for them."
      )
    }
  }

  /// What makes loops; nil if none are made.
  func loopMaker(_ photos: ConversionOptions) throws -> LoopMaker? {
    guard let format = try loopFormat else { return nil }
    var options = LoopMaker.Options(format)
    loop.set(&options)
    options.longerSide = maxSize
    options.quality = quality
    options.stripping = strip
    options.threads = photos.threads
    options.timeLimit = timeLimit
    options.replacesFiles = force
    options.budget = photos.budget
    return LoopMaker(photos.worker, options)
  }
}

/// The options for movies that become loops.
struct LoopOptions: ParsableArguments {
  @Flag(
    help: "Play the loop forwards and then backwards; the first and last frames are shown once.")
  var bounce = false

  @Option(
    help: """
      The most frames in a second; each keeps its time. The default is 15 in GIF, and 30 in WebP \
      and AVIF.
      """)
  var rate: Double?

  @Option(help: "Where the loop starts in the movie: seconds, or h:mm:ss.fff.")
  var from: MovieMoment?

  @Option(help: "Where the loop ends in the movie.")
  var to: MovieMoment?

  @Option(help: "How many times the loop is played; 0 means forever.")
  var loops = 0

  @Flag(name: .customLong("long"), help: "Also allow loops of more than a minute.")
  var takesLong = false

  init() {}

  func validate() throws {
    if let rate, !(0.1...240).contains(rate) {
      throw ValidationError("--rate has to be 0.1 to 240 frames a second.")
    }
    if let from, let to, from.seconds >= to.seconds {
      throw ValidationError("--from has to be before --to.")
    }
    if !(0...65_535).contains(loops) {
      throw ValidationError("--loops has to be 0 (forever) to 65535.")
    }
  }

  /// Whether an option is used that only loops have.
  var isUsed: Bool {
    bounce || rate != nil || from != nil || to != nil || loops != 0 || takesLong
  }

  func set(_ options: inout LoopMaker.Options) {
    options.bounces = bounce
    options.rate = rate
    options.start = from?.seconds
    options.end = to?.seconds
    options.playCount = loops
    options.takesLong = takesLong
  }
}
