/// `512M`, `2G`
package struct MemorySize: ExplainedArgument {
  package static let form = "a number of bytes above 0, such as 512M or 2G"

  package var byteCount: UInt64

  package init?(argument: String) {
    let units: [Character: UInt64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
    guard let last = argument.last else { return nil }
    let unit = units[Character(last.uppercased())]
    guard let number = Double(unit == nil ? argument[...] : argument.dropLast()), number > 0,
      number < 1e9
    else { return nil }
    byteCount = UInt64(number * Double(unit ?? 1))
  }
}
