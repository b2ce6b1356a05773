import ArgumentParser
import Conversion
import WorkerProtocol

/// `--format`
enum ConvertFormat: String, ExpressibleByArgument, Sendable, CaseIterable {
  case jpeg, png, heic, avif, gif, webp

  /// The format of photos; nil if it is only for movies.
  var picture: OutputFormat? { OutputFormat(rawValue: rawValue) }
  /// The format of loops; nil if it is only for photos.
  var loop: LoopFormat? { LoopFormat(rawValue: rawValue) }
}
