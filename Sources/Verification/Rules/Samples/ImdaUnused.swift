import ISOBMFF
import Movie

enum ImdaUnused: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 14496-12 §8.7.2"
  static let sentence = "A track names each number of media data."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    // A segment does not say what its tracks name.
    guard file.movie?.isSegment == false else { return }
    let references = file.all(at: "moov", "trak", "mdia", "minf", "dinf", "dref")
      .flatMap { file.children(of: $0) }
    var used = Set(references.compactMap { $0.box[DataEntryImdaBox.self]?.imdaRefIdentifier })
    if references.contains(where: { $0.type == "snim" }) {
      used.formUnion(file.fragments.compactMap { $0.sequenceNumber?.value })
    }
    for (number, places) in file.mediaNumbers.sorted(by: { $0.key < $1.key })
    where !used.contains(number) {
      findings.add(
        at: places[0], field: ["imda_identifier"], "no track names the media data \(number)")
    }
  }
}

extension ExaminedFile {
  /// The `imda` boxes by their numbers, in the order of the file.
  var mediaNumbers: [UInt32: [ExaminedBox]] {
    Dictionary(
      all("imda").compactMap { place in
        place.box[IdentifiedMediaDataBox.self].map { ($0.imdaIdentifier, [place]) }
      }, uniquingKeysWith: +)
  }
}
