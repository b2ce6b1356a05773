import HEIF

/// Two decoders that must agree on every sample.
struct TileCrossCheck<
  First: TileDecoder & ~Copyable, Second: TileDecoder & ~Copyable
>: TileDecoder, ~Copyable {
  static var name: String { "\(First.name) and \(Second.name)" }

  /// Each is used while the other is, too.
  private final class Box<Decoder: TileDecoder & ~Copyable> {
    var decoder: Decoder
    init(_ decoder: consuming Decoder) { self.decoder = decoder }
  }
  private let first: Box<First>
  private let second: Box<Second>

  init(
    _ configuration: ImagePlan.DecoderConfiguration, size: ImagePlan.Size, budget: Int
  ) throws(CodecError) {
    let decoder = try First(configuration, size: size, budget: budget)
    let other = try Second(configuration, size: size, budget: budget)
    (first, second) = (Box(decoder), Box(other))
  }

  mutating func decode(
    _ data: [UInt8], _ body: (DecodedTile) throws(CodecError) -> Void
  ) throws(CodecError) {
    // Errors of the comparison are kept apart from errors of a decoder.
    var isFirstDone = false
    var isSecondDone = false
    var verdict: CodecError?
    do throws(CodecError) {
      try first.decoder.decode(data) { (tile) throws(CodecError) in
        isFirstDone = true
        try second.decoder.decode(data) { (other) throws(CodecError) in
          isSecondDone = true
          do throws(CodecError) {
            if let difference = tile.difference(from: other) {
              throw CodecError("\(First.name) and \(Second.name) disagree: \(difference)")
            }
            try body(tile)
          } catch { verdict = error }
        }
      }
    } catch {
      if isSecondDone { throw error }
      if isFirstDone {
        throw CodecError(
          "\(First.name) and \(Second.name) disagree: only the second reports: \(error.message)")
      }
      var other: CodecError?
      do throws(CodecError) { try second.decoder.decode(data) { _ in } } catch { other = error }
      if let other {
        throw CodecError("\(First.name): \(error.message); \(Second.name): \(other.message)")
      }
      throw CodecError(
        "\(First.name) and \(Second.name) disagree: only the first reports: \(error.message)")
    }
    if let verdict { throw verdict }
  }
}

extension DecodedTile {
  /// The first sample that is another in `other`, as words; nil if all are equal.
  func difference(from other: DecodedTile) -> String? {
    guard width == other.width, height == other.height else {
      return "\(width) × \(height) and \(other.width) × \(other.height)"
    }
    guard chroma == other.chroma, bitDepth == other.bitDepth else {
      return "\(chroma) with \(bitDepth) bits and \(other.chroma) with \(other.bitDepth) bits"
    }
    for (channel, (plane, second)) in zip(planes, other.planes).enumerated() {
      guard plane.width == second.width, plane.height == second.height else {
        return "plane \(channel) has different sizes"
      }
      for y in 0..<plane.height {
        guard let byte = plane.differingByte(second, y, plane.width * (bitDepth > 8 ? 2 : 1))
        else { continue }
        let x = bitDepth > 8 ? byte / 2 : byte
        return "plane \(channel) at \(x), \(y): \(plane.sample(x, y, bitDepth)) and "
          + "\(second.sample(x, y, bitDepth))"
      }
    }
    return nil
  }
}

extension DecodedTile.Plane {
  /// The first byte of a row that is another in `other`.
  fileprivate func differingByte(_ other: Self, _ y: Int, _ count: Int) -> Int? {
    // Both planes have `count` bytes in row `y`.
    let (a, b) = unsafe (base + y * stride, other.base + y * other.stride)
    let whole = count & ~7
    for start in Swift.stride(from: 0, to: whole, by: 8)
    where unsafe a.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      != b.loadUnaligned(fromByteOffset: start, as: UInt64.self)
    {
      return (start..<start + 8).first {
        unsafe a.load(fromByteOffset: $0, as: UInt8.self)
          != b.load(fromByteOffset: $0, as: UInt8.self)
      }
    }
    return (whole..<count).first {
      unsafe a.load(fromByteOffset: $0, as: UInt8.self)
        != b.load(fromByteOffset: $0, as: UInt8.self)
    }
  }

  /// A sample of the plane.
  fileprivate func sample(_ x: Int, _ y: Int, _ bitDepth: Int) -> Int {
    // The sample is inside of the plane, as the caller has seen.
    unsafe bitDepth > 8
      ? Int(base.loadUnaligned(fromByteOffset: y * stride + x * 2, as: UInt16.self))
      : Int(base.load(fromByteOffset: y * stride + x, as: UInt8.self))
  }
}
