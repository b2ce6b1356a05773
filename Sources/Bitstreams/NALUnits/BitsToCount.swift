/// `Ceil( Log2( count ) )`: the number of bits that distinguish this number of values.
package func bitsToCount<Number: FixedWidthInteger>(to count: Number) -> Int {
  count > 1 ? Number.bitWidth - (count - 1).leadingZeroBitCount : 0
}
