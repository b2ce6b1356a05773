import Files
import Synchronization
import WorkerClient

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
