/// What caused the failure of a job, so that callers know what else they can try.
public enum FailureCause: UInt8, Sendable {
  /// The input is damaged, or cannot be decoded here.
  case input
  /// The system could not read the input, which may be intact.
  case unreadable
  /// The encoder cannot write samples of so many bits: it can write those of 8.
  case depth
  /// The output could not be written.
  case output
}
