package import Conversion
import Dispatch
import FieldCoding
import Files
package import ISOBMFF
package import Inspection
import LivePhotos
import Metadata
import RemoteFiles
import Synchronization
package import Text
package import Verification
package import WorkerClient
import WorkerProtocol

/// The methods of the service. Results are the documents that the commands of these names print.
package final class ServiceMethods: Sendable {
  /// The result of a request.
  package struct Answer: Sendable {
    /// A document of JSON, without a line feed.
    package fileprivate(set) var document: ArraySlice<UInt8> = []
    /// The worst of the findings of `verify`; nil if there are none.
    package fileprivate(set) var worst: Severity?
    /// Whether a conversion lost something that should be known.
    package fileprivate(set) var losesSomething = false
  }

  private let paths: ServicePaths
  private let conversion: ConversionOptions
  private let limits: DecodeLimits
  private let answerLimit: Int
  private let urls: ServiceURLs?

  private static let names = [
    "version", "inspect", "metadata", "verify", "thumbnail", "convert", "pair",
  ]

  /// Methods for several requests at once.
  ///
  /// - Parameters:
  ///   - jobs: the number of images that are decoded at once.
  ///   - memory: the memory for decoding them, in bytes; nil for half of the machine's memory.
  ///   - timeLimit: the most seconds for an image; requests can ask for fewer.
  ///   - answerLimit: the most bytes of an answer.
  ///   - urls: reads files at URLs; nil if that is not allowed.
  package init(
    _ worker: Worker, jobs: Int, memory: UInt64?, timeLimit: Double?, answerLimit: Int,
    _ paths: ServicePaths, _ limits: DecodeLimits, urls: ServiceURLs? = nil
  ) {
    var conversion = ConversionOptions(worker)
    conversion.threads = max(1, Threads.coreCount / max(1, jobs))
    conversion.timeLimit = timeLimit
    conversion.budget = WorkerBudget(
      processes: jobs, memory: memory ?? WorkerBudget.usualMemory)
    conversion.root = paths.folder
    (self.paths, self.conversion, self.limits) = (paths, conversion, limits)
    self.answerLimit = answerLimit
    self.urls = urls
  }

  /// The result of a method.
  ///
  /// - Parameter parameters: by their names.
  package func answer(
    _ method: String, _ parameters: [String: ServiceRequest.Value],
    _ cancellation: Cancellation = Cancellation()
  ) throws(ServiceError) -> Answer {
    var document: [UInt8] = []
    var isTooLong = false
    // An answer of any length is written, and bytes beyond the limit are not kept.
    let output = TextOutput { [answerLimit] piece in
      if document.count + piece.count > answerLimit {
        isTooLong = true
        document = []
      }
      if !isTooLong { document += piece }
    }
    var answer = Answer()
    do throws(ServiceError) {
      if cancellation.isCancelled { throw .cancelled }
      try perform(method, parameters, cancellation, &answer, to: output)
    } catch {
      throw cancellation.isCancelled ? .cancelled : error
    }
    output.flush()
    if isTooLong {
      throw ServiceError(
        .file,
        "the answer has more than \(grouped(answerLimit)) bytes, which is the limit for answers")
    }
    // A document ends with a line feed, and an answer is one line.
    let hasEnd = document.last == UInt8(ascii: "\n")
    answer.document = hasEnd ? document.dropLast() : document[...]
    return answer
  }

  /// Writes the result of a method, and collects its notes.
  private func perform(
    _ method: String, _ parameters: [String: ServiceRequest.Value], _ cancellation: Cancellation,
    _ answer: inout Answer, to output: TextOutput
  ) throws(ServiceError) {
    // Each answer reports the problems of its own file.
    defer { _ = MappedFiles.takeProblems() }
    var parameters = ServiceParameters(parameters)
    switch method {
    case "version":
      try parameters.finish()
      JSONValue.object([
        ("boxwalk", .string(boxwalkVersion.description)), ("protocol", .int(1)),
        ("methods", .array(ServiceMethods.names.map { .string($0) })),
      ]).writeLine(to: output)
    case "inspect": try inspect(&parameters, to: output)
    case "metadata": try metadata(&parameters, to: output)
    case "verify": answer.worst = try verify(&parameters, to: output)
    case "thumbnail", "convert":
      answer.losesSomething = try convert(
        &parameters, isThumbnail: method == "thumbnail", cancellation, to: output)
    case "pair": try pair(&parameters, cancellation, to: output)
    default:
      let names = ServiceMethods.names.joined(separator: ", ")
      throw ServiceError(
        .method, "there is no method \(method); there are \(names), cancel")
    }
  }

  // MARK: Reading

  private func inspect(
    _ parameters: inout ServiceParameters, to output: TextOutput
  ) throws(ServiceError) {
    let path = try parameters.requiredText("path")
    var tree: TreeOptions?
    if try parameters.flag("tree") { tree = TreeOptions() }
    if let depth = try parameters.integer("depth", in: 1...1000) {
      tree = tree ?? TreeOptions()
      tree?.depth = depth
    }
    var pattern: BoxPattern?
    if let box = try parameters.text("box") {
      pattern = BoxPattern(box)
      if pattern == nil { throw ServiceError(.parameters, "'\(box)' is not a path of boxes") }
    }
    let (nalUnits, plays) = (try parameters.flag("nalUnits"), try parameters.flag("plays"))
    let limits = try limits(&parameters)
    try parameters.finish()
    try read(path) { (bytes, name) in
      var tree = tree
      if let pattern {
        tree = tree ?? TreeOptions()
        tree?.choose(pattern, in: bytes, limits: limits)
      }
      FileInspection(bytes, name: name, limits: limits, inflate: Zlib.inflate)
        .writeJSON(to: output, tree: tree, nalUnits: nalUnits, plays: plays) { transfer(of: name) }
    }
  }

  private func metadata(
    _ parameters: inout ServiceParameters, to output: TextOutput
  ) throws(ServiceError) {
    let path = try parameters.requiredText("path")
    let limits = try limits(&parameters)
    try parameters.finish()
    let worker = conversion.worker
    try read(path) { (bytes, name) throws(ServiceError) in
      let metadata = NamedMetadata(
        bytes, limits: limits, inflate: { Zlib.inflate($0, upTo: $1) },
        readNote: { worker.namedNotes(in: $0, problem: { _ in }) }, decode: ContentEncoding.decoded)
      if let refusal = metadata.refusal { throw ServiceError(.file, refusal, path: name) }
      var writer = MetadataWriter(output, as: .json)
      writer.write(metadata.tags, refusal: nil, of: name)
    }
  }

  private func verify(
    _ parameters: inout ServiceParameters, to output: TextOutput
  ) throws(ServiceError) -> Severity? {
    let path = try parameters.requiredText("path")
    let limits = try limits(&parameters)
    try parameters.finish()
    return try read(path) { (bytes, name) in
      let report = Report(ExaminedFile(bytes, name: name, limits: limits, inflate: Zlib.inflate))
      report.writeJSON(to: output, more: transfer(of: name))
      return report.worst
    }
  }

  /// The limits of this service, or lower ones.
  private func limits(_ parameters: inout ServiceParameters) throws(ServiceError) -> DecodeLimits {
    var limits = limits
    limits.depth = try parameters.integer("depthLimit", in: 1...limits.depth) ?? limits.depth
    limits.elements =
      try parameters.integer("elementLimit", in: 1...limits.elements) ?? limits.elements
    return limits
  }

  /// Does something with a file: with its name in the answer, and with the path for opening it.
  private func use<Result>(
    _ path: String, _ body: (_ name: String, _ file: String) throws(ServiceError) -> Result
  ) throws(ServiceError) -> Result {
    guard RemoteURL.isURL(path) else {
      return try paths.use(path) { (file) throws(ServiceError) in try body(path, file) }
    }
    guard let url = RemoteURL(path) else {
      throw ServiceError(.file, "is not at an http or https URL, and is not read")
    }
    guard let urls else {
      throw ServiceError(
        .file, "is at a URL, and URLs are read only with --allow-addresses",
        path: url.name)
    }
    return try urls.files.using(url) { (name) throws(ServiceError) in
      defer { urls.report(name) }
      return try body(name, name)
    }
  }

  /// Calls a function with the bytes of a file, and with its name. If they could not be read to the end, its result is
  /// ignored.
  private func read<Result>(
    _ path: String, _ body: (_ bytes: Bytes, _ name: String) throws(ServiceError) -> Result
  ) throws(ServiceError) -> Result {
    try use(path) { (name, file) throws(ServiceError) in
      let source: ByteSource
      do throws(ByteSourceError) { source = try ByteSource(mapping: file) } catch {
        throw ServiceError(.file, error.reason.text, path: name)
      }
      let result = try body(source.bytes, name)
      if let problem = source.problem { throw ServiceError(.file, problem, path: name) }
      return result
    }
  }

  private func transfer(of name: String) -> [(String, JSONValue?)] {
    urls?.files.transfer(of: [name]) ?? []
  }

  // MARK: Images

  private func convert(
    _ parameters: inout ServiceParameters, isThumbnail: Bool, _ cancellation: Cancellation,
    to output: TextOutput
  ) throws(ServiceError) -> Bool {
    let path = try parameters.requiredText("path")
    let outputPath = try parameters.requiredText("output")
    var options = conversion
    options.worker = conversion.worker.until(cancellation)
    let format: OutputFormat? = try parameters.choice("format")
    options.format = format ?? OutputFormat(path: outputPath) ?? .jpeg
    if let refusal = options.format.refusal(ofName: outputPath) {
      throw ServiceError(.parameters, refusal)
    }
    if isThumbnail {
      options.thumbnailSide = try parameters.integer("size", in: 1...65_535) ?? 512
    } else {
      options.longerSide = try parameters.integer("maxSize", in: 1...65_535)
    }
    options.quality = try parameters.integer("quality", in: 1...100)
    options.bitDepth = try parameters.integer("depth", in: 8...16)
    if let depth = options.bitDepth, !options.format.bitDepths.contains(depth) {
      throw ServiceError(
        .parameters, "\(options.format) files cannot have samples of \(depth) bits")
    }
    options.stripping = try parameters.choice("strip") ?? .nothing
    options.colour = try parameters.choice("color") ?? .keep
    options.rescues = try parameters.flag("rescue")
    options.replacesFiles = try parameters.flag("force")
    if let item = try parameters.integer("item", in: 0...Int(UInt32.max)) {
      options.selection = .item(UInt32(item))
    }
    if let most = try parameters.number("timeLimit", in: 0.001...1e6) {
      options.timeLimit = min(most, options.timeLimit ?? most)
    }
    try parameters.finish()
    let target = try paths.output(outputPath)
    return try use(path) { (name, file) throws(ServiceError) in
      do throws(ConversionError) {
        let photo = try PhotoFile(file)
        guard let picture = try photo.pictures(options).first else {
          throw ConversionError(.input, "has no such image")
        }
        try ConversionError.output(
          try OutputPath.check(
            target, of: [], isReplacing: options.replacesFiles, force: "the parameter force"))
        let result = try PhotoConverter(options).convert(picture, of: photo, to: target)
        JSONValue.object([("file", .string(name))] + result.members + transfer(of: name))
          .writeLine(to: output)
        return result.losesSomething
      } catch {
        throw ServiceError(error, path: error.kind == .output ? outputPath : name)
      }
    }
  }

  // MARK: Live Photos

  private func pair(
    _ parameters: inout ServiceParameters, _ cancellation: Cancellation, to output: TextOutput
  ) throws(ServiceError) {
    let path = try parameters.requiredText("path")
    let showsAll = try parameters.flag("all")
    try parameters.finish()
    let folder = try paths.searched(path)
    let library = LivePhotoLibrary([LibraryPath(folder)], cacheFolder: LibraryPath.cacheFolder)
    switch wait(for: library.contents, until: cancellation) {
    case .failure(let error): throw ServiceError(.file, "\(error)", path: path)
    case .success(let contents):
      // The lines of the command are the elements of an array.
      var lines: [UInt8] = []
      let list = TextOutput { lines += $0 }
      PairingJSON(pairing: contents.pairing, unread: contents.problems, showsAll: showsAll)
        .write(to: list)
      list.flush()
      output.put("[")
      output.put(
        lines.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
          .joined(separator: ","))
      output.line("]")
    }
  }

  /// Waits for a task, which is cancelled with the request.
  private func wait<Value: Sendable>(
    for body: @escaping @Sendable () async throws -> Value, until cancellation: Cancellation
  ) -> Result<Value, any Error> {
    let box = PendingResult<Value>()
    let task = Task {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      box.result.withLock { $0 = result }
      box.isDone.signal()
    }
    while box.isDone.wait(timeout: .now() + .milliseconds(200)) == .timedOut {
      if cancellation.isCancelled { task.cancel() }
    }
    return box.result.withLock { $0 }
  }
}

