import Conversion
import FieldCoding
import Files
import HEIF
import ISOBMFF
import WorkerClient
import WorkerProtocol

/// The deletion of originals.
///
/// An original is deleted only after its output is on the disk, was decoded and shows the same image, and after the
/// manifest on the disk states it. So a run that is killed leaves the output, or both.
extension Batch {
  /// Decides on the original of existing outputs, and writes its line.
  ///
  /// - Parameter clock: measures the work on the outputs; nil if they existed before.
  func settle(
    _ result: Result, _ record: ManifestRecord, _ folder: OutputTree, _ journal: Journal,
    _ clock: StageClock?
  ) -> (Result, ConversionError?) {
    var (result, record) = (result, record)
    func addTimes() {
      guard let times = clock?.times else { return }
      result.stages = times
      record.add(times)
    }
    let paths = result.file.paths
    func status() throws(ConversionError) -> [BytePath.Status?] {
      try paths.map { (path) throws(ConversionError) in
        try ConversionError.input(BytePath(Array(path.utf8)).status())
      }
    }
    do throws(ConversionError) {
      let before = try status()
      // Another program has removed it.
      guard before[0] != nil || SuppliedFiles.contains(paths[0]) else {
        record.original = nil
        addTimes()
        OutputNote.write(record, of: result.file, in: folder)
        try journal.append(record)
        return (result, nil)
      }
      var reason: String?
      do throws(ConversionError) {
        reason = try clock.during(.checking) { () throws(ConversionError) in
          try reasonToKeep(result.file, record, folder)
        }
      } catch {
        reason = "it could not be compared: \(error.message)"
        result.isOriginalUndecided = true
      }
      addTimes()
      // The file must not have changed in the meantime.
      if reason == nil, try status() != before { reason = Batch.changed }
      record.original = reason.map { .kept($0) } ?? .deleted
      // An original that only waits is not reported yet.
      if reason != Batch.awaitsMovie { result.original = record.original }
      guard reason == nil else {
        // An unchanged record is not written again.
        if journal.record(of: record.input) != record {
          OutputNote.write(record, of: result.file, in: folder)
          try journal.append(record)
        }
        return (result, nil)
      }
      OutputNote.write(record, of: result.file, in: folder)
      try journal.appendAtOnce(record)
      // It must not have changed while that was written, either.
      reason = try status() == before ? nil : Batch.changed
      do throws(SystemError) {
        // The photo is deleted first: a movie that is left without its photo does not count as a part of a Live Photo
        // and is not touched.
        if reason == nil { for path in paths { try removeIfThere(path) } }
      } catch {
        reason = "it could not be deleted: \(error)"
        result.isOriginalUndecided = true
      }
      if let reason {
        record.original = .kept(reason)
        result.original = record.original
        OutputNote.write(record, of: result.file, in: folder)
        try journal.append(record)
      }
      return (result, nil)
    } catch {
      return (result, error)
    }
  }

  private static let changed = "it changed while it was compared"
  private static let changedSince = "it changed since it was converted"
  private static let awaitsMovie = "its movie may still come"

  /// Removes a file, unless another program has just done it.
  private func removeIfThere(_ path: String) throws(SystemError) {
    do throws(SystemError) { try remove(path) } catch {
      if try BytePath(Array(path.utf8)).status() != nil { throw error }
    }
  }

  /// The reason why an original is kept; nil if the outputs have everything in it.
  private func reasonToKeep(
    _ file: File, _ record: ManifestRecord, _ folder: OutputTree
  ) throws(ConversionError) -> String? {
    if file.awaitsMovie, try PhotoFile(file.path).motionPhoto == nil { return Batch.awaitsMovie }
    let stamps = [record.stamp, record.movie?.stamp]
    for (path, stamp) in zip(file.paths, stamps) {
      let reason = try ConversionError.input { () throws(SystemError) in
        try reasonToKeep(path, stamp, folder)
      }
      if let reason { return reason }
    }
    // An edit may have come after the conversion.
    let leftOut =
      record.leftOut + [file.part].compactMap { $0 }.filter { !record.leftOut.contains($0) }
    if !leftOut.isEmpty { return "not carried over: \(leftOut.joined(separator: ", "))" }
    if let warning = record.warnings.first { return warning }
    let pictures = record.outputs.filter {
      $0.path != record.movie?.output || record.movie?.action == .inside
    }
    guard conversion.options.selection == .primary, let output = pictures.first,
      pictures.count == 1
    else { return "not all of its images are compared" }
    guard try ConversionError.input(hash(file.path)) == record.sha256 else {
      return Batch.changedSince
    }
    for output in record.outputs {
      let path = folder.path(of: output.path)
      guard try ConversionError.output(hash(path)) == output.sha256 else {
        return "\(output.path) was changed after it was written"
      }
      // Nothing would be left if it is the original by another path.
      for original in file.paths where try ConversionError.output(isSameName(original, path)) {
        return "\(output.path) is the original itself"
      }
      // A link to the original would be all that is left.
      guard try ConversionError.output(isInside(path, folder)) else {
        return "\(output.path) leads out of the output folder"
      }
      try bringToDisk(path)
    }
    let path = folder.path(of: output.path)
    if let reason = try reasonToKeep(file.path, besides: path, record) { return reason }
    return try reasonToKeepMovie(file, besides: path, record, folder)
  }

