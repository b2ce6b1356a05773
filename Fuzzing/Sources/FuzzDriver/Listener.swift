public import FieldCoding

/// Makes words of all that it is told, as a report does.
public final class Listener: FieldSink {
  public private(set) var hasDamage = false

  public init() {}

  public func open(_ group: FieldGroup) -> Bool { true }
  public func close(_ group: FieldGroup) {}
  public func field(_ name: String, _ value: FieldValue, bits: Range<Int>) { _ = "\(value)" }

  public func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {
    for row in 0..<min(table.count, 4) {
      for column in table.columns.indices { _ = table[row, column] }
    }
  }

  public func damage(_ error: FieldError) {
    _ = "\(error)"
    hasDamage = true
  }
}
