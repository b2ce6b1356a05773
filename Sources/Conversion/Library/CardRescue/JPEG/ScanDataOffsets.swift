/// The offsets on a disk that can be in the middle of a JPEG image. What is at an offset is read once, for all images.
final class ScanDataOffsets {
  private let image: DiskImage
  private var known: [Int: Bool] = [:]

  /// Other bytes soon have a marker that scans do not have: of random bytes, about one in 300 starts one.
  private static let length = 4096

  init(_ image: DiskImage) { self.image = image }

  /// Whether the bytes from an offset on can be of a scan.
  func contains(_ offset: Int) -> Bool {
    if let known = known[offset] { return known }
    let isPossible = canBeScan(image.read(offset..<offset + ScanDataOffsets.length))
    known[offset] = isPossible
    return isPossible
  }

  private func canBeScan(_ bytes: [UInt8]) -> Bool {
    // The byte before them may be FF.
    if let first = bytes.first, ScanDataOffsets.endsScan(first) { return true }
    for index in bytes.indices.dropLast() where bytes[index] == 0xFF {
      let code = bytes[index + 1]
      if ScanDataOffsets.endsScan(code) { return true }
      guard [0, 0xFF].contains(code) || (0xD0...0xD7).contains(code) else { return false }
    }
    // Unused parts of a disk, which some tables take for an image without end.
    return bytes.contains { $0 != 0 }
  }

  /// Whether a marker can follow a scan. The bytes after it are of another kind.
  private static func endsScan(_ code: UInt8) -> Bool {
    [0xC4, 0xCC, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD].contains(code)
  }
}
