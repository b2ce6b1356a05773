/// What caused the failure of a job, so that callers know what else they can try.
public enum FailureCause: UInt8, Sendable {
  /// The input is damaged.
  case input
  /// The system could not read the input, which may be intact.
  case unreadable
  /// The encoder cannot write samples of so many bits: it can write those of 8.
  case depth
  /// The output could not be written.
  case output
  /// The input, which may be intact, cannot be decoded here: its form is not supported, or a library is missing.
  case unsupported
}
