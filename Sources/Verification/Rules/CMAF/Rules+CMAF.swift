extension Rules {
  static let cmaf: [any Rule.Type] = [
    CmafChunkLayout.self,
    CmafPlaces.self,
    CmafSamplesInTables.self,
    CmafScheme.self,
    CmafTimeMissing.self,
    CmafTracks.self,
    Cmf2Times.self,
  ]
}

extension ExaminedFile {
  /// Whether the file claims to be a CMAF track.
  var claimsCMAF: Bool { !brands.isDisjoint(with: ["cmfc", "cmf2"]) }
}
