/// A number with a noun that agrees with it: `1 byte`, `2,000 bytes`.
///
/// - Parameters:
///   - one: the noun, perhaps with a verb: "more byte follows".
///   - many: the plural; nil if it only adds an s.
package func counted(_ number: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
  "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
}

/// The names of a list: `1`, `1 and 2`, `1, 2 and 3`.
package func listed(_ names: [String], _ conjunction: String = "and") -> String {
  guard names.count > 1, let last = names.last else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}
