package import ArgumentParser
import FieldCoding
package import Files
package import ISOBMFF
import Library
import Synchronization
import Text

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files that a command reads: files, folders, lists, standard input.
package struct Inputs: ParsableArguments, Sendable {
  @Argument(
    help: ArgumentHelp("Files, folders of them, or URLs.", valueName: "paths"),
    completion: .file())
  package var arguments: [InputPath] = []

  /// Paths, and names of files at URLs.
  package var paths: [String] { arguments.map(\.path) }

  @Option(
    name: .customLong("files-from"),
    help: """
      Also read file names from this list, one on each line, or each followed by a zero byte; - is \
      standard input.
      """,
    completion: .file())
  package var list: String?

  @OptionGroup(title: "Files at URLs") package var remote: RemoteReading

  package init() {}

  /// One file or folder, as if only this one had been named.
  package init(_ path: String) {
    arguments = [InputPath(path: path)]
    list = nil
  }

  /// Whether a named file or folder does not exist: then this is the mistake, whatever the output is called.
  package var lackFiles: Bool {
    get throws(SystemError) {
      for path in paths where try PathKind(path) == .nothing { return true }
      return false
    }
  }

  /// Throws if no names were given; for commands that need files.
  package func requireNames() throws {
    if paths.isEmpty, list == nil { throw ValidationError("Name at least one file or folder.") }
    if list == "-", paths.contains("-") {
      throw ValidationError("Standard input can be a file or a list of files, not both.")
    }
  }

  /// A file, and its path below the folder that was named.
  package struct File: Equatable, Sendable {
    package var path: String
    /// `2023/IMG_1.HEIC`; for a file that was named itself, its name.
    package var relativePath: String
    /// The folder that was named; nil for a file that was named itself.
    package var folder: String?

    package init(path: String, relativePath: String, folder: String? = nil) {
      (self.path, self.relativePath, self.folder) = (path, relativePath, folder)
    }
  }

  /// All files; folders are searched for media. What cannot be listed is passed to `problem`. The user is told of each
  /// folder that has no such files.
  ///
  /// - Parameter extensions: the extensions of the files of a folder, in lower case.
  package func files(_ extensions: Set<String>, problem: (String) -> Void) -> [File] {
    names(problem: problem).flatMap { name in
      var (isListed, others) = (true, [String]())
      let files = Inputs.files(extensions, of: name, others: { others = $0 }) { text in
        isListed = false
        problem(text)
      }
      let movies = others.filter { !Inputs.isPicture($0) }
      if let first = movies.first, !extensions.isDisjoint(with: Inputs.movies) {
        Console().message(
          "\(name): \(counted(movies.count, "movie is", "movies are")) left out, such as \(first): boxwalk remux makes MP4 of Matroska, MPEG-TS, FLV and AVI"
        )
      }
      if files.isEmpty, isListed {
        let pictures = others.filter(Inputs.isPicture)
        let more = pictures.first.map {
          ", only \(counted(pictures.count, "image")) in other formats, such as \($0)"
        }
        Console().message(
          "\(name): there are no \(Inputs.text(extensions)) in this folder\(more ?? "")")
      }
      return files
    }
  }

  private static func isPicture(_ path: String) -> Bool {
    MediaExtensions.raw.union(MediaExtensions.otherPictures).contains(MediaExtensions.of(path))
  }

  /// What the files with these extensions are called: photos, movies, or both.
  package static func text(_ extensions: Set<String>) -> String {
    if extensions.isDisjoint(with: movies) { return "photos" }
    return extensions.isDisjoint(with: photos) ? "movies" : "photos or movies"
  }

  /// The same files, each of them named itself. Throws for the first name that cannot be listed.
  package func eachFile(_ extensions: Set<String>) throws(SystemError) -> Inputs {
    var problems: [String] = []
    var each = self
    each.arguments = files(extensions) { problems.append($0) }.map { InputPath(path: $0.path) }
    each.list = nil
    if let problem = problems.first { throw SystemError(what: problem, code: 0) }
    return each
  }

  /// All names from the command line and from the list. If the list cannot be read, this is passed to `problem`,
  /// and there are no names.
  package func names(problem: (String) -> Void) -> [String] {
    guard let list else { return paths }
    do throws(SystemError) { return paths + (try Inputs.names(list)) } catch {
      problem("\(error)")
      return []
    }
  }

  /// A file that was named, or the files of a folder.
  ///
  /// - Parameters:
  ///   - avoided: a folder in it that is left out.
  ///   - others: is called with the images and movies in other formats.
  package static func files(
    _ extensions: Set<String>, of name: String, avoiding avoided: String? = nil,
    others: ([String]) -> Void = { _ in }, problem: (String) -> Void
  ) -> [File] {
    do throws(SystemError) {
      guard name != "-", try PathKind(name) == .folder else {
        return [File(path: name, relativePath: name.lastPathName)]
      }
    } catch {
      problem("\(error)")
      return []
    }
    let tree = InputTree(name.withoutLastSlashes, extensions: extensions, avoiding: avoided)
    tree.problems.forEach(problem)
    others(tree.otherPictures + tree.otherMovies)
    return tree.paths.map { File(path: name.asFolder + $0, relativePath: $0, folder: name) }
  }

  /// The names in a list. If there is a zero byte, each name ends with one. If all lines end
  /// with CR and LF, the CR does not belong to the name.
  package static func names(_ list: String) throws(SystemError) -> [String] {
    let bytes: [UInt8]
    if list == "-" {
      bytes = try Console.readAll(0, limit: 1 << 30, name: "standard input")
    } else {
      // A shell makes a pipe of <(find ...).
      let file = try OpenFile.reading(list, waitsForPipe: true)
      bytes = try Console.readAll(file.descriptor, limit: 1 << 30, name: list)
    }
    let end = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
    var names = bytes.split(separator: end)
    if end != 0, names.allSatisfy({ $0.last == UInt8(ascii: "\r") }) {
      names = names.map { $0.dropLast() }
    }
    return names.filter { !$0.isEmpty }.map {
      RemoteInputs.name(String(decoding: $0, as: UTF8.self))
    }
  }

  /// The names of photos.
  package static let photos = MediaExtensions.photos

  /// The names of movies.
  package static let movies = MediaExtensions.movies

  /// The names of photos and movies, and of other files that consist of boxes.
  package static let media = MediaExtensions.media
}

