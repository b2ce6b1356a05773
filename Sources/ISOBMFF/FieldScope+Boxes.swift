extension FieldScope {
  /// Remembers what the boxes after `box` need to be read.
  mutating func learn(from box: Box) {
    switch box.content {
    // QuickTime has a second handler, that of the data, between the media's and `stsd`.
    case .body(let handler as HandlerBox) where handler.predefined != "dhlr":
      handlerType = handler.handlerType
    case .body(let header as TrackFragmentHeaderBox): trackID = header.trackID
    case .body(let sizes as SampleAuxiliaryInformationSizesBox):
      sampleInformationSize =
        sizes.defaultSampleInfoSize > 0
        ? Int(sizes.defaultSampleInfoSize) : sizes.sizes.isEmpty ? nil : Int(sizes.sizes[0, 0])
    default: if box.type == "moov" { learnEncryption(ofMovie: box) }
    }
  }

  /// How long the initialisation vectors of each track are.
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
