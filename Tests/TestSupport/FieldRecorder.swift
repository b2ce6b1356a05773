public import FieldCoding

/// A sink that records its input.
public final class FieldRecorder: FieldSink {
  public struct Field: Equatable, Sendable {
    /// Groups and field, outermost first.
    public var path: String
    public var name: String
    public var value: FieldValue
    public var bits: Range<Int>
  }

  public private(set) var fields: [Field] = []
  public private(set) var damages: [FieldError] = []
  private var groups: [String] = []

  public init() {}

  public func open(_ group: FieldGroup) -> Bool {
    groups.append(group.name)
    return true
  }
  public func close(_ group: FieldGroup) { groups.removeLast() }
  public func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    let path = (groups + [name]).joined(separator: "/")
    fields.append(Field(path: path, name: name, value: value, bits: bits))
  }
  public func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {}
  public func damage(_ error: FieldError) { damages.append(error) }
}

extension FieldRecorder.Field {
  /// `16:vps_video_parameter_set_id=0`, as a trace has it; nil for what traces leave out.
  public var traced: String? {
    let number: String
    switch value {
    case .uint(let value, _): number = "\(value)"
    case .int(let value, _): number = "\(value)"
    case .flag(let value): number = value ? "1" : "0"
    case .text, .bytes: return nil
    }
    return "\(bits.lowerBound):\(name.prefix { $0 != "[" })=\(number)"
  }
}
