public import Conversion
package import Files
public import WorkerClient

extension Batch {
  /// A file to convert: a photo, with its movie if it is the still of a Live Photo; or a movie.
  public struct File: Sendable, Equatable {
    /// The path of the photo.
    public var path: String
    /// The name of the photo in the manifest.
    public var input: String
    /// The path of the output; if there is an output folder, it is inside it.
    public var output: String
    /// Whether the file is a movie.
    public var isMovie = false
    /// The movie, if the file is the still of a Live Photo.
    public var movie: Movie?
    /// The reason why it is unknown whether the photo has a movie; nil if it is known.
    package var unknownMovie: String?
    /// Whether the movie may still come, so that the photo is not deleted.
    var awaitsMovie = false
    /// The stamp of the file when its movie was searched for; nil if this was not done, or long ago.
    package var stamp: FileStamp?

    /// The paths of the photo and of its movie.
    var paths: [String] { [path] + (movie.map { [$0.path] } ?? []) }
    /// The part that is in another file beside it, and in no output: an edit in Apple's Photos; nil if there is none.
    package var part: String? {
      let stem = path.splitAtExtension.stem
      let isThere = ["AAE", "aae"].contains { (try? FileStamp("\(stem).\($0)")) != nil }
      return isThere ? "the edit in its AAE file" : nil
    }

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
    /// The name of the movie in the manifest.
    public var input: String
    /// The state of the complete file; nil if it was not checked.
    package var stamp: FileStamp?

    /// A movie whose file has not been opened yet.
    public init(path: String, input: String) {
      self.path = path
      self.input = input
    }
  }

  /// The result for a file.
  public struct Result: Sendable {
    /// The file.
    public var file: File
    /// The result for each of its images; one failure if the file cannot be read. Empty if nothing had to be
    /// done.
    public var pictures: [Swift.Result<ConversionResult, ConversionError>] = []
    /// The result for the movie of a Live Photo; nil if there is none to copy.
    public var movie: Swift.Result<MovieResult, ConversionError>?
    /// What happened to the original; nil if originals are not to be deleted.
    public var original: ManifestRecord.Original?
    /// Whether the original is kept because the check whether it can be deleted failed.
    public var isOriginalUndecided = false
    /// Whether an earlier run had already converted the file.
    public var isUnchanged = false
    /// Whether the manifest did not have its outputs, which were proven to be its own.
    public var isAdopted = false
    /// Why the file is still incomplete, and was postponed; nil if it is complete.
    public var missingEnd: String?
    /// Whether the file was postponed because another program was changing it or its movie.
    public var isLeft = false
    /// The times of the stages of the work.
    public var stages = StageTimes()
    /// The time of the work, in seconds.
    public var seconds: Double { stages.total / .seconds(1) }

    /// A result without outputs.
    package init(file: File) { self.file = file }

    /// The errors of its images and of its movie.
    public var failures: [ConversionError] {
      let movies: [ConversionError] = if case .failure(let error)? = movie { [error] } else { [] }
      return pictures.compactMap { if case .failure(let error) = $0 { error } else { nil } }
        + movies
    }
    /// The images that were converted.
    public var results: [ConversionResult] { pictures.compactMap { try? $0.get() } }
    /// Names a part that no output has.
    mutating func leave(_ part: String, _ options: ConversionOptions) {
      pictures = pictures.map { picture in
        picture.map { made in
          var made = made
          if made.action != .inPlace { made.leave([part], options) }
          return made
        }
      }
    }

    /// The paths of the files that were written now.
    var written: [String] {
      let pictures = results.filter { $0.action != .inPlace }.map(\.output)
      guard case .success(let movie)? = movie, movie.action.isFile else { return pictures }
      return pictures + [movie.output]
    }
  }

  /// The progress of a run.
  public struct Progress: Sendable {
    /// The number of files of the run.
    public var total = 0
    /// The number of finished files, with any results.
    public var done = 0
    /// The number of files that failed.
    public var failed = 0
    /// The number of files that an earlier run had converted.
    public var unchanged = 0
    /// The time since the start of the run, in seconds.
    public var seconds: Double = 0
    /// The progress of each movie that is being converted, by its path.
    public var movies: [String: MovieProgress] = [:]
    /// The bytes of all files of the run; 0 if they were not counted.
    var byteCount = 0
    /// The bytes of the files that are done.
    var doneByteCount = 0
    /// The bytes of the files that an earlier run had done.
    var unchangedByteCount = 0

    /// The number of files per second, without those that an earlier run had converted.
    public var rate: Double { seconds > 0 ? Double(done - unchanged) / seconds : 0 }
    /// The expected time for the rest, in seconds; nil as long as it is unknown. For movies, it is estimated from
    /// bytes and not from files.
    public var timeLeft: Double? {
      guard byteCount > 0 else { return rate > 0 ? Double(total - done) / rate : nil }
      let done =
        Double(doneByteCount) + movies.values.reduce(0) { $0 + $1.part * Double($1.byteCount) }
      let left = Double(byteCount - unchangedByteCount) - done
      return done > 0 && seconds > 0 ? left / done * seconds : nil
    }
  }
}
