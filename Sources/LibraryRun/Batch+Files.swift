public import StillConversion
package import SystemAccess
public import WorkerClient

extension Batch {
  public struct File: Sendable, Equatable {
    public var path: String
    /// By which the manifest knows it.
    public var input: String
    /// Below the output folder; without one, a path.
    public var output: String
    /// The movie, if the file is the still of a Live Photo.
    public var movie: Movie?
    /// Whether its movie may still come, so that it does not go.
    public var awaitsMovie = false
    /// As it was when its movie was looked for; nil if that was not done, or long ago.
    package var stamp: FileStamp?

    /// Its own, and that of its movie.
    var paths: [String] { [path] + (movie.map { [$0.path] } ?? []) }

    public init(path: String, input: String, output: String) {
      self.path = path
      self.input = input
      self.output = output
    }
  }

  public struct Movie: Sendable, Equatable {
    public var path: String
    /// By which the manifest knows it.
    public var input: String
    /// As it was when it was all there; nil if nobody looked.
    package var stamp: FileStamp?

    public init(path: String, input: String) {
      self.path = path
      self.input = input
    }
  }

  /// What became of a file.
  public struct Result: Sendable {
    public var file: File
    /// Of each of its pictures; one failure if the file cannot be read. Empty if nothing had to be done.
    public var pictures: [Swift.Result<ConversionResult, ConversionError>] = []
    /// Nil if the file has none that was to be carried along.
    public var movie: Swift.Result<MovieResult, ConversionError>?
    /// What became of the file itself, if originals are to be deleted.
    public var original: ManifestRecord.Original?
    /// An earlier run has done it.
    public var isUnchanged = false
    /// Why it is not all there yet, and was left for later.
    public var missingEnd: String?
    /// Somebody was changing it, or its movie, so that it was left for later.
    public var isLeft = false
    public var seconds: Double = 0

    public var failures: [ConversionError] {
      let movies: [ConversionError] = if case .failure(let error)? = movie { [error] } else { [] }
      return pictures.compactMap { if case .failure(let error) = $0 { error } else { nil } }
        + movies
    }
    public var results: [ConversionResult] { pictures.compactMap { try? $0.get() } }
  }

  /// How far a run is.
  public struct Progress: Sendable {
    public var total = 0
    public var done = 0
    public var failed = 0
    public var unchanged = 0
    public var seconds: Double = 0

    /// Files in a second, apart from those that were there.
    public var rate: Double { seconds > 0 ? Double(done - unchanged) / seconds : 0 }
    /// In seconds; nil as long as nothing is known.
    public var timeLeft: Double? { rate > 0 ? Double(total - done) / rate : nil }
  }
}
