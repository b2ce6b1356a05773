import ISOBMFF
import MotionPhotos
import Movie

enum SampleDataDamaged: Rule {
  static let severity = Severity.error
  static let clause =
    "ISO/IEC 14496-15 §4.3.3, ITU-T H.264 §7.4.1, H.265 §7.4.2, ISO/IEC 14496-3 §4.4.2"
  static let sentence =
    "The samples of a track are what an encoder writes: units that fill them, and codes without long runs of zeros."

  /// Damaged samples in a row.
  private struct Stretch {
    var first: Sample
    var last: Sample
    var damage: CodedData.Damage
  }

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    checkTracks(of: file, &findings)
    // The movie of a motion photo is a file of its own.
    if let movie = file.motionPhoto?.movie {
      checkTracks(of: ExaminedFile(movie, name: file.name), &findings)
    }
  }

  private static func checkTracks(of file: ExaminedFile, _ findings: inout Findings) {
    var budget = file.itemByteBudget
    for track in file.sampleTables {
      var stretch: Stretch?
      let forms = track.entries.map { CodedData($0.box) }
      guard forms.contains(where: { $0 != nil }) else { continue }
      for sample in track.track.samples.withBytes {
        // What a small sample costs besides its bytes.
        budget -= sample.fileRange.count + 8
        guard budget > 0, sample.location == .file(0),
          let data = file.bytes.part(sample.fileRange)
        else { break }
        let index = sample.descriptionIndex - 1
        let form = forms.indices.contains(index) ? forms[index] : nil
        if let damage = form?.damage(in: data) {
          if stretch == nil { stretch = Stretch(first: sample, last: sample, damage: damage) }
          stretch?.last = sample
        } else if let found = stretch {
          report(found, of: track, &findings)
          stretch = nil
        }
      }
      if let stretch { report(stretch, of: track, &findings) }
    }
  }

  private static func report(
    _ stretch: Stretch, of track: ExaminedSampleTables, _ findings: inout Findings
  ) {
    let (first, last) = (stretch.first, stretch.last)
    let isOne = first.index == last.index
    let samples = isOne ? "sample \(first.number)" : "samples \(first.number) to \(last.number)"
    let places = [first.compositionTime, last.compositionTime.addingSaturating(last.duration)]
    let times = places.compactMap { track.track.editList.start(ofMediaFrom: $0)?.seconds }
    let shown =
      times.first.map { start in
        isOne || times.count < 2
          ? " (at \(decimal(start, digits: 3)) s)"
          : " (\(decimal(start, digits: 3)) s to \(decimal(times[1], digits: 3)) s)"
      } ?? ""
    findings.add(
      at: track.entries.first ?? track.place, offset: stretch.damage.offset,
      "\(samples) of track \(track.id)\(shown) \(isOne ? "is" : "are") damaged: \(stretch.damage.words)"
        + (isOne ? "" : ", in the first of them"))
  }
}
