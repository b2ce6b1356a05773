import FieldCoding

/// A sink that remembers what it is told.
final class FieldRecorder: FieldSink {
  struct Field: Equatable {
    /// Groups and field, outermost first.
    var path: String
    var name: String
    var value: FieldValue
    var bits: Range<Int>
  }

  private(set) var fields: [Field] = []
  private(set) var damages: [FieldError] = []
  private var groups: [String] = []

  func open(_ group: FieldGroup) -> Bool {
    groups.append(group.name)
    return true
  }
  func close(_ group: FieldGroup) { groups.removeLast() }
  func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {
    let path = (groups + [name]).joined(separator: "/")
    fields.append(Field(path: path, name: name, value: value, bits: bits))
  }
  func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {}
  func damage(_ error: FieldError) { damages.append(error) }
}

extension FieldRecorder.Field {
  /// `16:vps_video_parameter_set_id=0`, as a trace has it; nil for what traces leave out.
  var traced: String? {
    // One field of ours, several of a trace's.
    guard name != "reserved_zero_2bits" else { return nil }
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
