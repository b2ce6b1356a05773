/// A document that a stream begins with, read: a playlist of HLS or a manifest of DASH.
public enum StreamDocument: Sendable {
  case playlist(HLSPlaylist)
  case manifest(DASHManifest)

  /// Whether bytes seem to be those of such a document.
  public static func looksLike(_ bytes: Bytes) -> Bool {
    HLSPlaylist.looksLike(bytes) || DASHManifest.looksLike(bytes)
  }

  /// Why bytes that look like a playlist or manifest are not one, as a phrase that follows the name of the file.
  public static func problem(in bytes: Bytes) -> String {
    guard DASHManifest.looksLike(bytes) else { return "is not an HLS playlist that can be read" }
    return ManifestElement.problem(in: bytes) ?? "is XML, but its first element is not MPD"
  }

  /// Reads a playlist or a manifest. Nil for bytes that are neither.
  ///
  /// - Parameters:
  ///   - url: the final URL of the document; those in it are relative to it.
  ///   - name: the name of the document, for the positions of problems.
  public init?(_ bytes: Bytes, _ url: DocumentURL, name: String) {
    if let playlist = HLSPlaylist(bytes) {
      self = .playlist(playlist)
    } else if let manifest = DASHManifest(bytes, url, name: name) {
      self = .manifest(manifest)
    } else {
      return nil
    }
  }
}
