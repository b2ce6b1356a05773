import EditedFiles
import Editing
import FieldCoding
import ISOBMFF
import Movie
package import SystemAccess
public import WorkerClient

/// Codes the pictures of movies anew. That is an edit of their tracks: everything else of a movie stays as
/// it is.
public struct MovieConverter: Sendable {
  /// What decodes and encodes.
  let worker: Worker
  /// How movies are converted.
  public var options: Options

  /// A converter that has the worker decode and encode.
  public init(_ worker: Worker, _ options: Options = Options()) {
    self.worker = worker
    self.options = options
  }

  /// What a conversion is to give.
  public struct Options: Sendable {
    /// What movies become.
    public var preset = MoviePreset.compatible
    /// How like the original pictures are, 1 to 100: 100 cannot be told from it, 70 is what most people
    /// take for the same, 40 is made to be small. Nil for 70, where pictures that have the coding already
    /// stay as they are.
    public var quality: Int?
    /// How much time is taken for small files.
    public var speed = EncodingSpeed.medium
    /// Whether the light of HDR pictures is brought into the range of a screen; nil for what the preset
    /// has.
    public var mapsColours: Bool?
    /// What becomes of the sound; nil for ``SoundChoice/compatible`` beside H.264, and for
    /// ``SoundChoice/keep`` beside other codings.
    public var sound: SoundChoice?
    /// How many threads decode, and how many code; 0 is one for each core.
    public var threads = 0
    /// The time in which a movie has to be done, in seconds; nil for many times what real movies take.
    public var timeLimit: Double?
    /// Whether files that exist are replaced.
    public var replacesFiles = false
    /// Whether each file is on the disk before it has its name; if not, the caller sees to that.
    public var syncsFiles = true
    /// Outside of which nothing is written, if there is such a folder.
    package var root: RootFolder?
    /// What conversions that run at the same time share.
    public var budget: WorkerBudget?

    public init() {}

    var soundChoice: SoundChoice { sound ?? (preset.coding == .avc ? .compatible : .keep) }

    /// Whether the light of HDR pictures is brought into the range of a screen.
    var bringsIntoRange: Bool { mapsColours ?? preset.mapsColours }
  }

  /// Makes the movie at `output` of the one at `input`.
  ///
  /// The new file has the mode, times and extended attributes of the old one. It is read again before it
  /// has its name: its pictures have their times, what was kept has its bytes, each key frame can be
  /// decoded, and no rule is broken that the old one keeps.
  ///
  /// It throws ``WorkerClient/ConversionError/Kind/input`` if the movie is damaged or of an unknown coding,
  /// ``WorkerClient/ConversionError/Kind/output`` if the output cannot be written, and
  /// ``WorkerClient/ConversionError/Kind/worker`` if the worker is missing or crashed.
  ///
  /// - Parameter progress: is told now and then how far it is.
  public func convert(
    _ input: String, to output: String, progress: (MovieProgress) -> Void = { _ in }
  ) throws(ConversionError) -> MovieConversionResult {
    // Before a work of minutes.
    try checkPlace(output, of: input, replacing: options.replacesFiles)
    let original: OriginalFile
    do throws(EditError) { original = try OriginalFile(input) } catch {
      throw ConversionError(.input, error.message)
    }
    var result = MovieConversionResult(output: output)
    let (edited, proof) = try convert(original, &result, progress)
    result.action = edited.isChanged ? .converted : .copied
    result.byteCount = edited.written.count
    do throws(EditError) {
      try edited.write(
        to: output, from: original, below: options.root, replacing: options.replacesFiles,
        isSynced: options.syncsFiles
      ) { (bytes) throws(EditError) in try proof.check(bytes) }
    } catch {
      throw ConversionError(error)
    }
    return result
  }

  /// A file for coded pictures, where the new file goes: no other disk has to have room for them.
  func scratch(beside output: String) throws(ConversionError) -> OutputFile {
    do {
      if options.root == nil { try makeFolder(of: output) }
      return try OutputFile(output, below: options.root)
    } catch {
      throw ConversionError(.output, "\(error)")
    }
  }

  /// Decodes the pictures of a movie, codes them anew, and puts them where the old ones were.
  ///
  /// - Returns: the new file, and what has to be true of it.
  private func convert(
    _ original: borrowing OriginalFile, _ result: inout MovieConversionResult,
    _ progress: (MovieProgress) -> Void
  ) throws(ConversionError) -> (EditedFile, MovieProof) {
    var edit = Edit(original.bytes)
    let movie = try whole(&edit, &result)
    let plan = try MovieConversionPlan(movie, options)
    result.take(plan)
    var proof = MovieProof(movie, of: edit.original)
    for source in plan.coded {
      let coded = try code(source, of: original, beside: result.output, progress)
      result.take(coded, of: source)
      proof.expect(coded, of: source)
      try replace(source, by: coded, &edit)
    }
    try convertSound(&edit, of: original, &result, &proof)
    do throws(EditError) {
      // So it starts at once over a network.
      if !plan.coded.isEmpty { try edit.place(movie: .first) }
      let edited = try edit.finished()
      result.notes += edited.notes
      return (edited, proof)
    } catch {
      throw ConversionError(error)
    }
  }

  /// The movie with all of its samples in tables, and without those that a cut file has no more.
  private func whole(
    _ edit: inout Edit, _ result: inout MovieConversionResult
  ) throws(ConversionError) -> MovieFile {
    guard let movie = MovieFile(edit.original) else {
      throw ConversionError(.input, "is not a movie: it has no moov box")
    }
    let end = edit.original.bytes.count
    do throws(EditError) {
      if movie.isFragmented {
        try edit.defragment()
      } else if movie.tracks.contains(where: { !$0.samples.areWithin(end) }) {
        try edit.repair()
        result.warnings += edit.notes
        edit.notes = []
      } else {
        return movie
      }
    } catch {
      throw ConversionError(error)
    }
    guard let whole = MovieFile(edit.file) else {
      throw ConversionError(.input, "is not a movie that can be read")
    }
    return whole
  }
}

extension ConversionError {
  init(_ error: EditError) {
    let kind: Kind =
      switch error.kind {
      case .fileExists, .system: .output
      case .proofFailed: .worker
      default: .input
      }
    self.init(kind, error.message)
  }
}