/// `--limit elements=8000000`
package struct LimitOption: ExplainedArgument {
  package static let form = "depth, elements or input, an equals sign and a number above 0"

  package enum Name: String, CaseIterable { case depth, elements, input }
  package var name: Name
  package var value: Int

  package init?(argument: String) {
    let parts = argument.split(separator: "=")
    guard parts.count == 2, let name = Name(rawValue: String(parts[0])), let value = Int(parts[1]),
      value > 0
    else { return nil }
    self.name = name
    self.value = value
  }
}

extension DecodeLimits {
  /// The usual limits, except those that were raised.
  package init(_ options: [LimitOption]) {
    self.init()
    for option in options {
      switch option.name {
      case .depth: depth = option.value
      case .elements: elements = option.value
      case .input: break
      }
    }
  }
}

extension [LimitOption] {
  /// The number of bytes of standard input that are kept in memory.
  package var input: Int { last { $0.name == .input }?.value ?? 1 << 29 }
}

/// Files that are examined one after another, or several at once. The output is in the order of the files.
struct OrderedInputs {
  let files: [InputJob]
  /// The number of files that are examined at once.
  let jobs: Int

  /// - Parameter jobs: the number that the user asked for; by default one, and several if files are at URLs,
  ///   because most of the time is then spent on waiting.
  init(_ files: [InputJob], jobs: Int?) {
    self.files = files
    let areFar = files.contains { $0.paths.contains(where: RemoteInputs.isName) }
    self.jobs = min(jobs ?? (areFar ? 4 : 1), files.count)
  }

  /// Throws for a number of files that makes no sense.
  static func validate(_ jobs: Int?) throws {
    if let jobs, !(1...64).contains(jobs) { throw ValidationError("--jobs has to be 1 to 64.") }
  }

  /// The output of a file, which is kept until the outputs of the files before it are written.
  private final class Page {
    var text: [UInt8] = []
  }

  /// Examines all files, each by its number.
  ///
  /// - Returns: the outcomes in the order of the files.
  func run(
    _ console: Console, _ body: @Sendable (Int, InputJob, TextOutput) -> ExitStatus
  ) -> [ExitStatus] {
    guard jobs > 1 else {
      let output = console.output
      return files.enumerated().map { index, file in
        defer { output.flush() }
        return body(index, file, output)
      }
    }
    let outcomes = Mutex<[ExitStatus]>([])
    Threads.inOrder(files.count, threads: jobs) { index -> (text: [UInt8], outcome: ExitStatus) in
      let page = Page()
      let output = TextOutput(columns: console.columns) { page.text += $0 }
      let outcome = body(index, files[index], output)
      output.flush()
      return (page.text, outcome)
    } take: { done in
      let output = console.output
      output.put(done.text)
      output.flush()
      outcomes.withLock { $0.append(done.outcome) }
    }
    return outcomes.withLock { $0 }
  }
}

/// Files that were not read completely, because they became shorter or their bytes did not arrive. The missing bytes
/// are read as zeros. So the reason is written once, before and instead of messages that may only be its consequence.
package enum InputProblems {
  private static let names = Mutex<Set<String>>([])

  /// Whether there were any so far. New ones are reported first.
  package static func areThere(_ console: Console) -> Bool {
    for (name, problem) in MappedFiles.takeProblems() {
      guard names.withLock({ $0.insert(name).inserted }) else { continue }
      console.say("\(name): \(problem)")
    }
    return names.withLock { !$0.isEmpty }
  }

  /// Whether a message is about one of these files, and so may be false.
  package static func concern(_ message: String) -> Bool {
    names.withLock { names in names.contains { message.hasPrefix("\($0): ") } }
  }
}
