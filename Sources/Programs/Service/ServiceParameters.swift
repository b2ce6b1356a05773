/// The members of `params`. A method requests each of its parameters by name and type.
package struct ServiceParameters {
  private var values: [String: ServiceRequest.Value]

  package init(_ values: [String: ServiceRequest.Value]) { self.values = values }

  package mutating func text(_ name: String) throws(ServiceError) -> String? {
    switch values.removeValue(forKey: name) {
    case nil, .null: return nil
    case .text(let text): return text
    default: throw ServiceError(.parameters, "\(name) has to be a text")
    }
  }

  package mutating func requiredText(_ name: String) throws(ServiceError) -> String {
    guard let text = try text(name), !text.isEmpty else {
      throw ServiceError(.parameters, "\(name) is missing")
    }
    return text
  }

  package mutating func flag(_ name: String) throws(ServiceError) -> Bool {
    switch values.removeValue(forKey: name) {
    case nil, .null: return false
    case .bool(let flag): return flag
    default: throw ServiceError(.parameters, "\(name) has to be true or false")
    }
  }

  package mutating func number(_ name: String, in range: ClosedRange<Double>) throws(ServiceError)
    -> Double?
  {
    switch values.removeValue(forKey: name) {
    case nil, .null: return nil
    case .number(let number) where range.contains(number): return number
    default:
      throw ServiceError(
        .parameters, "\(name) has to be a number from \(range.lowerBound) to \(range.upperBound)")
    }
  }

  package mutating func integer(_ name: String, in range: ClosedRange<Int>) throws(ServiceError)
    -> Int?
  {
    switch values.removeValue(forKey: name) {
    case nil, .null: return nil
    case .number(let number):
      if let integer = Int(exactly: number), range.contains(integer) { return integer }
      fallthrough
    default:
      throw ServiceError(
        .parameters,
        "\(name) has to be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
  }

  package mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String
  ) throws(ServiceError) -> Choice? {
    guard let text = try text(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw ServiceError(.parameters, "\(name) has to be one of \(names)")
    }
    return choice
  }

  /// Refuses parameters that no method has read: a misspelt name would be ignored silently.
  package func finish() throws(ServiceError) {
    guard let name = values.keys.min() else { return }
    throw ServiceError(.parameters, "there is no parameter \(name)")
  }
}
