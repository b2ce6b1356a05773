public import ArgumentParser
import Files
import ISOBMFF
import Library
public import LivePhotos

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `boxwalk live`
struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract:
      "Finds, makes, checks and bundles Live Photos: a still and a movie with the same identifier.",
    discussion: """
      EXAMPLES
        boxwalk live pair Pictures/             which files belong together?
        boxwalk live make IMG_1.HEIC clip.mp4 -o joined/
        boxwalk live still IMG_1.HEIC IMG_1.MOV --at 1.2 -o new/
        boxwalk live check IMG_1.HEIC IMG_1.MOV
        boxwalk live convert IMG_1.HEIC IMG_1.MOV -o android/
        boxwalk live bundle IMG_1.HEIC IMG_1.MOV -o IMG_1.livp
        boxwalk live split IMG_1.livp -o Pictures/
      """,
    subcommands: [
      LivePairCommand.self, LiveMakeCommand.self, LiveStillCommand.self, LiveCheckCommand.self,
      LiveConvertCommand.self, LiveBundleCommand.self, LiveSplitCommand.self,
    ])
}

/// The pairs of a folder that are sure enough, for commands that process each pair.
struct LiveCommandPairs {
  struct Pair {
    var still: String
    var movie: String
    /// The folder of the still below the one that was named; it ends with / if it is not empty.
    var folder: String
    /// The state of both files when they were read.
    var stamps: [FileStamp]
  }

  private(set) var pairs: [Pair] = []
  /// The outcomes for files that cannot be read, or whose names are ambiguous.
  private(set) var outcomes: [ExitStatus] = []

  /// The stills of pairs that may not belong together, with their movies.
  private(set) var unsure: [(still: String, movie: String)] = []
  /// The least that a pair is.
  private let confidence: Pairing.Confidence

  /// What cannot be read, so that its pairs are unknown.
  private(set) var unread: [LibraryError] = []

  /// The sure pairs among files and folders, if there are any. The caller handles files that cannot be read.
  ///
  /// - Parameters:
  ///   - confidence: the least that a pair is.
  ///   - avoided: a folder within them that is skipped.
  ///   - made: files that are skipped.
  init(
    among paths: [String], of confidence: Pairing.Confidence, avoiding avoided: String,
    besides made: MadeOutputs?, _ console: Console
  ) async {
    self.confidence = confidence
    // Other code reports paths that do not exist.
    let roots = paths.filter { !BytePath(Array($0.utf8)).isMissing }.map { LibraryPath($0) }
    let contents = await read(
      roots, avoiding: LibraryPath(avoided), besides: made, console, whereFoldersFail: { _ in })
    guard let contents else { return }
    unread = contents.problems
    add(contents, below: 0, console)
  }

  /// Reports what cannot be done, and which pairs are not sure enough.
  init(in folder: String, of confidence: Pairing.Confidence, _ console: Console) async {
    self.confidence = confidence
    if let refusal = LiveCommandPairs.refusal(folder) {
      console.message(refusal)
      outcomes = [.badInput]
      return
    }
    guard let contents = await read([LibraryPath(folder)], avoiding: nil, console) else { return }
    for problem in contents.problems {
      console.message("\(problem)")
      outcomes.append(.badInput)
    }
    let root = LibraryPath(folder).appending([UInt8]()).bytes.count
    add(contents, below: root, console)
    if !unsure.isEmpty {
      console.message(
        "\(folder): \(counted(unsure.count, "pair")) that may not belong together stay; boxwalk live pair shows them, and --confidence possible takes them"
      )
    }
    if pairs.isEmpty {
      console.message("\(folder): has no still and movie that surely belong together")
      outcomes.append(.badInput)
    }
  }

  /// Why a path is not a folder that could be read; nil if it is one.
  private static func refusal(_ folder: String) -> String? {
    do throws(SystemError) {
      switch try PathKind(folder) {
      case .nothing: return "\(folder): there is no such folder"
      case .file: return "\(folder): is a file"
      case .folder: return nil
      }
    } catch {
      return "\(error)"
    }
  }

  private mutating func read(
    _ roots: [LibraryPath], avoiding avoided: LibraryPath?, besides made: MadeOutputs? = nil,
    _ console: Console,
    whereFoldersFail fail: (LibraryError) throws(LibraryError) -> Void = {
      (error) throws(LibraryError) in throw error
    }
  ) async -> LivePhotoLibrary.Contents? {
    var library = LivePhotoLibrary(
      roots, cacheFolder: LibraryPath.cacheFolder,
      onProgress: { console.progress("\($0.read) read, of \($0.total) files") })
    library.avoidedFolder = avoided
    if let made {
      library.isLeftOut = { path in
        Result { () throws(SystemError) in try path.text.map(made.contains) ?? false }
      }
    }
    defer { console.clearProgress() }
    do {
      return try await library.contents(whereFoldersFail: fail)
    } catch {
      console.message("\(error)")
      outcomes = [.badInput]
      return nil
    }
  }

  private mutating func add(
    _ contents: LivePhotoLibrary.Contents, below root: Int, _ console: Console
  ) {
    let files = contents.pairing.files
    let stamps = Dictionary(
      contents.entries.map {
        ($0.path, FileStamp(size: Int(clamping: $0.key.size), modified: $0.key.modified))
      }, uniquingKeysWith: { first, _ in first })
    for pair in contents.pairing.groups.flatMap(\.pairs) {
      let (still, movie) = (files[pair.still].path, files[pair.movie].path)
      guard pair.confidence >= confidence else {
        unsure.append(("\(still)", "\(movie)"))
        continue
      }
      guard let stillPath = still.text, let moviePath = movie.text else {
        console.message("\(still): has a name that is not UTF-8")
        outcomes.append(.badInput)
        continue
      }
      let folder = String(decoding: still.folder.dropFirst(root), as: UTF8.self)
      pairs.append(
        Pair(
          still: stillPath, movie: moviePath,
          folder: folder.isEmpty ? folder : folder.asFolder,
          stamps: [still, movie].compactMap { stamps[$0] }))
    }
  }
}

extension Pairing.Confidence: ExpressibleByArgument {}

/// `--confidence`
struct PairConfidenceOption: ParsableArguments {
  @Option(
    help: """
      How sure it has to be that a still and a movie belong together: certain, likely (also \
      certain ones) or possible (all that boxwalk live pair shows).
      """)
  var confidence = Pairing.Confidence.likely
}
