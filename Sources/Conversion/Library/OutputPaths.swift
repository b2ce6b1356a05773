import Conversion
import Files
import WorkerClient

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
