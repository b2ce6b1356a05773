import HEIF
import ISOBMFF

/// The offsets of the samples of an uncompressed image, in the order of its interleave type (ISO/IEC 23001-17
/// §5.2.1.6).
struct UncompressedLayout {
  /// Samples that follow each other in one row of a tile.
  struct Line {
    var byteCount: Int
    /// The samples of each component, from left to right.
    var positions: [[SamplePosition]]
  }

  /// Rows of a tile, with the same lines in each.
  struct Part {
    var lines: [Line]
    var rowCount: Int
    var rowBytes: Int { lines.reduce(0) { $0 + $1.byteCount } }
  }

  private let format: UncompressedFormat
  private(set) var parts: [Part] = []
  /// The start of each part: in a tile, or among the same parts of all tiles.
  private var starts: [Int] = []
  /// The distance to the same part of the next tile.
  private var strides: [Int] = []
  /// The bytes of the image, up to the last sample.
  private(set) var byteCount = 0
  /// The same with what fills up the last tile.
  private(set) var capacity = 0

  /// The memory that the positions of a row take, while they are made.
  static func memory(_ format: UncompressedFormat) -> Int {
    format.tileSize.width * format.components.count * MemoryLayout<SamplePosition>.stride * 3
  }

  init(_ format: UncompressedFormat) throws(CodecError) {
    self.format = format
    let size = format.tileSize
    let indices = Array(format.components.indices)
    switch format.interleave {
    case .component, .tileComponent:
      for index in indices { try add([[index]]) }
    case .mixed:
      // Both chroma components follow each other sample by sample, where the first of them would be.
      let chroma = indices.filter { format.components[$0].isChroma }
      for index in indices where !chroma.dropFirst().contains(index) {
        try add([chroma.first == index ? chroma : [index]])
      }
    case .row: try add(indices.map { [$0] })
    case .pixel: try add([indices])
    case .multiY:
      let line = try line(indices, repeats: size.width / format.sampling.factors.horizontal)
      parts.append(Part(lines: [line], rowCount: size.height))
    }
    try setStarts()
  }

  /// The start of a part of a tile.
  func start(ofPart part: Int, tile: Int) -> Int { starts[part] + strides[part] * tile }

  private mutating func add(_ lines: [[Int]]) throws(CodecError) {
    let first = format.components[lines[0][0]]
    let (horizontal, vertical) = first.isChroma ? format.sampling.factors : (1, 1)
    var part = Part(lines: [], rowCount: format.tileSize.height / vertical)
    for indices in lines {
      // If chroma has separate rows, their alignment is smaller by the same factor as the rows are.
      let isAlone = format.interleave == .component
      part.lines.append(
        try line(
          indices, repeats: format.tileSize.width / horizontal,
          alignedBy: isAlone ? horizontal : 1))
    }
    parts.append(part)
  }

  private func line(
    _ indices: [Int], repeats: Int, alignedBy share: Int = 1
  ) throws(CodecError) -> Line {
    var packing = UncompressedPacking(format.configuration)
    for _ in 0..<repeats {
      for index in indices { try packing.add(format.components[index]) }
      try packing.endPixel()
    }
    let byteCount = packing.end(alignment: Int(format.configuration.rowAlignSize) / share)
    var positions = [[SamplePosition]](repeating: [], count: format.components.count)
    for (number, position) in packing.positions.enumerated() {
      positions[indices[number % indices.count]].append(position)
    }
    return Line(byteCount: byteCount, positions: positions)
  }

  private mutating func setStarts() throws(CodecError) {
    // No file has more; the limit avoids overflow in the following calculations.
    guard parts.allSatisfy({ $0.rowBytes <= 1 << 40 }) else { throw UncompressedLayout.excess }
    let alignment = Int(format.configuration.tileAlignSize)
    let isTileComponent = format.interleave == .tileComponent
    let sizes = parts.map { $0.rowBytes * $0.rowCount }
    let tileCount = format.tileColumns * format.tileRows
    let tileBytes = aligned(sizes.reduce(0, +), to: alignment)
    for size in sizes {
      starts.append(capacity)
      strides.append(isTileComponent ? aligned(size, to: alignment) : tileBytes)
      let (bytes, overflow) = (strides.last ?? 0).multipliedReportingOverflow(by: tileCount)
      guard !overflow, bytes < 1 << 56 else { throw UncompressedLayout.excess }
      capacity += isTileComponent ? bytes : size
    }
    byteCount = (starts.last ?? 0) + (strides.last ?? 0) * (tileCount - 1) + (sizes.last ?? 0)
    if !isTileComponent { capacity = tileBytes * tileCount }
  }

  private static var excess: CodecError { CodecError("has more bytes than a file can have") }
}
