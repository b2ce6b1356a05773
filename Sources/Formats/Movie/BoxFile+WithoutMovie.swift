package import ISOBMFF

extension BoxFile {
  /// Why a file without a `moov` box is not read as a movie, and what can be done, as a sentence without a subject.
  package var reasonForNoMovie: String {
    let kind = FileKind(bytes)
    // Movies in other containers become MP4 files.
    if ForeignContainer(bytes) != nil, let refusal = kind.refusal(of: bytes) { return refusal }
    if let refusal = kind.refusalAsMovie { return refusal }
    let types = Set(boxes.map(\.type))
    if types.contains("moof") {
      return "has fragments, and no moov box, which is in the initialization segment of the stream"
    }
    if types.contains("mdat"), !types.contains("meta") {
      return
        "has media data, and no moov box, which describes it: a truncated recording can be rebuilt with boxwalk repair --like"
    }
    return "is not a movie: it has no moov box"
  }
}
