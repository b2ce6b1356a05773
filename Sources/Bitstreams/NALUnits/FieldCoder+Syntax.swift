package import FieldCoding

/// Phrases that the syntax of parameter sets repeats.
extension FieldCoder {
  /// `name u(1)`: whether `value` follows, here or further on. From here on it is nil or not.
  package mutating func presence<Value>(
    _ name: StaticString, of value: inout Value?, blank: @autoclosure () -> Value
  ) throws(FieldError) {
    var isPresent = value != nil
    try flag(name, &isPresent)
    if !isPresent { value = nil } else if value == nil { value = blank() }
  }

  /// `if (name) { group }`, after ``presence(_:of:blank:)``.
  package mutating func group<Value>(
    _ name: String, _ value: inout Value?,
    _ fields: (inout Value, inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    guard var present = value else { return }
    try within(name) { (f) throws(FieldError) in try fields(&present, &f) }
    value = present
  }

  /// `if (name) { structure }`, after ``presence(_:of:blank:)``.
  package mutating func group<Value: FieldCodable>(
    _ name: String, _ value: inout Value?
  ) throws(FieldError) {
    try group(name, &value) { (value, f) throws(FieldError) in try value.fields(&f) }
  }

  /// `name u(1)`, and if it is 1, the fields that depend on it.
  package mutating func optional<Value>(
    _ name: StaticString, _ value: inout Value?, blank: @autoclosure () -> Value,
    _ fields: (inout Value, inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    try presence(name, of: &value, blank: blank())
    guard var present = value else { return }
    try fields(&present, &self)
    value = present
  }

  /// `ue(v)` on which other fields depend: how many they are, or how wide.
  ///
  /// - Parameter clause: the standard and its clause that sets the bound.
  package mutating func ue(
    _ name: StaticString, _ value: inout UInt32, atMost bound: UInt32, _ clause: StaticString,
    as format: FieldFormat = .decimal
  ) throws(FieldError) {
    let start = offset
    try ue(name, &value, as: format)
    try check(name, value, atMost: bound, clause, at: start)
  }

  /// `u(n)` that may not take every value of its width.
  package mutating func uint(
    _ bits: Int, _ name: StaticString, _ value: inout UInt32, atMost bound: UInt32,
    _ clause: StaticString
  ) throws(FieldError) {
    let start = offset
    try uint(bits, name, &value)
    try check(name, value, atMost: bound, clause, at: start)
  }

  /// `u(n)` where every value has a case.
  package mutating func choice<Value: RawRepresentable<UInt8>>(
    _ bits: Int, _ name: StaticString, _ value: inout Value, as format: FieldFormat = .decimal
  ) throws(FieldError) {
    let start = offset
    var raw = value.rawValue
    try uint(bits, name, &raw, as: format)
    guard let known = Value(rawValue: raw) else {
      throw FieldError(
        .invalid("\(raw) is not a known value"), offset: start, path: ["\(name)"])
    }
    value = known
  }

  private func check(
    _ name: StaticString, _ value: UInt32, atMost bound: UInt32, _ clause: StaticString,
    at start: Int
  ) throws(FieldError) {
    guard value > bound else { return }
    throw FieldError(
      .invalid("is \(value), but \(clause) allows at most \(bound)"), offset: start,
      path: ["\(name)"])
  }

  /// A list whose length follows from other fields. While writing, the list must have this length.
  package mutating func list<Element>(
    _ name: StaticString, _ array: inout [Element], exactly count: Int, blank: Element,
    _ fields: (inout Element, inout FieldCoder) throws(FieldError) -> Void
  ) throws(FieldError) {
    try checkCount(name, array.count, count)
    try list(name, &array, count: .exactly(count), of: blank, fields)
  }

  /// `name[] u(n)`, where other fields state the number: in a value that we write, they have to agree.
  package mutating func numbers<Value: FixedWidthInteger & UnsignedInteger>(
    _ bits: Int, _ name: StaticString, _ array: inout [Value], exactly count: Int
  ) throws(FieldError) {
    try checkCount(name, array.count, count)
    try list(bits, name, &array, count: .exactly(count))
  }

  /// While encoding: refuses a list that has not the length that other fields tell.
  package func checkCount(
    _ name: StaticString, _ found: Int, _ count: Int
  ) throws(FieldError) {
    guard !isDecoding, found != count else { return }
    throw error(
      .invalid(
        "there \(found == 1 ? "is" : "are") \(counted(found, "element")), but the fields before say \(count)"
      )
    )
    .nested(in: "\(name)")
  }
}
