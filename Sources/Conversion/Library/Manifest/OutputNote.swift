import Files
import WorkerClient

/// What a manifest says of a file, as an extended attribute of its first output: if the manifest is lost, the outputs
/// are known by that.
///
/// It is a line of a manifest in which the names begin after what they share with that of the output: `.heic`.
struct OutputNote {
  private static let attribute = "user.boxwalk.convert"

  private let record: ManifestRecord

  /// Reads the note of a file. Nil if it has none, or was changed since.
  init?(of path: String) {
    guard let file = try? OpenFile.reading(path, followsLink: false),
      let line = file.attribute(OutputNote.attribute),
      let record = ManifestRecord(line: line),
      let stamp = try? file.stamp(), record.outputs.first?.stamp == stamp
    else { return nil }
    self.record = record
  }

  /// Notes a record with its output. Where that is not possible, nothing is noted.
  static func write(_ record: ManifestRecord, of file: Batch.File, in folder: OutputTree) {
    let stem = file.output.splitAtExtension.stem
    guard [.converted, .copied].contains(record.outcome), let first = record.outputs.first?.path,
      let note = record.renamed({ $0.without(prefix: stem) }),
      let file = try? OpenFile.reading(folder.path(of: first), followsLink: false)
    else { return }
    file.setAttribute(attribute, note.line)
  }

  /// The record, if the output is that of a file.
  func record(of file: Batch.File) -> ManifestRecord? {
    let stem = file.output.splitAtExtension.stem
    guard var record = record.renamed({ stem + $0 }), (record.movie == nil) == (file.movie == nil)
    else { return nil }
    record.input = file.input
    record.movie?.input = file.movie?.input ?? ""
    return record
  }

  /// Whether the file at this path was made from the one beside it that has the name of an original.
  func isOutput(at path: String) throws(SystemError) -> Bool {
    try FileStamp(path.splitAtExtension.stem + record.input) == record.stamp
  }

  /// The original, if it was deleted after that.
  var deletedOriginal: Journal.Original? {
    guard record.original == .deleted else { return nil }
    return Journal.Original(input: "an original that was deleted", sha256: record.sha256)
  }
}

extension ManifestRecord {
  /// The record with other names, and of no run; nil if a name cannot be another one.
  fileprivate func renamed(_ rename: (String) -> String?) -> ManifestRecord? {
    var record = self
    record.run = ""
    record.finish()
    record.input = rename(input) ?? ""
    // The movie is beside its photo, and its name is not needed.
    record.movie?.input = ""
    for index in outputs.indices {
      guard let path = rename(outputs[index].path) else { return nil }
      record.outputs[index].path = path
    }
    if let output = movie?.output {
      guard let path = rename(output) else { return nil }
      record.movie?.output = path
    }
    return record
  }
}

extension String {
  /// What follows a start; nil if the text starts in another way.
  fileprivate func without(prefix: String) -> String? {
    guard utf8.starts(with: prefix.utf8) else { return nil }
    return String(Substring(utf8.dropFirst(prefix.utf8.count)))
  }
}
