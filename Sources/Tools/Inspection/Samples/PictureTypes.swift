package import ISOBMFF
package import Movie

/// The picture type of each sample of a video track, from the headers of its slices.
package struct PictureTypes {
  /// The division into units for the samples of each sample entry.
  private var codecs: [InspectedUnits?]
  private let isProtected: [Bool]
  /// Samples may share their bytes, but the sum of their sizes is limited.
  private var bytesLeft: Int

  package init(of track: Track, in file: BoxFile) {
    codecs = track.sampleEntries.map { InspectedUnits(configuredBy: $0.children) }
    isProtected = track.sampleEntries.map { Track.encryptedEntries.contains($0.type) }
    bytesLeft = file.bytes.count
  }

  /// `I`, `P` or `B`: the kind of slice that depends most on other pictures. Nil if it is unknown.
  package mutating func type(of sample: Sample, _ bytes: Bytes) -> String? {
    let entry = sample.descriptionIndex - 1
    guard codecs.indices.contains(entry), codecs[entry] != nil, bytesLeft >= bytes.count else {
      return nil
    }
    // If whole samples are encrypted, their headers cannot be read.
    if isProtected[entry], sample.encryption?.entry?.subsamples.isEmpty ?? true { return nil }
    bytesLeft -= bytes.count
    let units = (try? codecs[entry]?.units(in: bytes)) ?? []
    let kinds = units.compactMap { $0.pictureType.flatMap(PictureTypes.kind) }
    return kinds.max { $0.rank < $1.rank }?.name
  }

  private static func kind(_ picture: String) -> (rank: Int, name: String)? {
    switch picture {
    case "IDR", "BLA", "CRA", "I", "SI", "KEY_FRAME", "INTRA_ONLY_FRAME": (0, "I")
    case "P", "SP", "INTER_FRAME", "SWITCH_FRAME": (1, "P")
    case "B": (2, "B")
    default: nil
    }
  }
}
