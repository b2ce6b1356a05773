import Conversion
package import Files
import Synchronization
public import WorkerClient

/// The names of the outputs for a list of files. No two of them are equal, also where `a` and `A` are one name.
///
/// Files are handled in the order of the bytes of their paths. The first of those that would become `a.jpg` gets
/// this name; each other one keeps its extension, too: `a.heic.jpg`. If this name is taken as well, a number
/// follows: `a.heic-2.jpg`. Folders keep their names before all files. The outputs of deleted originals keep their
/// names, so that the other outputs keep theirs.
struct OutputNames {
  /// The extensions of outputs, in lower case.
  private let endings: Set<String>
  private var taken: Set<OutputNameHash> = []
  /// The only path that has a name.
  private var owners: [OutputNameHash: String] = [:]

  /// - Parameters:
  ///   - endings: what names of outputs end in: `.jpg`.
  ///   - lastCopies: names that are taken for good, each with the path that has it.
  init(endings: Set<String>, lastCopies: [String: String] = [:]) {
    self.endings = Set(endings.map(OutputNames.key))
    for (output, path) in lastCopies { owners[OutputNameHash(OutputNames.key(output))] = path }
    takeFolders(of: lastCopies.keys)
  }

  /// The outputs of files, in the order of the files.
  ///
  /// - Parameter ending: the end of the name of a path's output: `.jpg`.
  static func outputs(
    of paths: [String], lastCopies: [String: String] = [:], ending: (String) -> String
  ) -> [String] {
    let endings = paths.map(ending)
    var names = OutputNames(endings: Set(endings), lastCopies: lastCopies)
    names.takeFolders(of: paths)
    var outputs = [String](repeating: "", count: paths.count)
    for index in sorted(paths) {
      outputs[index] = names.output(of: paths[index], ending: endings[index])
    }
    return outputs
  }

  /// The indices of paths, in the order of their bytes.
  static func sorted(_ paths: [String]) -> [Int] {
    // Swift's own order is one of characters, in which two spellings of one are the same.
    paths.indices.sorted { a, b in
      let (first, second) = (paths[a].utf8, paths[b].utf8)
      if first.lexicographicallyPrecedes(second) { return true }
      return a < b && first.elementsEqual(second)
    }
  }

  mutating func output(of path: String, ending: String) -> String {
    let usual = path.splitAtExtension.stem + ending
    if take(usual, for: path) { return usual }
    let longer = path + ending
    if take(longer, for: path) { return longer }
    var number = 2
    while !take("\(path)-\(number)\(ending)", for: path) { number += 1 }
    return "\(path)-\(number)\(ending)"
  }

  /// Reserves the names of folders with files, so that no file gets them.
  private mutating func takeFolders(of paths: some Sequence<String>) {
    var last = ""
    for path in paths {
      var folder = path.splitAtName.folder.withoutLastSlashes
      guard folder != last else { continue }
      last = folder
      while !folder.isEmpty, folder != "/" {
        let key = OutputNames.key(folder)
        if endings.contains(key.splitAtExtension.ending) { taken.insert(OutputNameHash(key)) }
        folder = folder.splitAtName.folder.withoutLastSlashes
      }
    }
  }

  private mutating func take(_ name: String, for path: String) -> Bool {
    let key = OutputNameHash(OutputNames.key(name))
    if let owner = owners[key], owner != path { return false }
    return taken.insert(key).inserted
  }

  /// Equal for names that some file system takes for one: by letters, and by how letters are composed,
  /// which is how Swift compares strings.
  static func key(_ name: String) -> String { name.lowercased() }
}

/// The paths of the outputs of a file, and the files that may be replaced there.
struct OutputPaths {
  let file: Batch.File
  let names: OutputOwners
  let options: ConversionOptions
  /// The output folder; nil if outputs have paths of their own.
  let folder: OutputTree?
  /// The journal with the files of earlier runs; nil if there is none.
  let journal: Journal?
  /// The SHA-256 of the input; outputs of the same bytes may be written again.
  var sha256: String?

  init(_ file: Batch.File, _ names: OutputOwners, _ batch: Batch) {
    self.file = file
    self.names = names
    options = batch.conversion.options
    folder = batch.folder
    journal = batch.journal
  }

  /// The outputs, if the file becomes one image.
  var usual: [String] {
    let movie = options.movies == .keep ? file.movieOutput : nil
    return [file.output] + (movie.map { [$0] } ?? [])
  }

  /// The names of which the first output has one.
  var firsts: [String] {
    let (stem, ending) = file.output.splitAtExtension
    return [file.output] + (options.hasSeveralOutputs ? ["\(stem)-1\(ending)"] : [])
  }

  func path(of output: String) -> String { folder?.path(of: output) ?? output }

  /// Whether an output may be written: there is no file of another program, and no last copy of a photo.
  func mayWrite(_ output: String) throws(ConversionError) -> Bool {
    let path = path(of: output)
    if try isFree(path) { return true }
    if let original = deletedOriginal(of: output),
      sha256 == nil || original.sha256 != sha256
    {
      return false
    }
    guard !options.replacesFiles, let journal else { return options.replacesFiles }
    return try ConversionError.output(journal.owns(output, at: path))
  }

  /// Whether a path is that of a file of the run, also of this one.
  func isInput(_ path: String) throws(ConversionError) -> Bool {
    if try names.input(at: path, besides: file) != nil { return true }
    return try ConversionError.output { () throws(SystemError) in
      let target = try pathWithoutLinks(path)
      for input in file.paths where try pathWithoutLinks(input) == target { return true }
      return false
    }
  }

  /// Records in the journal that an output will be written.
  func begun(_ output: String) throws(ConversionError) -> BegunOutput {
    let path = folder?.path(of: output) ?? output
    return BegunOutput(
      input: file.input, output: output, earlier: try ConversionError.output(FileStamp(path)))
  }

