import FieldCoding
import ISOBMFF
import StillConversion
import SystemAccess
import Verification

extension Batch {
  var isWatching: Bool { !watchedFolders.isEmpty }

  /// Why a file is not all there yet; nil if it is, or cannot be read.
  static func missingEnd(_ path: String) -> String? {
    guard let source = try? ByteSource(mapping: path) else { return nil }
    return ExaminedFile(source.bytes, name: path).missingEnd
  }

  /// Whether a file was written or removed since, or its movie since that was all there.
  func isChanged(_ file: File, since stamp: FileStamp?) -> Bool {
    // What the system does not tell of counts as changed: it is looked at again.
    if stamp == nil || (try? FileStamp(file.path)) != stamp { return true }
    guard let movie = file.movie, let whole = movie.stamp else { return false }
    return (try? FileStamp(movie.path)) != whole
  }

  /// Whether the movie that an earlier run carried along has gone, or is being written. What was made of
  /// it stays then, as outputs stay when their photos go.
  func hasLostMovie(_ record: ManifestRecord, _ file: File) -> Bool {
    guard isWatching, file.movie == nil, let movie = record.movie else { return false }
    return path(ofWhole: movie.input) == nil
  }

  /// Where an input is, if it is there, with its end.
  private func path(ofWhole input: String) -> String? {
    // Where two folders have files of one name, the manifest has the whole path.
    watchedFolders.map { input.path(below: $0) != nil ? input : $0.asFolder + input }.first {
      (try? FileStamp($0)) != nil && Batch.missingEnd($0) == nil
    }
  }

  /// Removes what was made of a file under names that its outputs no longer have: another file has
  /// come that they belong to, or one whose movie it is. Files of others, and all that is left of
  /// other originals, stay.
  func removeOutputs(
    of old: ManifestRecord, besides new: ManifestRecord, _ file: File, _ names: WrittenNames,
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
        let path = try? folder.place(output.path)
      else { continue }
      // A file that cannot be removed is in nobody's way.
      try? remove(path)
    }
  }
}
