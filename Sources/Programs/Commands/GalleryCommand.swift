import ArgumentParser
import Conversion
import FieldCoding
import Files
import Library
import LivePhotos
import Synchronization
import Text
import WorkerClient

/// `boxwalk gallery`
struct GalleryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract:
      "Makes pages of a library: small images, dates, locations, cameras and findings.",
    discussion: """
      The pages are static files for any browser, with links to the originals. Live Photos play \
      while the pointer is on them. A later run decodes only files that have changed, and removes \
      deleted files from the pages.

      EXAMPLES
        boxwalk gallery ~/Pictures -o ~/gallery
        boxwalk gallery ~/Pictures -o ~/gallery --exclude 'screenshots/**' --jobs 4
        boxwalk gallery 2023 2024 -o pages --no-loops --side 256
      """)

  @OptionGroup var inputs: Inputs

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder of the pages; index.html is the first.", valueName: "folder"),
    completion: .directory)
  var output: String

  @Option(help: "The title of the pages; by default the name of the folder.")
  var title: String?

  @Option(help: "The longer side of the small images, in samples.")
  var side = 320

  @Option(help: "How many photos and movies a page has.")
  var pageLength = 400

  @Flag(name: .customLong("no-loops"), help: "Leave out the movies of Live Photos.")
  var hasNoLoops = false

  @Option(help: "Files to read at once; by default one for each core.")
  var jobs: Int?

  @Option(
    help: "Take only files that match this pattern, such as '*.heic' or '2023/**'; can be repeated."
  )
  var include: [GlobPattern] = []

  @Option(help: "Leave out files that match this pattern; can be repeated.")
  var exclude: [GlobPattern] = []

  @Flag(name: [.customLong("json"), .customShort("j")], help: "The numbers at the end as JSON.")
  var isJSON = false

  init() {}

  func validate() throws {
    try inputs.requireNames()
    guard (32...2048).contains(side) else { throw ValidationError("--side has to be 32 to 2048.") }
    guard (1...10_000).contains(pageLength) else {
      throw ValidationError("--page-length has to be 1 to 10000.")
    }
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs has to be 1 to 1024.") }
  }

  func run() async throws {
    let console = Console()
    guard let program = WorkerProgram.path else {
      console.message(
        "boxwalk-codec, the program that decodes, is not beside boxwalk; install both together")
      throw ExitCode(ExitStatus.fault.rawValue)
    }
    _ = try FolderName.checked(output)
    var selection = FileSelection()
    (selection.included, selection.excluded) = (include, exclude)
    let outcome: ExitStatus
    do throws(ConversionError) {
      let found = try await RunFiles(
        [.photos, .movies], inputs, selection, avoiding: output, besides: nil, extensions: ["jpg"],
        pairsOf: .likely, console, lastCopies: { [:] })
      let missing = Set(
        found.files.lazy.map(\.path).filter { (try? PathKind($0)) == .nothing })
      let problems =
        found.problems + missing.sorted().map { "\($0): \(SystemError.noSuchFile)" }
        + found.files.compactMap { file in file.unknownMovie.map { "\(file.path): \($0)" } }
      for problem in problems { console.message(problem) }
      if let text = found.leftOutPictures { console.message(text) }
      let files = found.files.filter { !missing.contains($0.path) }
      if files.isEmpty {
        throw ConversionError(.input, "there are no photos or movies to show")
      }
      let count = files.count
      let shown = Mutex(0)
      let result = try gallery(Worker(program), count).run(files, to: output) { done in
        // Several threads report progress. One line for each hundredth is enough.
        let isDue = shown.withLock { last in
          guard done - last >= max(1, count / 100) else { return false }
          last = done
          return true
        }
        if isDue { console.progress("\(done) of \(count) files") }
      }
      console.clearProgress()
      for problem in result.problems { console.message(problem) }
      if result.badLineCount > 0 {
        console.message(
          "\(output.asFolder).boxwalk/gallery.jsonl: \(counted(result.badLineCount, "line")) could not be read; those files were examined again"
        )
      }
      report(result, console)
      outcome =
        result.faults > 0
        ? .fault
        : result.problems.count == count
          ? .badInput
          : problems.count + result.problems.count > 0
            ? .someFailed : result.incomplete > 0 ? .warnings : .done
    } catch {
      console.clearProgress()
      console.message(error.message)
      outcome = .badInput
    }
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }

  private func gallery(_ worker: Worker, _ count: Int) -> GalleryRun {
    var run = GalleryRun(ThumbnailMaker(worker, side: side))
    run.jobs = min(jobs ?? Threads.coreCount, count)
    let threads = max(1, Threads.coreCount / run.jobs)
    let budget = WorkerBudget(processes: run.jobs, memory: WorkerBudget.usualMemory)
    run.pictures.options.threads = threads
    run.pictures.options.budget = budget
    if !hasNoLoops {
      var options = LoopMaker.Options(.webp)
      options.longerSide = side
      options.rate = 10
      options.threads = threads
      options.budget = budget
      options.replacesFiles = true
      options.syncsFiles = false
      run.loops = LoopMaker(worker, options)
    }
    run.pageLength = pageLength
    run.title = title ?? inputs.paths.first?.lastPathName ?? "Photos"
    run.version = Boxwalk.version
    return run
  }

  private func report(_ result: GalleryRun.Result, _ console: Console) {
    let output = console.output
    if isJSON {
      var json = JSONWriter(output)
      JSONValue.object([
        ("schema", .string("boxwalk.gallery-run/1")), ("files", .int(result.count)),
        ("unchanged", .int(result.unchanged)), ("livePhotos", .int(result.live)),
        ("withFindings", .int(result.flawed)), ("incomplete", .int(result.incomplete)),
        ("gone", .int(result.gone)), ("pages", .int(result.pages)),
      ]).write(to: &json)
      output.line()
    } else {
      output.line(
        "\(counted(result.count, "file")) on \(counted(result.pages, "page")): "
          + "\(grouped(result.unchanged)) unchanged, \(counted(result.live, "Live Photo")), "
          + "\(grouped(result.flawed)) with findings, \(grouped(result.incomplete)) incomplete, "
          + "\(grouped(result.gone)) no longer there")
    }
    output.flush()
  }
}
