import ArgumentParser
import Conversion
import Files
import Inspection
import Library
import Metadata
import WorkerClient
import WorkerProtocol

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `boxwalk convert`
struct ConvertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract:
      "Converts photos to JPEG, PNG, HEIC or AVIF files that look the same, and movies to loops.",
    discussion: """
      Converted images are upright, and keep their colour profile, Exif with the maker note, XMP \
      and modification time. Colours that are given only by numbers get a profile, except sRGB. No \
      file is replaced without --force, and no file appears before it is complete. A file that has \
      the format already, whatever its name, is decoded as a check and then copied unchanged, \
      unless it is HEIC or AVIF (--quick-copies saves the time of this check).

      For folders, the output has the same tree. A manifest in the output folder says what became \
      of each file. A later run converts only files that are new, have changed, or were not done \
      when the previous run stopped. If several files would become a.jpg, the first of them gets \
      this name, in the order of the bytes of their paths; the others become a.heic.jpg and so on, \
      also where only upper and lower case differ, or where a folder has the name a.jpg. Names of \
      a list keep their folders. Nothing is written outside the output folder, and symbolic links \
      in folders are not followed.

      The movie of a Live Photo goes beside the output of its photo, or becomes a part of it \
      (--live). Other movies are not touched, unless --movies says what to make of them.

      A movie becomes a loop if you ask for a .gif, .webp or .avif file: upright, in sRGB, at most \
      a minute long, without audio. For folders, --format gif and webp convert the movies and \
      leave out the photos; --format avif converts the photos.

      The command reads HEIC, HEIF, JPEG and PNG files, and AVIF and AVCI files with libavcodec. \
      It writes HEIC and AVIF files with libheif, in 4:2:0 with 8 bits, or 10 if the photo has \
      more (see boxwalk doctor).

      --strip location leaves out GPS, names of locations in XMP, texts that contain one of the \
      photo, and all maker notes except those of Apple, Canon and Sony, because these might hold a \
      location. --strip all leaves out all metadata except the colour profile. The output is read \
      again as a check.

      EXAMPLES
        boxwalk convert IMG_1234.HEIC -o photo.jpg
        boxwalk convert *.HEIC -o jpegs/
        boxwalk convert ~/Pictures -o ~/jpegs --quality 95
        boxwalk convert ~/Pictures -o ~/jpegs --exclude Screenshots/ --jobs 8
        boxwalk convert ~/Pictures -o ~/android --live motionphoto
        boxwalk convert /card/DCIM -o /photos --format heic --delete-originals
        find . -iname '*.heic' -newer last | boxwalk convert --files-from - -o new
        boxwalk convert /photos -o /jpegs --shard 0/4
        boxwalk convert ~/Pictures -o ~/web --movies compatible
        boxwalk convert ~/Uploads -o ~/jpegs --watch
        boxwalk convert IMG_1234.HEIC -o photo.jpg --strip location
        boxwalk convert IMG_1234.HEIC -o photo.jpg --aux
        boxwalk convert IMG_1234.HEIC -o small.jpg --max-size 2048 --color srgb
        boxwalk convert ~/Pictures -o ~/thumbnails --thumbnail 256
        boxwalk convert scan.png -o scan.heic --quality 70
        boxwalk convert *.jpg -o avifs/ --format avif
        boxwalk convert burst.heic -o frames/ --all
        boxwalk convert IMG_1234.HEIC -o - --max-size 800 | chafa
        boxwalk convert IMG_1234.MOV -o loop.gif --bounce
        boxwalk convert clip.mp4 -o loop.webp --from 0:12 --to 0:15.5
        boxwalk convert ~/Movies -o ~/loops --format webp --max-size 480
      """)

  @OptionGroup var inputs: Inputs
  @OptionGroup(title: "Many files") var batch: BatchOptions

  @Option(
    name: .shortAndLong,
    help: """
      The file or folder to write. Several photos need a folder; the command makes it if it is \
      missing. With -, the image goes to standard output.
      """,
    completion: .file())
  var output: String

  @Option(
    help: """
      jpeg, png, heic or avif; for movies gif, webp or avif. The default is the format in the name \
      of the output, or jpeg.
      """)
  var format: ConvertFormat?

  @Option(
    help: """
      Bits of a sample: 8 or 16 in PNG files, 8 or 10 in HEIC and AVIF files. The default is the \
      larger number if the photo has more than 8.
      """)
  var depth: Int?

  @Option(
    name: .shortAndLong,
    help: """
      Quality of the files, 1 to 100. The default is 90 for JPEG, 55 for HEIC and 80 for AVIF; for \
      loops 80 for GIF (less means fewer colours), 75 for WebP and 55 for AVIF.
      """)
  var quality: Int?

  @Flag(name: .shortAndLong, help: "Replace files that exist.")
  var force = false

  @Option(help: "Metadata to leave out: location, all, or none.")
  var strip = MetadataStripping.nothing

  @Option(
    help: "The item to convert instead of the primary item; inspect shows the numbers.")
  var item: UInt32?

  @Flag(
    help: """
      Convert all images of a file: several become NAME-1.jpg, NAME-2.jpg, ... in the order of \
      the items.
      """)
  var all = false

  @Option(
    help: """
      From an image sequence, take the image at this time in seconds, or the last one before it \
      that can be decoded alone.
      """)
  var time: Double?

  @Option(
    help: """
      Make an image whose longer side has at most N samples, from the smallest embedded thumbnail \
      that is large enough. This takes milliseconds, however big the photo is. Without such a \
      thumbnail, the photo itself is scaled.
      """)
  var thumbnail: Int?

  @Option(
    help: """
      Scale images down so that the longer side has at most N samples; none gets bigger. For \
      loops the default is 640 in GIF, and 1280 in WebP and AVIF.
      """)
  var maxSize: Int?

  @Flag(
    help: """
      Also write the depth map, gain map, mattes and alpha, as NAME.depth.jpg, NAME.gainmap.jpg, \
      ...
      """)
  var aux = false

  @OptionGroup(title: "Loops of movies") var loop: LoopOptions

  @Option(
    help: """
      Threads that decode one photo; by default, the photos that are converted at once share all \
      cores.
      """)
  var threads: Int?

  @Option(
    help: "The most seconds for one photo; by default many times what the largest photos take.")
  var timeLimit: Double?

  @OptionGroup var sandbox: SandboxOptions

  @Option(
    name: .customLong("movies"),
    help: """
      Also re-encode movies, those of Live Photos and others, as boxwalk transcode does with this \
      preset. A Live Photo stays a Live Photo.
      """)
  var moviePreset: MoviePreset?

  @Flag(
    name: .customLong("no-tonemap"),
    help: """
      Keep the values of HDR images (PQ, HLG), which JPEG files, and files with --depth 8, have \
      mapped to SDR otherwise.
      """
  )
  var keepsTones = false

  @Flag(
    help: """
      Convert what is left of a photo that was truncated or is damaged. Lost parts are grey, and the \
      output, the manifest and the XMP say so. Without this option such a photo fails.
      """)
  var rescue = false

  @Option(
    help: "The library that decodes; auto takes the fastest one that notices damage.")
  var engine = Engine.auto

  @Flag(help: "Decode with two libraries, and fail where they differ in a single sample.")
  var crosscheck = false

  @Option(help: "Like --crosscheck, with this library as the second one.")
  var crosscheckWith: Engine?

  @Option(
    help: """
      The colours of the output: keep, srgb or p3 (Display P3). Little CMS converts the others to \
      these, relative colorimetric with black point compensation.
      """)
  var color = OutputColour.keep

  @Flag(
    name: .customLong("sdr"),
    help: """
      Leave out the gain map, which HDR screens use for brighter highlights (Ultra HDR; tmap in \
      HEIC and AVIF files).
      """)
  var isSDR = false

  @Flag(
    name: [.customLong("json"), .customShort("j")], help: "Results as JSON, one line for each file."
  )
  var isJSON = false

  init() {}

  func run() async throws {
    let console = Console()
    guard let worker = WorkerProgram.path else {
      console.message(
        "boxwalk-codec, the program that decodes, is not beside boxwalk; install both together")
      throw ExitCode(ExitStatus.fault.rawValue)
    }
    var options = ConversionOptions(sandbox.worker(worker))
    // The worker starts while photos are searched for and read.
    options.worker.start()
    options.format = outputFormat
    options.bitDepth = depth
    options.selection = item.map { .item($0) } ?? (all ? .all : .primary)
    options.thumbnailSide = thumbnail
    options.longerSide = maxSize
    options.colour = color
    options.writesAuxiliaryImages = aux
    options.quality = quality
    options.replacesFiles = force
    options.stripping = strip
    options.threads = threads ?? 0
    options.timeLimit = timeLimit
    options.mapsTones = !keepsTones
    options.keepsGainMap = !isSDR
    options.engine = EngineChoice(
      engine, comparedWith: crosscheckWith ?? (crosscheck ? .auto : nil))
    options.rescues = rescue
    options.linksCopies = batch.copies == .link
    options.decodesCopies = !batch.copiesQuickly
    options.movies = try loopsOnly ? .skip : movies
    options.skipsMoviesByRequest = batch.live == .skip

    let outputPath = try self.outputPath
    let run = ConversionRun(
      inputs: inputs, options: batch.run, kinds: try kinds, output: outputPath,
      extensions: try loopsOnly ? [loopFormat?.pathExtension ?? ""] : options.format.pathExtensions,
      pairConfidence: options.movies != .skip && outputPath.isFolder
        ? batch.pairing.confidence : nil, isJSON: isJSON,
      isVerbose: inputs.remote.verbose, console: console)
    if batch.run.isWatching {
      try checkHashes(run)
      return try run.watch(newBatch(options, fileCount: nil), sharesCores: threads == nil)
    }
    let (found, journal) = try await run.find()
    if output == "-" {
      let outcome = pass(found.files, PhotoConverter(options), console)
      return try ExitStatus(of: found.problems.map { _ in .badInput } + [outcome]).end()
    }
    try checkHashes(run)
    try run.run(found, journal, newBatch(options, fileCount: found.files.count))
  }

  /// Makes the converter of files, which converts several at a time.
  ///
  /// - Parameter fileCount: the number of files of the run; nil if it is unknown.
  private func newBatch(_ options: ConversionOptions, fileCount: Int?) throws -> Batch {
    var options = options
    let jobs = min(batch.run.jobs ?? Threads.coreCount, max(1, fileCount ?? .max))
    // Photos that are converted at the same time already use all cores.
    if threads == nil, jobs > 1 { options.threads = max(1, Threads.coreCount / jobs) }
    options.budget = WorkerBudget(
      processes: jobs, memory: batch.run.memory?.byteCount ?? WorkerBudget.usualMemory)
    var run = Batch(PhotoConverter(options))
    if let moviePreset {
      var movies = MovieConverter.Options()
      movies.preset = moviePreset
      movies.stripping = strip
      movies.replacesFiles = force
      movies.threads = options.threads
      movies.budget = options.budget
      run.movieConversion = MovieConverter(options.worker, movies)
    }
    run.loopMaker = try loopMaker(options)
    run.jobs = jobs
    run.time = time
    run.checksContent = batch.run.check
    run.deletesOriginals = batch.deletesOriginals
    run.version = Boxwalk.version
    return run
  }

  /// Refuses to delete originals without libcrypto, because files are identified by their hashes.
  private func checkHashes(_ run: ConversionRun) throws {
    guard batch.deletesOriginals, !ContentHash.isAvailable else { return }
    throw run.refuse("--delete-originals needs libcrypto, which identifies files by their bytes")
  }

  private var movies: MovieHandling {
    get throws { try batch.live ?? (inputs.isLibrary && thumbnail == nil ? .keep : .skip) }
  }
}

