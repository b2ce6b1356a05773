/// The places of a disk that can be in the middle of a JPEG picture. Each place is read once, for all pictures.
final class PictureDataPlaces {
  private let image: DiskImage
  private var known: [Int: Bool] = [:]

  /// Other bytes soon have a marker that scans do not have: of random bytes, about one in 300 starts one.
  private static let length = 4096

  init(_ image: DiskImage) { self.image = image }

  /// Whether the bytes from a place on can be of a scan.
  func contains(_ place: Int) -> Bool {
    if let known = known[place] { return known }
    let isPossible = canBeScan(image.read(place..<place + PictureDataPlaces.length))
    known[place] = isPossible
    return isPossible
  }

  private func canBeScan(_ bytes: [UInt8]) -> Bool {
    // The byte before them may be FF.
    if let first = bytes.first, PictureDataPlaces.endsScan(first) { return true }
    for index in bytes.indices.dropLast() where bytes[index] == 0xFF {
      let code = bytes[index + 1]
      if PictureDataPlaces.endsScan(code) { return true }
      guard [0, 0xFF].contains(code) || (0xD0...0xD7).contains(code) else { return false }
    }
    // Unused parts of a disk, which some tables take for a picture without end.
    return bytes.contains { $0 != 0 }
  }

  /// Whether a marker can follow a scan. The bytes after it are of another kind.
  private static func endsScan(_ code: UInt8) -> Bool {
    [0xC4, 0xCC, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD].contains(code)
  }
}
