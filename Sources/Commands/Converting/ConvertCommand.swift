public import ArgumentParser
import CodecJob
import Inspection
import LibraryRun
import LoopMaking
import MovieConversion
import StillConversion
import StillMetadata
import SystemAccess
import WorkerClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `boxwalk convert`
public struct ConvertCommand: AsyncParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract:
      "Turns photos into JPEG, PNG, HEIC or AVIF files that look the same, and movies into loops.",
    discussion: """
      Pictures come out the right way up, with their colour profile, Exif with the maker note, XMP \
      and modification time; colours that only numbers state get a profile, sRGB excepted. No file \
      is replaced without --force, and none appears before it is complete. A file that has the \
      format already, whatever its name, is copied as it is, unless it is HEIC or AVIF; first it is \
      decoded, so that no damaged file passes for a picture (--quick-copies saves that time).

      Of folders, the tree is kept; a manifest in the output folder says what became of each file, \
      and a further run does only what is new or has changed, or was not done when the run before \
      was stopped. Where several files would become a.jpg, the first of them does, in the order of \
      the bytes of their paths; the others become a.heic.jpg and the like, also where only upper \
      and lower case differ, or where a folder is called a.jpg. Names of a list keep their folders. \
      Nothing is written outside of the output folder, and symbolic links in folders are not \
      followed.

      The movie of a Live Photo goes beside the output of its photo, or becomes a part of it \
      (--live). Movies that belong to no photo are not touched, unless --movies says what they become.

      A movie becomes a loop where a .gif, .webp or .avif file is asked for: upright, in sRGB, at \
      most a minute long, without sound. Of folders, --format gif and webp take the movies, and \
      leave photos where they are; avif takes the photos.

      HEIC, HEIF, JPEG and PNG files are read, and AVIF and AVCI if there is libavcodec; HEIC and \
      AVIF files are written by libheif, if it is there (see boxwalk doctor): in 4:2:0, of 8 bits, \
      or of 10 where the photo has more.

      --strip location leaves out GPS, names of places in XMP, texts in which a place of the photo \
      is found, and maker notes other than those of Apple, Canon and Sony, which might hold a place; --strip all leaves out all metadata but the colour profile. What \
      was written is read again to be sure.

      EXAMPLES
        boxwalk convert IMG_1234.HEIC -o photo.jpg
        boxwalk convert *.HEIC -o jpegs/
        boxwalk convert ~/Pictures -o ~/jpegs --quality 95
        boxwalk convert ~/Pictures -o ~/jpegs --exclude Screenshots/ --jobs 8
        boxwalk convert ~/Pictures -o ~/android --live motionphoto
        boxwalk convert /card/DCIM -o /photos --format heic --delete-originals
        find . -iname '*.heic' -newer last | boxwalk convert --files-from - -o ~/jpegs
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
      The file to write, or a folder. Several photos need a folder; it is made. With -, the picture \
      goes to standard output.
      """,
    completion: .file())
  var output: String

  @Option(
    help: """
      jpeg, png, heic or avif, and of movies gif, webp or avif; by default what the name of the \
      output says, or else jpeg.
      """)
  var format: ConvertFormat?

  @Option(
    help: """
      Bits of a sample: 8 or 16 in PNG files, 8 or 10 in HEIC and AVIF files; by default the larger \
      if the photo has more than 8.
      """)
  var depth: Int?

  @Option(
    name: .shortAndLong,
    help: """
      Quality of the files, 1 to 100; by default 90 for JPEG, 55 for HEIC and 80 for AVIF; of loops \
      80 for GIF, where less means fewer colours, 75 for WebP and 55 for AVIF.
      """)
  var quality: Int?

  @Flag(name: .shortAndLong, help: "Replace files that exist.")
  var force = false

  @Option(help: "Metadata to leave out: location, all, or none.")
  var strip = MetadataStripping.nothing

  @Option(
    help: "The item of the file to convert, instead of its primary one; inspect shows the numbers.")
  var item: UInt32?

  @Flag(
    help: """
      All pictures of a file: several become NAME-1.jpg, NAME-2.jpg, ... in the order of the items.
      """)
  var all = false

  @Option(
    help: """
      Of an image sequence, take the picture at so many seconds, or the last before it that can be \
      decoded by itself.
      """)
  var time: Double?

  @Option(
    help: """
      Make a picture of at most so many samples in its longer side, of the smallest embedded \
      thumbnail that serves: in milliseconds, however big the photo is. Without one it is made of \
      the photo itself.
      """)
  var thumbnail: Int?

  @Option(
    help: """
      Make pictures smaller, so that the longer side has at most so many samples; none gets bigger. \
      Loops have at most 640 in GIF and 1280 in WebP and AVIF by default.
      """)
  var maxSize: Int?

  @Flag(
    help: """
      Write depth map, gain map, mattes and alpha, too, as NAME.depth.jpg, NAME.gainmap.jpg, ...
      """)
  var aux = false

  @OptionGroup(title: "Loops of movies") var loop: LoopOptions

  @Option(help: "Threads that decode one photo; by default the cores, shared by photos at once.")
  var threads: Int?

  @Option(
    help: "Seconds in which a photo has to be done; by default many times what the largest take.")
  var timeLimit: Double?

  @Option(
    help: """
      With require, nothing is decoded where a part of the sandbox is missing; with auto, that is \
      said once. boxwalk doctor --security lists its parts.
      """)
  var sandbox = SandboxPolicy.auto

  @Option(
    name: .customLong("movies"),
    help: """
      Re-encode movies, too, those of Live Photos and others, as boxwalk transcode does with this \
      preset; a Live Photo stays one.
      """)
  var moviePreset: MoviePreset?

  @Flag(
    name: .customLong("no-tonemap"),
    help: "Keep the values of HDR pictures (PQ, HLG), which are otherwise mapped to a usual screen."
  )
  var keepsTones = false

  @Flag(
    help: """
      Of a photo that is cut or damaged, convert what is left: what is lost is gray, which is \
      said, also in the manifest and in XMP. Without it such a photo fails.
      """)
  var rescue = false

  @Option(
    help: "The library that decodes; auto takes the fastest that notices damage.")
  var engine = Engine.auto

  @Flag(help: "Decode with two libraries, and fail where they differ in a single sample.")
  var crosscheck = false

  @Option(
    help: """
      The colours of the result: keep, srgb or p3 (Display P3). Others are converted to those, \
      relative colorimetric with black point compensation, by Little CMS.
      """)
  var color = OutputColour.keep

  @Flag(
    name: .customLong("sdr"),
    help: """
      Leave out the gain map that makes a picture shine on HDR screens (Ultra HDR; tmap in HEIC and \
      AVIF files).
      """)
  var isSDR = false

  @Flag(name: .customLong("json"), help: "Results as JSON, one line for each file.")
  var isJSON = false

  public init() {}

  public func run() async throws {
    let console = Console()
    guard let worker = WorkerProgram.path else {
      console.message(
        "boxwalk-codec, the program that decodes, is not beside boxwalk; install both together")
      throw ExitCode(Outcome.fault.rawValue)
    }
    var options = ConversionOptions(
      Worker(worker, requiresSandbox: sandbox == .require))
    // It gets ready while photos are looked for and read.
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
    options.engine = EngineChoice(engine, isCrossChecked: crosscheck)
    options.rescues = rescue
    options.linksCopies = batch.copies == .link
    options.decodesCopies = !batch.copiesQuickly
    options.movies = try loopsOnly ? .skip : movies
    options.skipsMoviesByRequest = batch.live == .skip

    let outputPath = try self.outputPath
    let run = ConversionRun(
      inputs: inputs, options: batch.run, kinds: try kinds, output: outputPath,
      extensions: try loopsOnly ? [loopFormat?.pathExtension ?? ""] : options.format.pathExtensions,
      findsPairs: options.movies != .skip && outputPath.isFolder, isJSON: isJSON,
      isVerbose: inputs.far.verbose, console: console)
    if batch.run.isWatching {
      try checkHashes(run)
      return try run.watch(newBatch(options, fileCount: nil), sharesCores: threads == nil)
    }
    let (found, journal) = try await run.find()
    if output == "-" {
      let outcome = pass(found.files, PhotoConverter(options), console)
      return try Outcome(of: found.problems.map { _ in .badInput } + [outcome]).end()
    }
    try checkHashes(run)
    try run.run(found, journal, newBatch(options, fileCount: found.files.count))
  }

  /// What converts files, several at a time.
  ///
  /// - Parameter fileCount: of a run; nil if nobody knows.
  private func newBatch(_ options: ConversionOptions, fileCount: Int?) throws -> Batch {
    var options = options
    let jobs = min(batch.run.jobs ?? Threads.coreCount, max(1, fileCount ?? .max))
    // Photos that are converted at the same time keep all cores busy by themselves.
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

  /// Refuses to delete originals if they could not be told from others.
  private func checkHashes(_ run: ConversionRun) throws {
    guard batch.deletesOriginals, !ContentHash.isAvailable else { return }
    throw run.refuse("--delete-originals needs libcrypto, to know files by their bytes")
  }

  private var movies: MovieHandling {
    get throws { try batch.live ?? (inputs.isLibrary && thumbnail == nil ? .keep : .skip) }
  }
}