extension ConvertCommand {
  func validate() throws {
    do { try validateOptions() } catch let error as SystemError {
      // The value of an option that does not exist would be taken for a file.
      let arguments = CommandLine.arguments.dropFirst()
      if let sentence = CommandNames.unknownOption(arguments, of: Boxwalk.self) {
        throw ValidationError(sentence)
      }
      Console().message("\(error)")
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
  }

  private func validateOptions() throws {
    try inputs.requireNames()
    if let quality, !(1...100).contains(quality) {
      throw ValidationError("--quality has to be 1 to 100.")
    }
    if quality != nil, outputFormat == .png {
      throw ValidationError("PNG files have no quality: all samples stay as they are.")
    }
    let depths = outputFormat.bitDepths
    if let depth, !depths.contains(depth) {
      throw ValidationError(
        depths.count > 1
          ? "--depth has to be \(depths[0]) or \(depths[1])."
          : "JPEG files have 8 bits; PNG files can have 16.")
    }
    if let timeLimit, !(timeLimit > 0 && timeLimit < 1e6) {
      throw ValidationError("--time-limit has to be a number of seconds above 0.")
    }
    if let threads, !(1...256).contains(threads) {
      throw ValidationError("--threads has to be 1 to 256.")
    }
    if item != nil, all {
      throw ValidationError("Use either --item or --all.")
    }
    if let time, !(0...1e9).contains(time) {
      throw ValidationError("--time has to be a number of seconds from the start.")
    }
    if let thumbnail, !(1...65_535).contains(thumbnail) {
      throw ValidationError("--thumbnail has to be 1 to 65535.")
    }
    if color != .keep, keepsTones {
      throw ValidationError("--color cannot be used with --no-tonemap.")
    }
    if let maxSize, !(1...65_535).contains(maxSize) {
      throw ValidationError("--max-size has to be 1 to 65535.")
    }
    if output == "-", all || aux || isJSON {
      throw ValidationError("With -o -, leave out --all, --aux and --json.")
    }
    if output == "-", try inputs.paths.count > 1 || inputs.isLibrary {
      throw ValidationError("Only one photo can go to standard output: name one.")
    }
    if batch.live == .motionphoto, outputFormat == .png {
      throw ValidationError("PNG files cannot hold a movie; --live keep puts it beside them.")
    }
    if moviePreset != nil, batch.live == .motionphoto || batch.live == .skip {
      throw ValidationError("--movies needs --live keep, with movies beside their photos.")
    }
    if batch.live == .motionphoto, all {
      throw ValidationError("--all cannot be used with --live motionphoto.")
    }
    // A path that does not exist may have been a folder. It is reported later.
    let isOfFiles = try !inputs.isLibrary && inputs.paths.allSatisfy { try PathKind($0) == .file }
    if batch.deletesOriginals, batch.run.manifest == nil, isOfFiles || output == "-" {
      throw ValidationError("--delete-originals is for folders and lists, which have a manifest.")
    }
    if output == "-", batch.run.manifest != nil {
      throw ValidationError("With -o -, there is no folder that a manifest could describe.")
    }
    if batch.run.isWatching, inputs.list != nil || output == "-" {
      throw ValidationError("--watch is for folders, from one to another.")
    }
    if output != "-", try !outputPath.isFolder, try !loopsOnly, try !inputs.lackFiles,
      let refusal = outputFormat.refusal(ofChosenName: output, isStated: format != nil)
    {
      throw ValidationError(refusal)
    }
    try validateLoops()
  }

  var outputPath: OutputOption {
    get throws {
      try OutputOption(output, for: inputs, of: inputs.list == nil ? inputs.paths.count : 2)
    }
  }

  var outputFormat: OutputFormat { format?.picture ?? OutputFormat(path: output) ?? .jpeg }

  /// Converts a photo, and passes the image on when it is complete.
  func pass(
    _ files: [Batch.File], _ conversion: PhotoConverter, _ console: Console
  ) -> ExitStatus {
    guard let file = files.first, files.count == 1 else {
      console.message("only one photo can go to standard output, and \(files.count) were named")
      return .badInput
    }
    return withTemporaryFolder { pass(file, conversion, by: "\($0)/picture", console) }
  }

  /// - Parameter path: where the image is until it is complete.
  private func pass(
    _ file: Batch.File, _ conversion: PhotoConverter, by path: String, _ console: Console
  ) -> ExitStatus {
    do throws(ConversionError) {
      let photo = try PhotoFile(file.path, time: time)
      guard let picture = try photo.pictures(conversion.options).first else {
        throw ConversionError(.input, "has no such image")
      }
      var result = try conversion.convert(picture, of: photo, to: path)
      if let part = file.part { result.leave([part], conversion.options) }
      guard let bytes = console.bytes(of: path) else { return .badInput }
      do throws(SystemError) { try console.pass(bytes) } catch {
        console.message("\(error)")
        return .badInput
      }
      let report = ConvertReport(isJSON: false, console: console)
      report.explain(file.path, result)
      return ExitStatus(result)
    } catch {
      console.message("\(file.path): \(error.message)")
      return ExitStatus(error)
    }
  }
}

/// `--format`
enum ConvertFormat: String, ExpressibleByArgument, Sendable, CaseIterable {
  case jpeg, png, heic, avif, gif, webp

  /// The format of photos; nil if it is only for movies.
  var picture: OutputFormat? { OutputFormat(rawValue: rawValue) }
  /// The format of loops; nil if it is only for photos.
  var loop: LoopFormat? { LoopFormat(rawValue: rawValue) }
}
