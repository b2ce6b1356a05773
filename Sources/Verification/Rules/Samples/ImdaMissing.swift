import ISOBMFF
import Movie

enum ImdaMissing: Rule {
  static let severity = Severity.error
  static let clause = "ISO/IEC 14496-12 §8.7.2"
  static let sentence = "Media data that a track names by its number is in the file."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    let numbers = file.mediaNumbers
    var tracksOfFragments: Set<UInt32> = []
    for track in file.sampleTables {
      guard let place = file.first(in: track.place, "mdia", "minf", "dinf", "dref") else {
        continue
      }
      for entry in file.children(of: place) {
        if entry.type == "snim" { tracksOfFragments.insert(track.id) }
        // The media data of an initialization segment comes with its segments.
        guard let number = entry.box[DataEntryImdaBox.self]?.imdaRefIdentifier,
          numbers[number] == nil, file.movie?.isInitialization != true
        else { continue }
        findings.add(
          at: entry, field: ["imda_ref_identifier"],
          "the samples of track \(track.id) are in the media data \(number), but the file has no imda box with this number"
        )
      }
    }
    for fragment in file.fragments {
      guard let (place, number) = fragment.sequenceNumber, numbers[number] == nil,
        let track = fragment.tracks.first(where: { tracksOfFragments.contains($0.trackID) })
      else { continue }
      findings.add(
        at: place, field: ["sequence_number"],
        "the samples of track \(track.trackID) are in the media data of fragment \(number), but the file has no imda box with this number"
      )
    }
  }
}
