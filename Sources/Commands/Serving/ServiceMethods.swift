import CodecJob
import Dispatch
import FarFiles
import FieldCoding
import ISOBMFF
import Inspection
import JSON
import LiveLibrary
import LivePairing
import NamedMetadata
import StillConversion
import StillMetadata
import Synchronization
import SystemAccess
import Verification
import WorkerClient

/// What can be asked for. Results are the documents that the commands of these names print.
final class ServiceMethods: Sendable {
  private let paths: ServicePaths
  private let conversion: ConversionOptions
  private let limits: DecodeLimits
  /// Whether files at addresses are read.
  private let readsAddresses: Bool

  static let names = ["version", "inspect", "metadata", "verify", "thumbnail", "convert", "pair"]

  /// - Parameters:
  ///   - conversion: the worker, and the most that a request may take of it.
  ///   - readsAddresses: whether files at addresses are read.
  init(
    _ paths: ServicePaths, _ conversion: ConversionOptions, _ limits: DecodeLimits,
    readsAddresses: Bool
  ) {
    var conversion = conversion
    conversion.root = paths.folder
    (self.paths, self.conversion, self.limits) = (paths, conversion, limits)
    self.readsAddresses = readsAddresses
  }

  /// Writes the result of a request, a document of JSON.
  func perform(
    _ request: ServiceRequest, _ cancellation: Cancellation, to output: Output
  ) throws(ServiceError) {
    // Each answer says what of its own file could not be read.
    defer { _ = MappedFiles.takeProblems() }
    var parameters = ServiceParameters(request.params)
    switch request.method {
    case "version":
      try parameters.finish()
      JSONValue.object([
        ("boxwalk", .string(Boxwalk.version)), ("protocol", .int(1)),
        ("methods", .array(ServiceMethods.names.map { .string($0) })),
      ]).writeLine(to: output)
    case "inspect": try inspect(&parameters, to: output)
    case "metadata": try metadata(&parameters, to: output)
    case "verify": try verify(&parameters, to: output)
    case "thumbnail": try convert(&parameters, isThumbnail: true, cancellation, to: output)
    case "convert": try convert(&parameters, isThumbnail: false, cancellation, to: output)
    case "pair": try pair(&parameters, cancellation, to: output)
    default:
      let names = ServiceMethods.names.joined(separator: ", ")
      throw ServiceError(
        .method, "there is no method \(request.method); there are \(names), cancel")
    }
  }

  // MARK: Reading

  private func inspect(
    _ parameters: inout ServiceParameters, to output: Output
  ) throws(ServiceError) {
    let path = try parameters.requiredText("path")
    var tree: TreeOptions?
    if try parameters.flag("tree") { tree = TreeOptions() }
    if let depth = try parameters.integer("depth", in: 1...1000) {
      tree = tree ?? TreeOptions()
      tree?.depth = depth
    }
    if let box = try parameters.text("box") {
      guard let boxPath = BoxPath(box) else {
        throw ServiceError(.parameters, "'\(box)' is not a path of boxes")
      }
      tree = tree ?? TreeOptions()
      tree?.path = boxPath
    }
    let (nalUnits, plays) = (try parameters.flag("nalUnits"), try parameters.flag("plays"))
    let limits = try limits(&parameters)
    try parameters.finish()
    try read(path) { (bytes, name) in
      FileInspection(bytes, name: name, limits: limits, inflate: Zlib.inflate)
        .writeJSON(to: output, tree: tree, nalUnits: nalUnits, plays: plays) {
          FarInputs.transfer(of: name)
        }
    }
  }

  private func metadata(
    _ parameters: inout ServiceParameters, to output: Output
  ) throws(ServiceError) {
    let path = try parameters.requiredText("path")
    let limits = try limits(&parameters)
    try parameters.finish()
    let worker = conversion.worker
    try read(path) { (bytes, name) throws(ServiceError) in
      let metadata = NamedMetadata(
        bytes, limits: limits, inflate: { Zlib.inflate($0, upTo: $1) },
        readNote: { worker.namedNotes(in: $0, problem: { _ in }) })
      if let refusal = metadata.refusal { throw ServiceError(.file, refusal, path: name) }
      var writer = MetadataWriter(output, as: .json)
      writer.write(metadata.tags, refusal: nil, of: name)
    }
  }

