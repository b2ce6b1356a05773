extension Track {
  /// What the track is called, for people; nil if nothing says it.
  package var title: String? {
    metadata.value(of: ["name", "com.apple.quicktime.title", "com.apple.quicktime.displayname"])
  }
}
