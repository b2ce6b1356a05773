/// An error in a field, with the reason, the offset in the file, and the path of the field.
public struct FieldError: Error, Equatable, Sendable {
  /// What went wrong.
  public enum Reason: Equatable, Sendable {
    /// The bytes end within the field.
    case truncated(neededBits: Int, availableBits: Int)
    /// Bytes start within a byte, where a byte boundary is asked for.
    case unaligned
    /// The structure has a version whose syntax is not known.
    case unsupportedVersion(UInt8, supported: ClosedRange<UInt8>)
    /// The value needs more bits than the field, or the type that holds it, has.
    case doesNotFit(value: UInt64, bits: Int)
    /// A number has this many bits, but at most 64 can be read.
    case unsupportedWidth(bits: Int)
    /// The size field of a box is smaller than the box's own header.
    case sizeBelowHeader(UInt64)
    /// The stated size of a box exceeds that of its container.
    case sizeBeyondEnd(size: UInt64, available: Int)
    /// The file needs more than this limit allows; `needed` is a value of it that may do.
    case exceedsLimit(name: Limit, limit: Int, needed: Int)
    /// The count of elements exceeds the number of bits.
    case countBeyondEnd(count: Int, availableBits: Int)
    /// The bytes were not read, for a reason that is a part of a sentence about the file; see
    /// ``ByteSource/problem``.
    case notRead(String)
    /// Any other error that only the structure can detect, as a sentence.
    case invalid(String)
  }

  /// The limits of ``DecodeLimits``, by the name under which the command raises them.
  public enum Limit: String, Sendable { case depth, elements }

  /// What went wrong.
  public var reason: Reason
  /// The offset of the failing field, counted from the first byte of the file.
  public var offset: Int
  /// Outermost first: `["iloc", "items[2]", "extent_offset"]`.
  public var path: [String]

  /// An error in the field at `path` whose first byte is at `offset` of the file.
  public init(_ reason: Reason, offset: Int, path: [String] = []) {
    self.reason = reason
    self.offset = offset
    self.path = path
  }

  /// The same error seen from one level further out. Costs nothing until something fails.
  package func nested(in component: String) -> FieldError {
    FieldError(reason, offset: offset, path: [component] + path)
  }
}

extension FieldError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .truncated(let needed, let available) where needed % 8 == 0 && available % 8 == 0:
      "the field needs \(counted(needed / 8, "byte")), but \(left(available / 8))"
    case .truncated(let needed, let available):
      "the field needs \(counted(needed, "bit")), but \(left(available))"
    case .unaligned: "the field starts within a byte, where it should start on a byte boundary"
    case .unsupportedVersion(let version, let supported):
      supported.count == 1
        ? "version \(version) is not known, only version \(supported.lowerBound)"
        : "version \(version) is not known, only \(supported.lowerBound) to \(supported.upperBound)"
    case .doesNotFit(let value, let bits):
      "the value \(value) does not fit into \(counted(bits, "bit"))"
    case .unsupportedWidth(let bits): "a number of \(bits) bits is wider than 64"
    case .sizeBelowHeader(let size): "the box size \(size) is smaller than the box's own header"
    case .sizeBeyondEnd(let size, let available):
      "the box says that it has \(counted(size, "byte")), but \(left(available))"
    case .exceedsLimit(let name, let limit, let needed):
      "the file needs \(grouped(needed)) \(name.rawValue), over the limit of \(grouped(limit)); "
        + "--limit \(name.rawValue)=\(needed) raises it"
    case .countBeyondEnd(let count, let available):
      "the list states \(counted(count, "element")), but only \(counted(available / 8, "byte")) "
        + "\(available / 8 == 1 ? "is" : "are") left for them"
    case .notRead(let problem): "these bytes were not read, because the file \(problem)"
    case .invalid(let sentence): sentence
    }
  }

  private func left(_ count: Int) -> String {
    switch count {
    case 0: "none is left"
    case 1: "only 1 is left"
    default: "only \(grouped(count)) are left"
    }
  }
}

extension FieldError: CustomStringConvertible {
  public var description: String {
    "\(path.isEmpty ? "" : path.joined(separator: "/") + " ")at byte \(offset): \(reason)"
  }
}