  /// The deleted original of an output that exists, as the manifest or the output says.
  private func deletedOriginal(of output: String) -> Journal.Original? {
    guard let journal else { return nil }
    return journal.deletedOriginal(of: output) ?? OutputNote(of: path(of: output))?.deletedOriginal
  }

  private func isFree(_ path: String) throws(ConversionError) -> Bool {
    try ConversionError.output(PathKind(path)) == .nothing
  }

  /// Finds a path for an output, and records it in the journal.
  ///
  /// - Returns: the path, and whether an existing file may be replaced.
  func prepare(
    _ output: String
  ) throws(ConversionError) -> (path: String, replacesFiles: Bool) {
    if let other = names.take(output, for: file) {
      throw ConversionError(.output, "\(output) is already written from \(other)")
    }
    let path = try folder?.preparedPath(of: output) ?? output
    if options.replacesFiles, let other = try names.input(at: path, besides: file) {
      throw ConversionError(.output, "\(path) is an input itself (\(other)), which is not replaced")
    }
    guard let journal else { return (path, options.replacesFiles) }
    let original = deletedOriginal(of: output)
    if try mayWrite(output) {
      if output != file.output || original != nil { try journal.begin([begun(output)]) }
      return (path, try !isFree(path))
    }
    if let original {
      throw ConversionError(
        .output, "\(output) is all that is left of \(original.input), and is not replaced")
    }
    return (path, options.replacesFiles)
  }
}

/// The inputs to which the outputs of a run belong, even if the file system takes two names for the same.
final class OutputOwners: Sendable {
  private let planned: [OutputNameHash: Int]
  private let files: [Batch.File]
  private let others = Mutex<[String: String]>([:])
  /// The files by their paths without links, from when they are asked for.
  private let inputs = Mutex<[String: Int]?>(nil)

  init(_ files: [Batch.File]) {
    self.files = files
    var planned: [OutputNameHash: Int] = [:]
    planned.reserveCapacity(files.count)
    for (index, file) in files.enumerated() {
      for output in [file.output, file.movieOutput].compactMap(\.self) {
        let name = OutputNameHash(OutputNames.key(output))
        planned[name] = planned[name] ?? index
      }
    }
    self.planned = planned
  }

  /// - Returns: the file that has the name already.
  func take(_ output: String, for file: Batch.File) -> String? {
    let key = OutputNames.key(output)
    if let owner = planned[OutputNameHash(key)] {
      return files[owner] == file ? nil : files[owner].path
    }
    return others.withLock { others in
      defer { others[key] = others[key] ?? file.path }
      return others[key]
    }
  }

  /// The other file of the run at a path, under any name.
  func input(
    at path: String, besides file: Batch.File
  ) throws(ConversionError) -> String? {
    let index = try ConversionError.output { () throws(SystemError) -> Int? in
      guard let path = try pathWithoutLinks(path) else { return nil }
      return try inputs.withLock { (inputs) throws(SystemError) in
        if inputs == nil {
          var found: [String: Int] = [:]
          for index in files.indices.reversed() {
            if let path = try pathWithoutLinks(files[index].path) { found[path] = index }
          }
          inputs = found
        }
        return inputs?[path]
      }
    }
    return index.map { files[$0] }.flatMap { $0 == file ? nil : $0.path }
  }

  /// Whether a name is, or will be, that of an output of another file.
  func isTaken(_ output: String, besides file: Batch.File) -> Bool {
    let key = OutputNames.key(output)
    if let owner = planned[OutputNameHash(key)] { return files[owner] != file }
    return others.withLock { $0[key].map { $0 != file.path } ?? false }
  }
}

/// An output folder. Nothing is written outside of it.
public struct OutputTree: Sendable {
  /// The folder itself, which is opened once.
  package let folder: RootFolder

  /// The path of the folder, without slashes at its end.
  public var root: String { folder.path }

  /// The folder at `root`, which need not exist yet.
  public init(_ root: String) { folder = RootFolder(root) }

  /// The path of a file in the folder, if it exists.
  func path(of relativePath: String) -> String { root.asFolder + relativePath }

  /// The path of a file in the folder, whose subfolders are made if they are missing.
  ///
  /// Symbolic links in the folder are not followed, because they could lead out of it.
  ///
  /// Throws if the path would be outside of the folder, or if a subfolder cannot be made.
  public func preparedPath(of relativePath: String) throws(ConversionError) -> String {
    guard let path = RelativePath.normalized(relativePath), path == relativePath else {
      throw ConversionError(.output, "\(relativePath) would be outside of \(root)")
    }
    do throws(SystemError) { _ = try folder.folder(of: self.path(of: path)) } catch {
      throw ConversionError(.output, "\(error)")
    }
    return self.path(of: path)
  }
}

/// A hash of a name in eight bytes, for very many names.
///
/// The hash has a key that differs from process to process, so that nobody can choose two names with the same hash.
/// Among a million names, two have the same hash with a probability of 1 in 37 million.
struct OutputNameHash: Hashable {
  private let value: Int

  /// The hash of a name: equal for names that Swift takes for equal.
  init(_ name: String) { value = name.hashValue }
}

/// Paths below a folder, which never lead out of it.
enum RelativePath {
  /// The path without empty names and `.`, and like in tar without the slash that an absolute path
  /// starts with. Nil if there is `..` in it, or nothing.
  static func normalized(_ path: String) -> String? {
    let names = path.pathNames.filter { $0 != "." }
    guard !names.isEmpty, !names.contains(".."), !path.utf8.contains(0) else { return nil }
    return names.joined(separator: "/")
  }
}