/// The result of a task, for a thread that waits for it.
private final class PendingResult<Value: Sendable>: Sendable {
  let result = Mutex(Result<Value, any Error>.failure(CancellationError()))
  let isDone = DispatchSemaphore(value: 0)
}

extension ConversionResult {
  /// Whether something of the image or of its file is not in the output, which should be known.
  package var losesSomething: Bool { !warnings.isEmpty || losesParts }

  /// The result for a file, as `boxwalk convert --json` prints it after the name of the file.
  package var members: [(String, JSONValue?)] {
    [
      ("outcome", .string(action.rawValue)),
      ("output", .string(output)), ("width", .int(width)), ("height", .int(height)),
      ("bytes", .int(byteCount)), ("warnings", .array(warnings.map { .string($0) })),
      ("notes", .array(notes.map { .string($0) })),
      ("items", .array(item.map { [.int(Int($0))] } ?? [])),
    ]
  }
}

extension Worker {
  /// The notes of the cameras in one file, which Exiv2 reads in the worker. Nil if nothing here reads them.
  package func namedNotes(in tiff: Bytes, problem: (ConversionError) -> Void) -> [MetadataTag]? {
    do throws(ConversionError) {
      let values = try notes(in: tiff) ?? []
      return values.isEmpty ? nil : values.map { MetadataTag($0) }
    } catch {
      problem(error)
      return nil
    }
  }
}

extension MetadataTag {
  /// A value of a note, under the names of Exiv2.
  fileprivate init(_ value: NotesReply.Value) {
    self.init(
      value.group.string, value.name.string,
      value.isText ? value.text.string : bytesAsText(Int(value.byteCount)))
  }
}
