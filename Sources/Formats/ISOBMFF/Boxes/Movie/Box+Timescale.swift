extension Box {
  /// Whether its times mean nothing, because it states that a second has none of their units.
  package var statesNoTimescale: Bool {
    self[MovieHeaderBox.self]?.timescale == 0 || self[MediaHeaderBox.self]?.timescale == 0
      || self[SegmentIndexBox.self]?.timescale == 0
  }
}
