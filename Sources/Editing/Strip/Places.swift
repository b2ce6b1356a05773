import ISOBMFF
import StillMetadata

/// The coordinates that metadata held, as bytes: none of them may be found again.
struct Places {
  private(set) var patterns: Set<[UInt8]> = []

  /// Adds the places of GPS directories: three fractions each for latitude and longitude.
  mutating func add(exif tiff: Bytes) {
    for entry in (try? TIFFFile(tiff))?[.gps]?.entries ?? []
    where (entry.tag == 2 || entry.tag == 4) && entry.value.count >= 16 {
      // Zeros, and what divides nothing by one, are in every file.
      guard entry.value.count(where: { $0 > 1 }) > 2 else { continue }
      patterns.insert(Array(entry.value))
    }
  }

  /// Texts of properties; short ones are words like any other.
  mutating func add(texts: [[UInt8]]) {
    for text in texts where text.count >= 8 && text.contains(where: { (0x31...0x39).contains($0) })
    {
      if text.count(where: { (0x30...0x39).contains($0) }) >= 6 { patterns.insert(text) }
    }
  }

  /// A text that may be a place in the form of ISO 6709. Others write the same place with another
  /// altitude, or none.
  mutating func add(text: some Collection<UInt8>) {
    let bytes = Array(text)
    guard let place = LocationWords.place(in: bytes, at: 0) else { return }
    let coordinates = bytes[place]
    guard coordinates.contains(where: { (0x31...0x39).contains($0) }) else { return }
    patterns.insert(Array(coordinates))
  }

  /// Longitude and latitude as `loci` has them.
  mutating func add(_ location: LocationInformationBox) {
    guard location.longitude != 0 || location.latitude != 0 else { return }
    patterns.insert(
      [location.longitude, location.latitude].flatMap { number in
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
      })
  }

  var search: ByteSearch { ByteSearch(patterns, findsPlaces: false) }
}
