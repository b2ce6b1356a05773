public import ArgumentParser
import CodecJob
import LoopMaking

/// `--format`
public enum ConvertFormat: String, ExpressibleByArgument, Sendable, CaseIterable {
  case jpeg, png, heic, avif, gif, webp

  /// The format of photos; nil if it is for movies alone.
  var picture: OutputFormat? { OutputFormat(rawValue: rawValue) }
  /// The format of loops; nil if it is for photos alone.
  var loop: LoopFormat? { LoopFormat(rawValue: rawValue) }
}
