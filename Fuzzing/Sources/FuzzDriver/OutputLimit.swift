public import FieldCoding
public import Text

/// Traps if more is written than 100 times the bytes of an input, or than 1 MB if the input is small: the limits of
/// `Scripts/test-limits`.
public final class OutputLimit {
  private var left: Int

  public init(of input: Bytes) { left = max(1 << 20, 100 * input.count) }

  /// Counts bytes of an output.
  public func count(_ bytes: Int) {
    left -= bytes
    precondition(left >= 0, "writes more than 100 times the input")
  }

  /// Text of which only the bytes count.
  public var text: TextOutput { TextOutput { self.count($0.count) } }
}
