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

/// The path or the URL (RFC 3986) of a document or a segment of a stream.
public struct DocumentURL: Hashable, Sendable, CustomStringConvertible {
  /// `https://host/a/b.m3u8?x=1`, or a path.
  public let text: String

  /// - Parameter text: as the user wrote it.
  public init(_ text: String) { self.text = text }

  /// The same as ``text``.
  public var description: String { text }

  /// Whether it is on another machine.
  public var isRemote: Bool {
    DocumentURL.scheme(of: text).map { $0 == "http" || $0 == "https" } ?? false
  }

  /// The part after the last slash, without a query.
  public var name: String {
    let path = text.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").last.map(String.init) ?? text
  }

  /// The path or URL to which `reference` leads in this document. Nil for a reference in a local document
  /// that is neither an `http` or `https` URL nor a relative path, such as another scheme or an absolute path.
  public func resolving(_ reference: String) -> DocumentURL? {
    let found = resolved(reference)
    return found.map { $0.text.utf8.count <= DocumentURL.mostBytes } ?? false ? found : nil
  }

  /// Longer URLs are refused: there is one for each segment.
  private static let mostBytes = 8192

  private func resolved(_ reference: String) -> DocumentURL? {
    if let scheme = DocumentURL.scheme(of: reference) {
      return scheme == "http" || scheme == "https" ? DocumentURL(reference) : nil
    }
    return isRemote ? remoteURL(reference) : path(reference)
  }

  private func remoteURL(_ reference: String) -> DocumentURL? {
    guard let start = text.range(of: "://") else { return nil }
    let rest = text[start.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let scheme = text[..<start.upperBound]
    if reference.hasPrefix("//") { return DocumentURL(scheme.dropLast(2) + reference) }
    let path = rest[authority.endIndex...].prefix { $0 != "?" && $0 != "#" }
    if reference.isEmpty || reference.hasPrefix("#") { return self }
    if reference.hasPrefix("?") { return DocumentURL(scheme + authority + path + reference) }
    let query = reference.firstIndex { $0 == "?" || $0 == "#" } ?? reference.endIndex
    let folder = reference.hasPrefix("/") ? "" : DocumentURL.folder(of: String(path))
    return DocumentURL(
      scheme + authority + DocumentURL.withoutDots(folder + reference[..<query])
        + reference[query...])
  }

  /// The path of a URL without `.` and `..` (RFC 3986 §5.2.4). Two slashes in a row stay: a name without letters
  /// is between them.
  private static func withoutDots(_ path: String) -> String {
    let steps = (path.hasPrefix("/") ? path.dropFirst() : path[...])
      .split(separator: "/", omittingEmptySubsequences: false)
    var names: [Substring] = []
    for (index, step) in steps.enumerated() {
      switch step {
      case ".": break
      case "..": if !names.isEmpty { names.removeLast() }
      default:
        names.append(step)
        continue
      }
      // A path to a folder ends with a slash.
      if index == steps.count - 1 { names.append("") }
    }
    return "/" + names.joined(separator: "/")
  }

  /// Names in playlists are written as in URLs: with percent signs, and perhaps with a query.
  private func path(_ reference: String) -> DocumentURL? {
    guard !reference.hasPrefix("/") else { return nil }
    let end = reference.firstIndex { $0 == "?" || $0 == "#" } ?? reference.endIndex
    let bytes = PercentEncoding.decoded(reference[..<end])
    guard let plain = String(validating: bytes, as: UTF8.self), !plain.contains("\0") else {
      return nil
    }
    if plain.isEmpty { return self }
    let folder = DocumentURL.folder(of: text)
    let names = DocumentURL.names(folder + plain)
    return DocumentURL((folder.hasPrefix("/") ? "/" : "") + names.joined(separator: "/"))
  }

  /// `a/b/` of `a/b/c`
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// The names of a path of this machine without `.` and `..`, except those that go above its start.
  private static func names(_ path: String) -> [Substring] {
    var names: [Substring] = []
    for name in path.split(separator: "/", omittingEmptySubsequences: true) where name != "." {
      if name == "..", let last = names.last, last != ".." {
        names.removeLast()
      } else {
        names.append(name)
      }
    }
    return names
  }

  /// The scheme of an absolute URL, in lower case (RFC 3986 §3.1).
  static func scheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon]
    guard let first = scheme.first, first.isASCII, first.isLetter, scheme.count > 1,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return nil }
    return scheme.lowercased()
  }
}

extension DocumentURL {
  /// Whether both are in the same folder, or this one is in a folder below that of the other.
  public func isBelowFolder(of other: DocumentURL) -> Bool {
    guard !isRemote, !other.isRemote, text.hasPrefix("/") == other.text.hasPrefix("/") else {
      return false
    }
    let names = DocumentURL.names(text)
    let others = DocumentURL.names(DocumentURL.folder(of: other.text))
    return names.count > others.count && names.starts(with: others)
      && names[others.count...].allSatisfy { $0 != ".." }
  }
}

extension String {
  /// The first index of a text in it.
  fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}
