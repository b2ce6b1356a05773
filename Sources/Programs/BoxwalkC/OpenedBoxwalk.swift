import CBoxwalk
import Files
import ISOBMFF
import Service
import Verification
import WorkerClient

/// The object that a C program has opened.
final class OpenedBoxwalk: Sendable {
  private let methods: ServiceMethods

  /// - Parameter options: an object of JSON; nil for none.
  init(_ options: String?) throws(ServiceError) {
    var options = ServiceParameters(try OpenedBoxwalk.object(options))
    var limits = DecodeLimits()
    limits.depth = try options.integer("depthLimit", in: 1...256) ?? limits.depth
    limits.elements = try options.integer("elementLimit", in: 1...1 << 40) ?? limits.elements
    let jobs = try options.integer("jobs", in: 1...1024) ?? Threads.coreCount
    let memory = try options.integer("memory", in: 1...1 << 50)
    let timeLimit = try options.number("timeLimit", in: 0.001...1e6)
    let answerLimit = try options.integer("answerLimit", in: 1...1 << 40) ?? 64 << 20
    let requiresSandbox = try options.flag("requireSandbox")
    let program = try options.text("worker") ?? OpenedBoxwalk.worker
    var paths = ServicePaths()
    if let root = try options.text("root") {
      do throws(SystemError) { paths = try ServicePaths(below: root) } catch {
        throw ServiceError(.file, "\(error)")
      }
    }
    try options.finish()
    methods = ServiceMethods(
      Worker(program, requiresSandbox: requiresSandbox), jobs: jobs,
      memory: memory.map { UInt64($0) }, timeLimit: timeLimit, answerLimit: answerLimit, paths,
      limits)
  }

  /// The worker that was installed with this library. If it is missing, it has no path, and decoding an image reports
  /// it.
  private static var worker: String {
    // The text lives as long as this library, and is copied.
    let library = unsafe boxwalk_path().map { unsafe String(cString: $0) }
    return WorkerProgram.path(beside: library) ?? "boxwalk-codec"
  }

  private static func object(
    _ text: String?
  ) throws(ServiceError) -> [String: ServiceRequest.Value] {
    guard let text else { return [:] }
    guard let object = ServiceRequest.parameters(json: text) else {
      throw ServiceError(.parameters, "the options are not a JSON object: \(text.prefix(60))")
    }
    return object
  }

  /// The result of a method.
  ///
  /// - Parameters:
  ///   - arguments: the arguments that are parameters in C, and cannot be options.
  ///   - options: a JSON object; nil for none.
  func answer(
    _ method: String, _ arguments: [String: String], _ options: String?
  ) throws(ServiceError) -> ServiceMethods.Answer {
    var parameters = try OpenedBoxwalk.object(options)
    for (name, value) in arguments {
      guard parameters.updateValue(.text(value), forKey: name) == nil else {
        throw ServiceError(.parameters, "\(name) is an argument, and not an option")
      }
    }
    return try methods.answer(method, parameters)
  }
}

extension ServiceError {
  /// The status that a function returns for it.
  var status: boxwalk_status {
    switch code {
    case .parse, .request, .method, .parameters: BOXWALK_USAGE
    case .file, .busy, .cancelled: BOXWALK_BAD_INPUT
    case .fault: BOXWALK_FAULT
    }
  }

  /// The sentence, with the file that it is about.
  var sentence: String { path.map { "\($0): \(message)" } ?? message }
}