  /// The reason why a file of an original is kept, before its bytes are compared.
  private func reasonToKeep(
    _ path: String, _ stamp: FileStamp?, _ folder: OutputTree
  ) throws(SystemError) -> String? {
    if SuppliedFiles.contains(path) { return "\(path) has no path from which it could be deleted" }
    guard let status = try BytePath(Array(path.utf8)).status() else {
      return "\(path) is no longer there"
    }
    if status.kind == .link { return "\(path) is a symbolic link" }
    guard status.kind == .file else { return "\(path) is not a file" }
    guard status.stamp == stamp else { return Batch.changedSince }
    guard try !isOpenForWriting(path) else { return "\(path) is open for writing" }
    return try isInside(path, folder) ? "\(path) is in the output folder" : nil
  }

  /// Whether a file is in the output folder, wherever links lead, and by whatever path.
  private func isInside(_ path: String, _ folder: OutputTree) throws(SystemError) -> Bool {
    guard let real = try pathWithoutLinks(path) else { throw .changed }
    var ancestor = BytePath(Array(real.utf8)).folder
    while true {
      if try isSameFile(ancestor.description, folder.root) { return true }
      let parent = BytePath(ancestor.bytes.dropLast()).folder
      guard parent.bytes.count < ancestor.bytes.count else { return false }
      ancestor = parent
    }
  }

  /// The hash of a file that has one in the manifest.
  private func hash(_ path: String) throws(SystemError) -> String {
    guard let hash = try ContentHash.sha256(path) else {
      throw SystemError(what: "\(path) has no hash", code: 0)
    }
    return hash
  }

  private func reasonToKeep(
    _ original: String, besides output: String, _ record: ManifestRecord
  ) throws(ConversionError) -> String? {
    if try isKept(original, in: output) { return nil }
    if record.outcome == .linked { return "the output is not a link to it" }
    let (photo, made) = (try PhotoFile(original, time: time), try PhotoFile(output))
    if let lost = try conversion.lostMetadata(of: photo, in: made) { return lost }
    let options = conversion.options
    let comparison = PictureComparison(options)
    // A copy with a movie in it has other bytes and the same image.
    let difference = try comparison.difference(
      photo, made, isExact: options.format == .png || record.outcome == .copied)
    if let difference { return difference }
    guard let map = try conversion.gainMap(of: photo) else { return nil }
    return try comparison.difference(ofGainMap: map, photo, made)
  }

  private func reasonToKeepMovie(
    _ file: File, besides output: String, _ record: ManifestRecord, _ folder: OutputTree
  ) throws(ConversionError) -> String? {
    guard let movie = record.movie, let path = file.movie?.path else {
      // The movie is one that is in the photo.
      guard record.outcome == .converted, let own = try PhotoFile(file.path).motionPhoto else {
        return nil
      }
      return try PhotoFile(output).motionPhoto?.movie == own.movie
        ? nil : "its movie is not the same in the output"
    }
    switch movie.action {
    case .copied, .linked:
      return try isKept(path, in: folder.path(of: movie.output ?? ""))
        ? nil : "its movie is not the same beside the output"
    case .inside:
      let bytes: Bytes
      do throws(ByteSourceError) { bytes = try ByteSource(mapping: path).bytes } catch {
        return "its movie cannot be read"
      }
      return try PhotoFile(output).motionPhoto?.movie == bytes
        ? nil : "its movie was changed to become a part of the output"
    case .converted: return "the frames of its movie were re-encoded"
    case .inPlace, nil: return "its movie was not carried along"
    }
  }

  /// Whether all bytes of a file are in another, which remains when the first name is removed.
  private func isKept(_ original: String, in output: String) throws(ConversionError) -> Bool {
    do throws(SystemError) {
      let a = try OpenFile.reading(original)
      let b = try OpenFile.reading(output)
      if try a.isSame(as: b) { return try a.nameCount() > 1 }
      let size = try a.stamp().size
      guard try size == b.stamp().size else { return false }
      return try OpenFilePart(of: a).isSame(as: OpenFilePart(of: b), count: size)
    } catch {
      throw ConversionError(.input, "\(error)")
    }
  }

  /// Returns when a file, its name and those of its folders are on the disk.
  private func bringToDisk(_ path: String) throws(ConversionError) {
    do throws(SystemError) {
      try OpenFile.reading(path).sync()
      var path = BytePath(Array(path.utf8))
      while !path.bytes.isEmpty {
        try path.folder.syncNames()
        // The slash at the end of the path is removed. Nothing is left of / or of a path that is only a name.
        guard path.bytes.contains(UInt8(ascii: "/")) else { break }
        path = BytePath(path.folder.bytes.dropLast())
      }
    } catch {
      throw ConversionError(.output, "\(error)")
    }
  }
}
