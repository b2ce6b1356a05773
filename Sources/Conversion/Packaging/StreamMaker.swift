import Conversion
import Editing
import FieldCoding
import Files
import ISOBMFF
import Movie
public import WorkerClient

/// Makes streams from movies: segments of CMAF (ISO/IEC 23000-19) with the playlists of HLS (RFC 8216) and the manifest
/// of DASH (ISO/IEC 23009-1).
public struct StreamMaker: Sendable {
  /// The file for players of HLS.
  public static let playlistName = "multivariant.m3u8"
  /// The file for players of DASH.
  public static let manifestName = "stream.mpd"

  let worker: Worker?
  let options: StreamOptions

  /// - Parameter worker: what decodes and encodes; only ``StreamOptions/ladder`` needs it.
  public init(_ worker: Worker?, _ options: StreamOptions = StreamOptions()) {
    self.worker = worker
    self.options = options
  }

  /// Makes the folder of a stream. It appears only when it is complete.
  ///
  /// It throws ``WorkerClient/ConversionError/Kind/input`` if a movie cannot be read, or has nothing that a stream can
  /// hold, ``WorkerClient/ConversionError/Kind/output`` if the folder exists or cannot be written, and
  /// ``WorkerClient/ConversionError/Kind/worker`` if the worker is missing or crashed.
  ///
  /// - Parameters:
  ///   - inputs: variants of one program; players start with the first by default. Audio and texts come from the
  ///     first, and from files without frames.
  ///   - progress: is called with the current step.
  public func make(
    _ inputs: [String], to folder: String, progress: (String) -> Void = { _ in }
  ) throws(ConversionError) -> StreamResult {
    let output = OutputFolder(folder)
    try prepare(output, inputs)
    var result = StreamResult()
    do {
      let cues = try options.subtitles.map { try StreamSubtitleFile($0) }
      try output.commit(replacing: isThere(output), of: inputs + options.subtitles) { target in
        let movies = try variants(inputs, in: target, &result, progress)
        let program = try PackagedStream(movies, cues, options, &result)
        var files = StreamFiles(target)
        try program.write(to: &files, &result, progress)
        (result.fileCount, result.byteCount) = (files.count, files.byteCount)
        for input in inputs { try ConversionError.requireUnchanged(input) }
      }
    } catch let error as ConversionError {
      throw error
    } catch let error as SystemError {
      guard let (path, problem) = MappedFiles.unreadable(of: inputs + options.subtitles) else {
        throw ConversionError(.output, error)
      }
      throw ConversionError(.unreadable, "\(path): \(problem)")
    } catch {
      throw ConversionError(.output, "\(error)")
    }
    return result
  }

  /// The movies, or those that the first is transcoded to.
  private func variants(
    _ inputs: [String], in folder: String, _ result: inout StreamResult,
    _ progress: (String) -> Void
  ) throws(ConversionError) -> [RenditionSource] {
    guard !options.ladder.isEmpty, let input = inputs.first else {
      var movies: [RenditionSource] = []
      for input in inputs { movies.append(try RenditionSource(input, name: input)) }
      return movies
    }
    guard let worker else {
      throw ConversionError(.worker, "boxwalk-codec, which re-encodes frames, is not there")
    }
    let ladder = StreamLadder(worker, options)
    return try ladder.movies(of: input, in: folder, &result, progress)
  }

  // MARK: The folder

  private func prepare(
    _ output: borrowing OutputFolder, _ inputs: [String]
  ) throws(ConversionError) {
    let path = output.path
    let kind = try ConversionError.output { () throws(SystemError) in
      _ = try FolderName.checked(path)
      try makeFolder(of: path)
      return try PathKind(path)
    }
    guard kind == .folder else { return }
    let names = try ConversionError.output { () throws(SystemError) in
      try BytePath(Array(path.utf8)).contents()
    }
    guard !names.isEmpty else { return }
    let isStream = names.allSatisfy { name, status in
      let ending = String(decoding: name, as: UTF8.self).splitAtExtension.ending
      return status.kind == .file && StreamFiles.endings.contains(ending)
    }
    guard isStream, names.contains(where: { $0.name == Array(StreamMaker.playlistName.utf8) })
    else {
      throw ConversionError(
        .output, "\(path) has files that are not part of a stream: name another folder")
    }
    guard options.replacesFolder else {
      throw ConversionError(.output, "\(path) exists; --force replaces the stream in it")
    }
    for (name, _) in names {
      let file = path.asFolder + String(decoding: name, as: UTF8.self)
      for input in inputs + options.subtitles
      where try ConversionError.output(try isSameFile(input, file)) {
        throw ConversionError(.output, "\(input) is in \(path), which would be replaced")
      }
    }
  }

  private func isThere(_ output: borrowing OutputFolder) throws(ConversionError) -> Bool {
    let path = output.path
    return try ConversionError.output(try PathKind(path)) == .folder
  }
}

/// The files of a stream, which are written to its folder.
struct StreamFiles {
  /// The extensions that files of streams have.
  static let endings: Set<String> = [".m3u8", ".mpd", ".mp4", ".m4s", ".vtt", ".ttml"]

  private let folder: String
  private(set) var count = 0
  private(set) var byteCount = 0

  /// - Parameter folder: the folder, with a slash at its end.
  init(_ folder: String) { self.folder = folder }

  /// Writes a text.
  mutating func write(_ text: String, _ name: String) throws(SystemError) {
    let output = try OutputFile(folder + name)
    let bytes = Bytes(Array(text.utf8))
    try output.write(bytes)
    try add(output, bytes.count)
  }

  /// Writes bytes that were made from a movie. Its samples are copied from file to file.
  mutating func write(
    _ written: ByteWriter, _ name: String, of original: borrowing OriginalFile
  ) throws(SystemError) {
    let output = try OutputFile(folder + name)
    try output.write(written, of: original.source, in: original.file)
    try add(output, written.count)
  }

  private mutating func add(
    _ output: borrowing OutputFile, _ byteCount: Int
  ) throws(SystemError) {
    try output.commit(replacing: false, of: [])
    count += 1
    self.byteCount += byteCount
  }
}

/// The cues of a track or file of texts, as a stream has them.
struct StreamTexts {
  let name: String
  let language: String?
  let title: String?
  let isDefault: Bool
  let cues: [Cue]
  /// The file with all of them.
  var documentName: String { name + ".ttml" }

  /// The cues of each segment. A cue that continues in the next segments is in each of them.
  ///
  /// - Parameter starts: the start times of the segments after the first, in ascending order.
  func segments(_ starts: [Double]) -> [[Cue]] {
    var segments: [[Cue]] = Array(repeating: [], count: starts.count + 1)
    var left = StreamTexts.mostRepeated
    for cue in cues {
      var index = starts.partitioningIndex { $0 > cue.start }
      repeat {
        segments[index].append(cue)
        index += 1
        left -= 1
      } while index < segments.count && starts[index - 1] < cue.end && left > 0
    }
    return segments
  }

  /// The most repetitions of cues. After that, a cue is only in its first segment, because a hostile file can have many
  /// cues that all last to the end.
  private static let mostRepeated = 1 << 20
}
