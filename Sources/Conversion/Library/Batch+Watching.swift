import Conversion
import FieldCoding
import Files
import ISOBMFF
import Verification

extension Batch {
  var isWatching: Bool { !watchedFolders.isEmpty }

  /// The reason why a file is not complete yet; nil if it is, or cannot be read.
  static func missingEnd(_ path: String) -> String? {
    // A file that still changes is read again.
    guard let source = try? ByteSource(mapping: path, isWatched: false) else { return nil }
    return ExaminedFile(source.bytes, name: path).missingEnd
  }

  /// Whether a file was written or removed since, or its movie since that was all there.
  func isChanged(_ file: File, since stamp: FileStamp?) -> Bool {
    // If the system cannot tell, the file counts as changed, and it is examined again.
    if stamp == nil || (try? FileStamp(file.path)) != stamp { return true }
    guard let movie = file.movie, let whole = movie.stamp else { return false }
    return (try? FileStamp(movie.path)) != whole
  }

  /// Whether the movie that an earlier run copied no longer exists, or is being written. Then its outputs are kept,
  /// like the outputs of removed photos.
  func hasLostMovie(_ record: ManifestRecord, _ file: File) -> Bool {
    guard isWatching, file.movie == nil, let movie = record.movie else { return false }
    return path(ofWhole: movie.input) == nil
  }

  /// The path of an input, if it exists and is complete.
  private func path(ofWhole input: String) -> String? {
    // If two folders have a file of the same name, the manifest has the whole path.
    watchedFolders.map { input.path(below: $0) != nil ? input : $0.asFolder + input }.first {
      (try? FileStamp($0)) != nil && Batch.missingEnd($0) == nil
    }
  }

  /// Removes outputs of a file under names that it no longer uses, because another file that owns these names,
  /// or whose movie it is, has been added. Files of other programs, and the outputs of deleted originals, are
  /// kept.
  func removeOutputs(
    of old: ManifestRecord, besides new: ManifestRecord, _ file: File, _ names: OutputOwners,
    _ folder: OutputTree
  ) {
    guard new.outcome != .failed, old.original != .deleted, old.settings == new.settings else {
      return
    }
    for output in old.outputs where !new.outputs.contains(where: { $0.path == output.path }) {
      if output.path == old.movie?.output, old.movie?.action != .inside {
        guard let movie = old.movie, let path = path(ofWhole: movie.input),
          (try? FileStamp(path)) == movie.stamp
        else { continue }
      }
      guard !names.isTaken(output.path, besides: file),
        (try? isThere(output, in: folder)) == true,
        let path = try? folder.preparedPath(of: output.path)
      else { continue }
      // A file that cannot be removed does no harm.
      try? remove(path)
    }
  }
}
