package import ArgumentParser
import FieldCoding
import Files
package import RemoteFiles
package import Service
import Synchronization
package import Text

/// The URLs among the arguments. Everything shows and opens a remote file by a name that contains no secrets.
package enum RemoteInputs {
  package static let files = RemoteReader()

  /// Names of the files that were named by URLs, in that order.
  private static let named = Mutex<(order: [String], all: Set<String>)>(([], []))
  private static let verbosity = Atomic(false)
  private static let isReading = Atomic(false)

  /// Sets how files at URLs are read.
  ///
  /// - Parameter isVerbose: whether requests, bytes and time are reported at the end.
  package static func take(_ options: RemoteOptions, isVerbose: Bool) {
    files.options = options
    isReading.store(true, ordering: .relaxed)
    verbosity.store(isVerbose, ordering: .relaxed)
  }

  /// The name of a file that is named by a URL; any other argument as it is.
  package static func name(_ argument: String) -> String {
    guard RemoteURL.isURL(argument) else { return argument }
    SuppliedFiles.take(files)
    guard let url = RemoteURL(argument) else { return argument }
    let name = files.name(of: url)
    named.withLock { if $0.all.insert(name).inserted { $0.order.append(name) } }
    return name
  }

  /// Whether a name is that of a file at a URL.
  package static func isName(_ name: String) -> Bool { SuppliedFiles.contains(name) }

  /// The path of a new file that belongs to another one. For a remote file, it is in the current folder.
  package static func path(beside name: String) -> String {
    isName(name) ? name.lastPathName : name
  }

  /// Throws for a URL as output, and for any URL if the command reads none, because it would be taken for a
  /// path.
  package static func check(_ arguments: [String]) throws {
    let joined = arguments.compactMap { argument in
      argument.hasPrefix("--output=") ? ("--output", String(argument.dropFirst(9))) : nil
    }
    for (option, output) in Array(zip(arguments, arguments.dropFirst())) + joined
    where ["-o", "--output"].contains(option) && RemoteURL.isURL(output) {
      throw ValidationError("\(option) has to be a path: Boxwalk writes nothing to a URL.")
    }
    guard !isReading.load(ordering: .relaxed),
      let url = arguments.dropFirst().lazy.compactMap({ RemoteURL($0) }).first
    else { return }
    throw ValidationError(
      "\(url.name) is a URL, and this command reads only local files: save the file first."
    )
  }

  /// A message of the parser, in which the secrets of quoted arguments are hidden.
  package static func hidingSecrets(_ message: String, of arguments: [String]) -> String {
    arguments.reduce(message) { message, argument in
      guard let url = RemoteURL(argument) else { return message }
      return message.split(separator: argument, omittingEmptySubsequences: false)
        .joined(separator: url.name)
    }
  }

  /// The files that the requests of a service may name.
  package static var urls: ServiceURLs {
    SuppliedFiles.take(files)
    return ServiceURLs(files) { report($0, Console()) }
  }

  /// Reports, for each input, what a user may want to know about its server.
  package static func report(_ console: Console) {
    for name in named.withLock({ $0.order }) { report(name, console) }
  }

  private static func report(_ name: String, _ console: Console) {
    guard let tally = files.tally(of: name) else { return }
    for note in tally.notes { console.say("\(name): \(note)") }
    guard verbosity.load(ordering: .relaxed) else { return }
    let tenths = Int((tally.seconds * 10).rounded())
    console.say(
      "\(name): \(counted(tally.requests, "request")), \(counted(tally.bytes, "byte")), "
        + "\(tenths / 10).\(tenths % 10) s")
  }

  /// What was requested for files so far, for a JSON document; empty if all files are local.
  package static func transfer(of names: String..., as key: String = "transfer") -> [(
    String, JSONValue?
  )] {
    files.transfer(of: names, as: key)
  }

  /// The same for any number of files.
  package static func transfer(of names: [String], as key: String = "transfer") -> [(
    String, JSONValue?
  )] {
    files.transfer(of: names, as: key)
  }
}

/// A file that is named by its path or its URL.
package struct InputPath: ExpressibleByArgument, Sendable {
  /// The path, or the name of the file at the URL.
  package let path: String

  package init?(argument: String) { path = RemoteInputs.name(argument) }

  /// A file by its path, or by its name.
  package init(path: String) { self.path = path }
}

/// How files at URLs are read.
package struct RemoteReading: ParsableArguments, Sendable {
  @Option(
    name: .customLong("header"),
    help: ArgumentHelp(
      "A header field for the servers of the named URLs; can be repeated.",
      valueName: "name: value"))
  package var fields: [String] = []

  @Option(help: "A PEM file of certificate authorities to trust.", completion: .file())
  package var caFile: String?

  @Flag(help: "Also read from private addresses and from this computer.")
  package var allowPrivate = false

  @Option(help: "The most requests for a file.")
  package var maxRequests: Int?

  @Option(help: "The most bytes to request of a file, such as 500M or 2G.")
  package var maxBytes: MemorySize?

  @Option(help: ArgumentHelp("The most time for a file.", valueName: "seconds"))
  package var maxTime: Int?

  @Flag(
    name: .shortAndLong,
    help: """
      Print more: requests, bytes and time of each file at a URL; and for folders and lists, \
      each message when it occurs, instead of one message with a count at the end.
      """)
  package var verbose = false

  package init() {}

  package func validate() throws {
    if let field = fields.first(where: { !RemoteOptions.isField($0) }) {
      throw ValidationError(
        "'\(field.prefix { $0 != ":" })' is not a header field: write --header 'Name: value'.")
    }
    if maxRequests ?? 1 < 1 { throw ValidationError("--max-requests has to be at least 1.") }
    if maxTime ?? 1 < 1 { throw ValidationError("--max-time has to be at least 1.") }
    RemoteInputs.take(options, isVerbose: verbose)
  }

  package var options: RemoteOptions {
    var options = RemoteOptions()
    options.agent = "boxwalk/\(boxwalkVersion)"
    options.fields += fields
    options.authorities = caFile ?? options.authorities
    options.allowsPrivate = allowPrivate
    options.mostRequests = maxRequests ?? options.mostRequests
    options.mostBytes = maxBytes.map { Int(clamping: $0.byteCount) } ?? options.mostBytes
    options.mostSeconds = maxTime ?? options.mostSeconds
    return options
  }
}
