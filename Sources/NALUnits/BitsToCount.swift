/// `Ceil( Log2( count ) )`: how many bits tell so many things apart.
package func bitsToCount<Number: FixedWidthInteger>(to count: Number) -> Int {
  count > 1 ? Number.bitWidth - (count - 1).leadingZeroBitCount : 0
}
