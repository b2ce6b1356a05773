package import Conversion
import FieldCoding
import Files
import HEIF
import Inspection
import Synchronization
import Text
import Verification
package import WorkerClient

/// Makes a gallery of a library: static pages, with a small image of each photo and movie.
///
/// The results of an earlier run for unchanged files are kept, even those of a run that was killed.
package struct GalleryRun: Sendable {
  /// Makes the small images.
  package var pictures: ThumbnailMaker
  /// Makes loops of the movies of Live Photos; nil for no loops.
  package var loops: LoopMaker?
  /// The number of files that are processed at the same time.
  package var jobs = 1
  /// The number of files on a page.
  package var pageLength = 400
  /// The title of each page.
  package var title = "Photos"
  /// The version of Boxwalk: another version examines all files again.
  package var version = ""

  package init(_ pictures: ThumbnailMaker) { self.pictures = pictures }

  /// The result of a run.
  package struct Result: Sendable, Equatable {
    /// The number of photos and movies.
    package var count = 0
    /// The number of unchanged files.
    package var unchanged = 0
    /// The number of Live Photos that play.
    package var live = 0
    /// The number of files with findings.
    package var flawed = 0
    /// The number of files with a part that could not be read or shown.
    package var incomplete = 0
    /// The number of these for which the worker failed.
    package var faults = 0
    /// Messages about the files that could not be read, with their paths.
    package var problems: [String] = []
    /// The number of files that no longer exist.
    package var gone = 0
    /// The number of pages.
    package var pages = 0
    /// The number of lines of the list that could not be read, so that their files were examined again.
    package var badLineCount = 0
  }

  /// Makes the gallery of `files` in the folder `path`.
  ///
  /// It throws ``WorkerClient/ConversionError/Kind/output`` if the folder is not a gallery or cannot be
  /// written, and ``WorkerClient/ConversionError/Kind/worker`` if the worker cannot be started.
  ///
  /// - Parameter progress: gets the number of files that are done, now and then.
  package func run(
    _ files: [Batch.File], to path: String, progress: @Sendable (Int) -> Void = { _ in }
  ) throws(ConversionError) -> Result {
    let folder = try GalleryFolder(path)
    var run = self
    run.pictures.options.root = folder.root
    run.loops?.options.root = folder.root
    return try run.run(files, in: folder, progress)
  }

  private func run(
    _ files: [Batch.File], in folder: GalleryFolder, _ progress: @Sendable (Int) -> Void
  ) throws(ConversionError) -> Result {
    let (old, badLineCount) = try folder.records()
    let log = try folder.log()
    let state = Mutex(State())
    let indices = Mutex(0)
    Threads.run(min(jobs, max(files.count, 1))) { _ in
      while true {
        let index = indices.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < files.count, state.withLock({ $0.failure == nil }) else { return }
        do throws(ConversionError) {
          let (record, isNew) = try self.record(of: files[index], folder, old)
          if isNew, !record.isUncertain {
            try ConversionError.output { () throws(SystemError) in try log.append(record.line) }
          }
          let count = state.withLock { state in
            state.found[index] = record
            if !isNew { state.unchanged += 1 }
            return state.found.count
          }
          progress(count)
        } catch {
          state.withLock { $0.failure = $0.failure ?? error }
        }
      }
    }
    let found = state.withLock { $0 }
    if let failure = found.failure { throw failure }
    let shown = files.indices.compactMap { index in
      found.found[index].map { Shown(file: files[index], record: $0) }
    }
    let pages = try GalleryPages(shown.sorted(by: Shown.isBefore), of: self, in: folder.root)
    try pages.write()
    let records = shown.map(\.record)
    folder.removeOthers(
      than: Set(pages.names + records.flatMap { [$0.picture?.path, $0.loop].compactMap { $0 } }))
    try folder.write(records.filter { !$0.isUncertain })
    let inputs = Set(records.map(\.input))
    return Result(
      count: records.count, unchanged: found.unchanged, live: records.count { $0.loop != nil },
      flawed: records.count { !$0.flaws.isEmpty },
      incomplete: records.count(where: \.isUncertain),
      faults: records.count(where: \.isFault), problems: records.compactMap(\.problem),
      gone: old.keys.count { !inputs.contains($0) }, pages: pages.names.count,
      badLineCount: badLineCount)
  }

  private struct State {
    var found: [Int: GalleryRecord] = [:]
    var unchanged = 0
    var failure: ConversionError?
  }

  /// A file with its shown data.
  struct Shown {
    var file: Batch.File
    var record: GalleryRecord

    /// The newest come first, and those without a date last.
    static func isBefore(_ a: Shown, _ b: Shown) -> Bool {
      let (first, second) = (a.record.date ?? "", b.record.date ?? "")
      return first != second
        ? first > second : a.record.input.utf8.lexicographicallyPrecedes(b.record.input.utf8)
    }
  }

  private var settings: String {
    "side \(pictures.options.thumbnailSide ?? 0), loops \(loops == nil ? "no" : "yes"), version \(version)"
  }

  // MARK: One file

  /// The record of an earlier run, or a new one.
  private func record(
    of file: Batch.File, _ folder: GalleryFolder, _ old: [String: GalleryRecord]
  ) throws(ConversionError) -> (GalleryRecord, isNew: Bool) {
    // The stamps are taken before the file is read, so that a later change is noticed.
    let before = try stamps(of: file)
    if let known = old[file.input], known.isOf(before.file, before.movie, settings),
      [known.picture?.path, known.loop].allSatisfy({ $0.map { isThere($0, folder) } ?? true })
    {
      return (known, false)
    }
    var record = GalleryRecord(
      input: file.input, stamp: before.file, movieStamp: before.movie, settings: settings)
    let contents = read(file, &record)
    if let contents { describe(contents, &record) }
    try addPicture(&record, file, folder)
    try addLoop(&record, file, contents?.motionPhoto, folder)
    if try stamps(of: file) != before, !record.isUncertain {
      record.problem = "\(file.path): \(SystemError.changed)"
      record.fail("error", "\(file.path.lastPathName) \(SystemError.changed).")
    }
    return (record, true)
  }

  /// The stamps of a file and of its movie; empty ones for what is not there.
  private func stamps(
    of file: Batch.File
  ) throws(ConversionError) -> (file: FileStamp, movie: FileStamp?) {
    let gone = FileStamp(size: 0, modified: 0)
    let movie = try file.movie.map { (movie) throws(ConversionError) in
      try ConversionError.input { () throws(SystemError) in try FileStamp(movie.path) } ?? gone
    }
    return ((try? FileStamp(file.path)) ?? gone, movie)
  }

  private func isThere(_ picture: String, _ folder: GalleryFolder) -> Bool {
    // A power failure may leave an empty file.
    (try? FileStamp(folder.path + "/" + picture))?.size ?? 0 > 0
  }

  private func read(_ file: Batch.File, _ record: inout GalleryRecord) -> ExaminedFile? {
    do throws(ByteSourceError) {
      let bytes = try ByteSource(mapping: file.path).bytes
      return ExaminedFile(bytes, name: file.input, inflate: Zlib.inflate)
    } catch {
      record.problem = "\(file.path): \(error.reason.text)"
      record.fail("error", "It cannot be read. \(file.path.lastPathName): \(error.reason.text)")
      return nil
    }
  }

  /// Records the facts that the file states, and its problems.
  private func describe(_ contents: ExaminedFile, _ record: inout GalleryRecord) {
    let inspection = FileInspection(contents, inflate: Zlib.inflate)
    record.title = inspection.title
    func text(_ key: String) -> String? {
      inspection.summary.first { $0.key == key }?.text.first
    }
    (record.date, record.camera, record.location) = (
      text("date") ?? text("created"), text("camera"), text("location")
    )
    if let refusal = inspection.refusal {
      record.flaws.append(.init(severity: "error", sentence: refusal))
    }
    // All rules are checked, and not only those about reading.
    // What is shown without being checked, such as a PNG image, has nothing wrong.
    let findings = Report(contents).findings.filter {
      $0.severity > .note && $0.rule.id != "file-not-checked"
    }
    record.flaws += findings.prefix(3).map {
      .init(severity: $0.severity.rawValue, sentence: "\($0.message) [\($0.rule.id)]")
    }
    if findings.count > 3 {
      record.flaws.append(
        .init(
          severity: "warning",
          sentence: "There are \(counted(findings.count - 3, "more finding")): see boxwalk verify.")
      )
    }
  }

  private func addPicture(
    _ record: inout GalleryRecord, _ file: Batch.File, _ folder: GalleryFolder
  ) throws(ConversionError) {
    let path = folder.path(of: file.input, ".jpg")
    let output = folder.path + "/" + path
    do throws(ConversionError) {
      let result = try pictures.make(of: file.path, to: output)
      record.picture = .init(path: path, width: result.width, height: result.height)
      if result.losesParts {
        record.flaws += result.warnings.map { .init(severity: "error", sentence: $0) }
      }
    } catch {
      // If one image cannot be written, no other can.
      if error.kind == .output { throw error }
      record.fail("error", "It cannot be shown. \(file.path.lastPathName): \(error.message)")
      record.note(error, of: file.path)
    }
  }

  /// - Parameter motionPhoto: the description of the file, if it has a movie in it.
  private func addLoop(
    _ record: inout GalleryRecord, _ file: Batch.File, _ motionPhoto: MotionPhoto?,
    _ folder: GalleryFolder
  ) throws(ConversionError) {
    guard let loops, record.picture != nil else { return }
    let path = folder.path(of: file.input, ".webp")
    do throws(ConversionError) {
      let made: ConversionResult
      if let movie = file.movie {
        made = try loops.make(movie.path, to: folder.path + "/" + path)
      } else if let motionPhoto {
        let copy = try ConversionError.output { () throws(SystemError) in
          let copy = try OutputFile.temporary()
          try copy.write(motionPhoto.movie)
          return copy
        }
        // It is closed, and deleted, after that.
        made = try withExtendedLifetime(copy) { () throws(ConversionError) in
          try loops.make("/dev/fd/\(copy.descriptor)", to: folder.path + "/" + path)
        }
      } else {
        return
      }
      record.loop = path
      record.flaws += made.warnings.map {
        .init(severity: "error", sentence: "Its movie is not complete here: \($0)")
      }
    } catch {
      if error.kind == .output { throw error }
      let name = (file.movie?.path ?? file.path).lastPathName
      record.fail("warning", "Its movie cannot be played here. \(name): \(error.message)")
      record.note(error, of: file.path)
    }
  }
}

extension GalleryRecord {
  /// Notes the kind of an error of the file at a path.
  fileprivate mutating func note(_ error: ConversionError, of path: String) {
    isFault = error.kind == .worker
    if error.kind == .unreadable { problem = "\(path): \(error.message)" }
  }
}
