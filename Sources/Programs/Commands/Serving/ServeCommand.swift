import ArgumentParser
import Files
import ISOBMFF
import Service
import WorkerClient

/// `boxwalk serve`
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Answers requests of another program: inspect, verify, thumbnail, convert, pair.",
    discussion: """
      Requests are lines of JSON on standard input, and answers are lines of JSON on standard \
      output, each as soon as it is ready (JSON-RPC 2.0). So a photo server starts a single \
      process, which keeps its libraries open. The methods are version, inspect, metadata, verify, \
      thumbnail, convert, pair and cancel; Documentation/serve.md describes them. The program ends \
      when standard input has ended and all requests are answered.

      EXAMPLES
        boxwalk serve --root /photos --jobs 4
        echo '{"jsonrpc":"2.0","id":1,"method":"version"}' | boxwalk serve

      EXIT CODES
        0  all requests were answered, also those with an error
        2  standard input, or the folder of --root, cannot be read
      """)

  @Option(help: "How many requests to work on at once; by default one for each core.")
  var jobs: Int?

  @Option(help: "How many requests may wait or be worked on; more are refused.")
  var most = 1000

  @Option(
    help: "The memory that conversions may use together, such as 512M or 4G; by default half.")
  var memory: MemorySize?

  @Option(help: "The most seconds for decoding an image; requests can ask for fewer.")
  var timeLimit: Double?

  @Option(help: "The most bytes of an answer, such as 64M.")
  var mostAnswer: MemorySize?

  @Option(help: "Read and write only files below this folder.", completion: .directory)
  var root: String?

  @Flag(help: "Also allow requests for files at http and https URLs.")
  var allowAddresses = false

  @OptionGroup(title: "Files at URLs") var remote: RemoteReading

  @OptionGroup var sandbox: SandboxOptions

  @Option(help: "Raise a limit that protects against hostile files: depth=N, elements=N.")
  var limit: [LimitOption] = []

  init() {}

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) { throw ValidationError("--jobs has to be 1 to 1024.") }
    if limit.contains(where: { $0.name == .input }) {
      throw ValidationError("--limit of serve has depth and elements: a request names its files.")
    }
    if most < 1 { throw ValidationError("--most has to be at least 1.") }
    if let timeLimit, !(timeLimit > 0 && timeLimit < 1e6) {
      throw ValidationError("--time-limit has to be a number of seconds.")
    }
  }

  func run() throws {
    let console = Console()
    guard let program = WorkerProgram.path else {
      console.message(
        "boxwalk-codec, the program that decodes, is not beside boxwalk; install both together")
      throw ExitCode(ExitStatus.fault.rawValue)
    }
    let jobs = jobs ?? Threads.coreCount
    let worker = sandbox.worker(program)
    worker.start()
    let paths = try root.map { (folder) throws(SystemError) in try ServicePaths(below: folder) }
    let methods = ServiceMethods(
      worker, jobs: jobs, memory: memory?.byteCount, timeLimit: timeLimit,
      answerLimit: Int(clamping: mostAnswer?.byteCount ?? 64 << 20), paths ?? ServicePaths(),
      DecodeLimits(limit), urls: allowAddresses ? RemoteInputs.urls : nil)
    let service = ServeCommandRun(ServeCommandRun.Options(jobs: jobs, most: most, methods: methods))
    try service.run(0)
  }
}
