/// Writes JSON (RFC 8259) as it is produced, so that a dump of any size needs no tree in memory.
public struct JSONWriter {
  private let output: Output
  /// For each open array or object, whether it has an element already.
  private var hasElement: [Bool] = []
  private var isAfterKey = false

  public init(_ output: Output) { self.output = output }

  private mutating func separate() {
    if isAfterKey {
      isAfterKey = false
      return
    }
    if let last = hasElement.last {
      if last { output.put(",") }
      hasElement[hasElement.count - 1] = true
    }
  }

  private mutating func raw(_ text: String) {
    separate()
    output.put(text)
  }

  public mutating func open(_ bracket: Bracket) {
    raw(bracket == .object ? "{" : "[")
    hasElement.append(false)
  }

  public mutating func close(_ bracket: Bracket) {
    hasElement.removeLast()
    output.put(bracket == .object ? "}" : "]")
  }

  public enum Bracket: Sendable { case object, array }

  public mutating func key(_ name: String) {
    separate()
    output.put(JSONWriter.quoted(name) + ":")
    isAfterKey = true
  }

  public mutating func string(_ value: String) { raw(JSONWriter.quoted(value)) }
  public mutating func integer(_ value: some BinaryInteger) { raw("\(value)") }
  public mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
  public mutating func null() { raw("null") }
  /// JSON has no infinities and no NaN: they become null.
  public mutating func number(_ value: Double) { raw(value.isFinite ? "\(value)" : "null") }

  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
