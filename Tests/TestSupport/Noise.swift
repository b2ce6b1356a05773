/// Numbers without order that are the same in every run (xorshift).
public struct Noise: RandomNumberGenerator {
  var state: UInt64

  public init(state: UInt64) { self.state = state }

  public mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
