public import MovieConversion
public import StillConversion
package import SystemAccess
public import WorkerClient

extension Batch {
  /// A photo that is to be converted, with its movie if it is the still of a Live Photo; or a movie.
  public struct File: Sendable, Equatable {
    /// The path of the photo.
    public var path: String
    /// The name by which the manifest knows the photo.
    public var input: String
    /// The path of the output: below the output folder if there is one.
    public var output: String
    /// Whether it is a movie itself.
    public var isMovie = false
    /// The movie, if the file is the still of a Live Photo.
    public var movie: Movie?
    /// Why nobody knows whether the photo has a movie; nil if that is known.
    var unknownMovie: String?
    /// Whether the movie may still come, so that the photo is not deleted.
    var awaitsMovie = false
    /// The file as it was when its movie was looked for; nil if that was not done, or long ago.
    package var stamp: FileStamp?

    /// The paths of the photo and of its movie.
    var paths: [String] { [path] + (movie.map { [$0.path] } ?? []) }

    /// A photo without a movie.
    public init(path: String, input: String, output: String) {
      self.path = path
      self.input = input
      self.output = output
    }
  }

  /// The movie of a Live Photo.
  public struct Movie: Sendable, Equatable {
    /// The path of the movie.
    public var path: String
    /// The name by which the manifest knows the movie.
    public var input: String
    /// The file as it was when it was all there; nil if nobody looked.
    package var stamp: FileStamp?

    /// A movie, whose file has not been looked at.
    public init(path: String, input: String) {
      self.path = path
      self.input = input
    }
  }

  /// What became of a file.
  public struct Result: Sendable {
    /// The file that it is about.
    public var file: File
    /// What became of each of its pictures; one failure if the file cannot be read. Empty if
    /// nothing had to be done.
    public var pictures: [Swift.Result<ConversionResult, ConversionError>] = []
    /// What became of the movie; nil if the file has none that was to be carried along.
    public var movie: Swift.Result<MovieResult, ConversionError>?
    /// What became of the file itself, if originals are to be deleted.
    public var original: ManifestRecord.Original?
    /// Whether the file stays because something failed that was needed to decide on it.
    public var isOriginalUndecided = false
    /// Whether an earlier run had done it already.
    public var isUnchanged = false
    /// Why the file is not all there yet, and was left for later; nil if it is all there.
    public var missingEnd: String?
    /// Whether another program was changing the file or its movie, so that it was left for later.
    public var isLeft = false
    /// How long the work on it took, by its stages.
    public var stages = StageTimes()
    /// How long the work on it took, in seconds.
    public var seconds: Double { stages.total / .seconds(1) }

    /// Nothing yet.
    package init(file: File) { self.file = file }

    /// The errors of its pictures and of its movie.
    public var failures: [ConversionError] {
      let movies: [ConversionError] = if case .failure(let error)? = movie { [error] } else { [] }
      return pictures.compactMap { if case .failure(let error) = $0 { error } else { nil } }
        + movies
    }
    /// The pictures that were converted.
    public var results: [ConversionResult] { pictures.compactMap { try? $0.get() } }
    /// The paths of what was written now.
    var written: [String] {
      let pictures = results.filter { $0.action != .inPlace }.map(\.output)
      guard case .success(let movie)? = movie, movie.action.isFile else { return pictures }
      return pictures + [movie.output]
    }
  }

  /// How far a run is.
  public struct Progress: Sendable {
    /// The number of files of the run.
    public var total = 0
    /// How many of them are done, in whatever way.
    public var done = 0
    /// How many of them failed.
    public var failed = 0
    /// How many of them an earlier run had done.
    public var unchanged = 0
    /// How long the run has taken so far, in seconds.
    public var seconds: Double = 0
    /// The movies that are being converted, by their paths, and how far each is.
    public var movies: [String: MovieProgress] = [:]
    /// The bytes of all files of the run; 0 if nobody counted.
    var byteCount = 0
    /// Those of the files that are done now.
    var doneByteCount = 0
    /// Those of the files that an earlier run had done.
    var unchangedByteCount = 0

    /// How many files are done in a second; those that an earlier run had done do not count.
    public var rate: Double { seconds > 0 ? Double(done - unchanged) / seconds : 0 }
    /// How long the rest will take, in seconds; nil as long as nothing is known. Of movies, bytes tell more
    /// than files.
    public var timeLeft: Double? {
      guard byteCount > 0 else { return rate > 0 ? Double(total - done) / rate : nil }
      let done =
        Double(doneByteCount) + movies.values.reduce(0) { $0 + $1.part * Double($1.byteCount) }
      let left = Double(byteCount - unchangedByteCount) - done
      return done > 0 && seconds > 0 ? left / done * seconds : nil
    }
  }
}
