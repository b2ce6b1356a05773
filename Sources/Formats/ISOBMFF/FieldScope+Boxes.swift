extension FieldScope {
  /// Keeps the values that are needed for reading the boxes after `box`.
  mutating func learn(from box: Box) {
    switch box.type {
    case "ftyp":
      codecBrand = FourCC(rawValue: box[FileTypeBox.self]?.minorVersion ?? 0)
    case "hdlr":
      // QuickTime has a second handler, the data handler, between the media handler and `stsd`.
      guard let handler = box[HandlerBox.self], handler.predefined != "dhlr" else { return }
      handlerType = handler.handlerType
    case "tfhd":
      trackID = box[TrackFragmentHeaderBox.self]?.trackID ?? trackID
    case "saiz":
      guard let sizes = box[SampleAuxiliaryInformationSizesBox.self] else { return }
      sampleInformationSize =
        sizes.defaultSampleInfoSize > 0
        ? Int(sizes.defaultSampleInfoSize) : sizes.sizes.isEmpty ? nil : Int(sizes.sizes[0, 0])
    case "moov": learnEncryption(ofMovie: box)
    default: break
    }
  }

  /// Keeps the sizes of the initialisation vectors of each track.
  private mutating func learnEncryption(ofMovie movie: Box) {
    for track in movie.children.all("trak") {
      guard let id = track.children.first(TrackHeaderBox.self)?.trackID else { continue }
      let entries = track.children.at("mdia", "minf", "stbl", "stsd")
      let schemes = entries.flatMap { $0.children.at("sinf", "schi") }
      if let encryption = schemes.first(TrackEncryptionBox.self) {
        vectorLengths[id] = Int(encryption.defaultPerSampleIVSize)
      } else if let encryption = schemes.first(PIFFTrackEncryptionBox.self) {
        vectorLengths[id] = Int(encryption.algorithm.ivSize)
      }
    }
  }
}
