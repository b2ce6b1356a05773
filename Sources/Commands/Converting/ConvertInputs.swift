import Conversion
import FileAccess

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of a run, with what each becomes.
struct ConvertInputs {
  private(set) var files: [Batch.File] = []
  /// What cannot be found or listed.
  private(set) var problems: [String] = []
  /// The path of each input.
  private var seen: [String: String] = [:]

  /// - Parameter avoided: the folder of outputs, which holds no inputs.
  init(
    _ inputs: Inputs, _ selection: FileSelection, avoiding avoided: String, extension: String
  ) {
    for path in inputs.paths { add(path, below: nil, avoiding: avoided) }
    if let list = inputs.list {
      for path in names(list) {
        if let relative = RelativePath.normalized(path) {
          add(path, below: relative, avoiding: avoided)
        } else {
          problems.append("\(path): a name with .. in it has no place in the output folder")
        }
      }
    }
    files.removeAll { !selection.takes($0.input) }
    // By all files, so that every shard knows the names of the others.
    let outputs = OutputNames.outputs(of: files.map(\.output), extension: `extension`)
    for index in files.indices { files[index].output = outputs[index] }
    if let shard = selection.shard { files.removeAll { !shard.takes($0.input) } }
  }

  /// - Parameter place: what the path is called in the output folder; nil for its last name, or, of a
  ///   folder, for nothing.
  private mutating func add(_ path: String, below place: String?, avoiding avoided: String) {
    guard PathKind(path) == .folder else {
      return add(path, as: place ?? path.lastPathName)
    }
    let root = path.withoutLastSlashes
    let tree = MediaTree(
      root, extensions: Inputs.photos.union(["png"]), avoiding: avoided)
    problems += tree.problems
    for relative in tree.paths {
      add(root.asFolder + relative, as: place.map { "\($0)/\(relative)" } ?? relative)
    }
  }

  private mutating func add(_ path: String, as relative: String) {
    var input = relative
    if let other = seen[input] {
      // Two folders may have files of the same name; each has a line of its own in the manifest.
      input = path
      if isSameFile(other, path) || seen[input] != nil { return }
    }
    seen[input] = path
    files.append(Batch.File(path: path, input: input, output: relative))
  }

  private mutating func names(_ list: String) -> [String] {
    guard let names = Inputs.names(list) else {
      problems.append("\(list): cannot be read")
      return []
    }
    return names
  }
}
