/// A number with a noun that agrees with it: `1 byte`, `2 bytes`.
///
/// - Parameters:
///   - one: the noun, perhaps with a verb: "more byte follows".
///   - many: the plural; nil if it only adds an s.
///   - digits: the text of the number.
package func counted<Number: BinaryInteger>(
  _ number: Number, _ one: String, _ many: String? = nil, digits: (Number) -> String = { "\($0)" }
) -> String {
  "\(digits(number)) \(number == 1 ? one : many ?? one + "s")"
}
