/// A page of HTML, which has its style and its script in itself.
public struct Page: Sendable {
  /// The title of the window.
  public var title: String
  /// Additional rules of this page.
  public var style: [StyleSheet] = []
  /// What makes the page more comfortable. All of it can be read without.
  public var script: Script?
  /// Where its pictures and movies are.
  public var media = Media.inside
  /// The program that made it, by which that program recognises it; nil if nothing has to.
  public var generator: String?

  /// A script, which is the program's own.
  public struct Script: Sendable {
    let text: StaticString
    let hash: StaticString

    /// - Parameters:
    ///   - text: without `<` and `&`.
    ///   - hash: its SHA-256 in Base64, by which browsers know it (Content Security Policy Level 3 §6.6.2.2).
    public init(_ text: StaticString, hash: StaticString) {
      self.text = text
      self.hash = hash
    }
  }

  /// Where the pictures and movies of a page are.
  public enum Media: String, Sendable {
    /// Images are `data:` URLs; there are no movies.
    case inside = "img-src data:"
    /// The pictures are files in the folder of the page.
    case beside = "img-src 'self' data:; media-src 'self'"
  }

  /// A page without a script.
  public init(title: String) { self.title = title }

  /// The policy that keeps everything else in the page from loading or running anything.
  private var policy: String {
    let script = script.map { "; script-src 'sha256-\($0.hash)'" } ?? ""
    return "default-src 'none'; style-src 'unsafe-inline'; \(media.rawValue)\(script)"
      + "; base-uri 'none'; form-action 'none'"
  }

  /// Writes the page.
  ///
  /// - Parameter body: puts its parts, in pieces of any size.
  public func write(to output: TextOutput, body: (TextOutput) -> Void) {
    output.line("<!DOCTYPE html>")
    output.line("<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">")
    output.put(Markup(head))
    output.line("\n<body>")
    body(output)
    if let script { output.put(Markup { $0.element("script") { $0.verbatim(script.text) } }) }
    output.line("\n</body>\n</html>")
  }

  private func head(_ markup: inout Markup) {
    markup.element("head") { head in
      head.empty("meta", ["charset": "utf-8"])
      head.empty("meta", ["http-equiv": "Content-Security-Policy", "content": policy])
      head.empty("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
      if let generator {
        head.empty("meta", ["name": "generator", "content": generator])
      }
      head.element("title", title)
      head.style([.page, .drawing] + style)
    }
  }
}