  private func verify(
    _ parameters: inout ServiceParameters, to output: Output
  ) throws(ServiceError) {
    let path = try parameters.requiredText("path")
    let limits = try limits(&parameters)
    try parameters.finish()
    try read(path) { (bytes, name) in
      Report(ExaminedFile(bytes, name: name, limits: limits, inflate: Zlib.inflate))
        .writeJSON(to: output, more: FarInputs.transfer(of: name))
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

  /// Does something with a file: with the name by which the answer calls it, and the path by which it is opened.
  private func use(
    _ path: String, _ body: (_ name: String, _ file: String) throws(ServiceError) -> Void
  ) throws(ServiceError) {
    guard FarAddress.isAddress(path) else { return try body(path, paths.input(path)) }
    guard let address = FarAddress(path) else {
      throw ServiceError(.file, "is at no address of http or https, and so is not read")
    }
    guard readsAddresses else {
      throw ServiceError(
        .file, "is at an address, which --allow-addresses lets be read", path: address.name)
    }
    try FarInputs.using(address) { (name) throws(ServiceError) in try body(name, name) }
  }

  /// Does something with the bytes of a file, and with its name. Where they could not be read to the end, that
  /// counts for nothing.
  private func read(
    _ path: String, _ body: (_ bytes: Bytes, _ name: String) throws(ServiceError) -> Void
  ) throws(ServiceError) {
    try use(path) { (name, file) throws(ServiceError) in
      let source: ByteSource
      do throws(ByteSourceError) { source = try ByteSource(mapping: file) } catch {
        throw ServiceError(.file, error.reason.words, path: name)
      }
      try body(source.bytes, name)
      if let problem = source.problem { throw ServiceError(.file, problem, path: name) }
    }
  }

  // MARK: Pictures

  private func convert(
    _ parameters: inout ServiceParameters, isThumbnail: Bool, _ cancellation: Cancellation,
    to output: Output
  ) throws(ServiceError) {
    let path = try parameters.requiredText("path")
    let outputPath = try parameters.requiredText("output")
    var options = conversion
    options.worker = conversion.worker.until(cancellation)
    let format: OutputFormat? = try parameters.choice("format")
    options.format = format ?? OutputFormat(path: outputPath) ?? .jpeg
    if isThumbnail {
      options.thumbnailSide = try parameters.integer("size", in: 1...65_535) ?? 512
    } else {
      options.longerSide = try parameters.integer("maxSize", in: 1...65_535)
    }
    options.quality = try parameters.integer("quality", in: 1...100)
    options.bitDepth = try parameters.integer("depth", in: 8...16)
    if let depth = options.bitDepth, !options.format.bitDepths.contains(depth) {
      throw ServiceError(.parameters, "\(options.format) files have no samples of \(depth) bits")
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
    try use(path) { (name, file) throws(ServiceError) in
      do throws(ConversionError) {
        let photo = try PhotoFile(file)
        guard let picture = try photo.pictures(options).first else {
          throw ConversionError(.input, "has no such picture")
        }
        let result = try PhotoConverter(options).convert(picture, of: photo, to: target)
        result.value(of: name).writeLine(to: output)
      } catch {
        throw ServiceError(error, path: name)
      }
    }
  }

  // MARK: Live Photos

  private func pair(
    _ parameters: inout ServiceParameters, _ cancellation: Cancellation, to output: Output
  ) throws(ServiceError) {
    let path = try parameters.requiredText("path")
    let showsAll = try parameters.flag("all")
    try parameters.finish()
    let folder = try paths.input(path)
    let library = LivePhotoLibrary([LibraryPath(folder)], cacheFolder: SurePairs.cacheFolder)
    switch wait(for: library.contents, until: cancellation) {
    case .failure(let error): throw ServiceError(.file, "\(error)", path: path)
    case .success(let contents):
      // The lines of the command are the elements of an array.
      var lines: [UInt8] = []
      let list = Output { lines += $0 }
      PairingJSON(pairing: contents.pairing, showsAll: showsAll).write(to: list)
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

/// What a task answers, for a thread that waits for it.
private final class PendingResult<Value: Sendable>: Sendable {
  let result = Mutex(Result<Value, any Error>.failure(CancellationError()))
  let isDone = DispatchSemaphore(value: 0)
}
