extension StreamRules {
  /// Rules about changes in playlists of live streams. Only a monitor can check them.
  public static let live: [any PlaylistChangeRule.Type] = [
    LiveDiscontinuitySequence.self,
    LiveEndTakenBack.self,
    LiveSegmentChanged.self,
    LiveSegmentsGone.self,
    LiveSequenceBackwards.self,
    LiveStalled.self,
    LiveTargetChanged.self,
  ]
}
