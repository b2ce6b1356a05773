extension StreamRules {
  /// Rules about what changes in playlists of live streams, which only who follows a stream can ask.
  public static let live: [any LiveRule.Type] = [
    LiveDiscontinuitySequence.self,
    LiveEndTakenBack.self,
    LiveSegmentChanged.self,
    LiveSegmentsGone.self,
    LiveSequenceBackwards.self,
    LiveStalled.self,
    LiveTargetChanged.self,
  ]
}
