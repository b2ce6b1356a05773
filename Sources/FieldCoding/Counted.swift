/// A number with what it counts, in words that agree with it: `1 byte`, `2 bytes`.
///
/// - Parameters:
///   - one: what is counted, and if need be what it does: "more byte follows".
///   - many: the same of several; nil where an s does.
///   - digits: how the number is written.
package func counted<Number: BinaryInteger>(
  _ number: Number, _ one: String, _ many: String? = nil, digits: (Number) -> String = { "\($0)" }
) -> String {
  "\(digits(number)) \(number == 1 ? one : many ?? one + "s")"
}
