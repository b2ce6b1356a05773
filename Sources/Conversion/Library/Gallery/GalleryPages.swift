import FieldCoding
import Files
import Text
import WorkerClient

/// The pages of a gallery: all files, a limited number on each page, and the files with findings again.
struct GalleryPages {
  private let pages: [Leaf]
  private let hasFindings: Bool
  private let title: String
  /// The words below the title of each page.
  private let summary: String
  /// The folder of the pages, without symbolic links.
  private let folder: String
  /// The same, outside of which nothing is written.
  private let root: RootFolder
  /// The ways from there to the files, by their paths.
  private let urls: [String: String]

  /// What the head of each page says.
  static let generator = "boxwalk gallery"

  /// A page.
  private struct Leaf {
    /// Its number among those of its kind, from 1, and how many these are.
    var number: Int
    var count: Int
    var isOfFindings: Bool
    var files: ArraySlice<GalleryRun.Shown>

    var name: String { name(ofPage: number) }

    /// The name of another page of its kind.
    func name(ofPage number: Int) -> String {
      let (first, others) = isOfFindings ? ("findings", "findings") : ("index", "page")
      return number == 1 ? "\(first).html" : "\(others)-\(number).html"
    }

    /// Its files, those of a month together.
    var months: [(name: String?, files: ArraySlice<GalleryRun.Shown>)] {
      var months: [(name: String?, files: ArraySlice<GalleryRun.Shown>)] = []
      for index in files.indices {
        let name = GalleryDate.month(files[index].record.date)
        if let last = months.last, last.name == name {
          months[months.count - 1].files = files[last.files.startIndex...index]
        } else {
          months.append((name, files[index...index]))
        }
      }
      return months
    }

    /// The pages of its kind to which it has links, itself among them: those around it, and of the others
    /// the fewer the farther they are.
    var neighbours: [Int] {
      var numbers: Set = [1, count]
      for distance in [0, 1, 2, 3, 10, 100, 1000, 10_000] {
        numbers.formUnion([number - distance, number + distance])
      }
      return numbers.filter { (1...count).contains($0) }.sorted()
    }
  }

  /// - Parameter files: in the order in which they are shown.
  init(_ files: [GalleryRun.Shown], of run: GalleryRun, in root: RootFolder) throws(ConversionError)
  {
    self.root = root
    let flawed = files.filter { !$0.record.flaws.isEmpty }
    pages =
      GalleryPages.leaves(files, run.pageLength, isOfFindings: false)
      + (flawed.isEmpty ? [] : GalleryPages.leaves(flawed, run.pageLength, isOfFindings: true))
    hasFindings = !flawed.isEmpty
    title = run.title
    let live = files.count { $0.record.loop != nil }
    summary = [
      counted(files.count, "photo and movie", "photos and movies"),
      live > 0
        ? counted(live, "photo that plays", "photos that play") : nil,
    ].compactMap { $0 }.joined(separator: ", ")
    (self.folder, urls) = try ConversionError.output { () throws(SystemError) in
      let real = try pathWithoutLinks(root.path) ?? root.path
      var urls: [String: String] = [:]
      for shown in files {
        urls[shown.file.path] = try GalleryPages.url(of: shown.file.path, from: real)
      }
      return (real, urls)
    }
  }

  private static func leaves(
    _ files: [GalleryRun.Shown], _ length: Int, isOfFindings: Bool
  ) -> [Leaf] {
    let count = max(1, (files.count + length - 1) / length)
    return (0..<count).map { index in
      Leaf(
        number: index + 1, count: count, isOfFindings: isOfFindings,
        files: files[index * length..<min((index + 1) * length, files.count)])
    }
  }

  /// The names of their files.
  var names: [String] { pages.map(\.name) }

  /// Writes all of them; each appears whole, or not at all.
  func write() throws(ConversionError) {
    for leaf in pages {
      do throws(SystemError) {
        try writeDocument(
          root.path + "/" + leaf.name, below: root, replacing: true, isSynced: false, of: []
        ) { write(leaf, to: $0) }
      } catch {
        throw ConversionError(.output, "\(error)")
      }
    }
  }

  private func write(_ leaf: Leaf, to output: TextOutput) {
    var page = Page(title: title)
    page.style = [GalleryPages.style]
    page.media = .beside
    page.generator = GalleryPages.generator
    page.write(to: output) { output in
      output.put(
        Markup { markup in
          markup.element("header") { header in
            header.element("h1") { $0.name(title) }
            header.element("p", ["class": "faint"], summary)
            navigation(leaf, &header)
          }
        })
      output.line("<main>")
      if leaf.files.isEmpty { output.put(Markup { $0.element("p", "There is nothing to show.") }) }
      for month in leaf.months {
        output.put(
          Markup { markup in
            markup.element("section") { section in
              section.element("h2", month.name ?? "Without a date")
              section.element("div", ["class": "photos"]) { photos in
                for shown in month.files {
                  figure(shown, &photos)
                  photos.line()
                }
              }
            }
          })
        output.line()
      }
      output.line("</main>")
      output.put(Markup { $0.element("footer") { navigation(leaf, &$0) } })
    }
  }

  private func navigation(_ leaf: Leaf, _ markup: inout Markup) {
    guard leaf.count > 1 || hasFindings else { return }
    markup.element("nav", ["aria-label": "Pages"]) { nav in
      if leaf.isOfFindings { nav.element("a", ["href": "index.html"], "All") }
      if !leaf.isOfFindings, hasFindings {
        nav.element("a", ["href": "findings.html"], "Those with findings")
      }
      guard leaf.count > 1 else { return }
      for number in leaf.neighbours {
        if number == leaf.number {
          nav.element("b", ["aria-current": "page"], "\(number)")
        } else {
          nav.element("a", ["href": leaf.name(ofPage: number)], "\(number)")
        }
      }
    }
  }

  private func figure(_ shown: GalleryRun.Shown, _ markup: inout Markup) {
    let record = shown.record
    markup.element("figure") { figure in
      figure.element("a", ["href": urls[shown.file.path]]) { link in
        if let picture = record.picture {
          link.empty(
            "img",
            [
              "src": picture.path, "width": "\(picture.width)", "height": "\(picture.height)",
              "loading": "lazy", "alt": record.input,
            ])
          if let loop = record.loop {
            link.empty(
              "img", ["src": loop, "class": "loop", "loading": "lazy", "alt": "The movie plays"])
            link.element("span", ["class": "live"], "LIVE")
          }
        } else {
          link.element("span", ["class": "none"], "No image")
        }
      }
      figure.element("figcaption") { caption in
        caption.element("b") { name in
          let file = record.input.lastPathName
          name.name(String(record.input.dropLast(file.count)))
          // A line that is too long breaks here first.
          name.empty("wbr")
          name.name(file)
        }
        let parts = [
          record.date.map(GalleryDate.minute) ?? "", record.camera ?? "", record.location ?? "",
        ]
        for word in parts where !word.isEmpty { caption.element("span") { $0.name(word) } }
        if record.date == nil, record.camera == nil { caption.element("span", record.title) }
        for flaw in record.flaws {
          let kind = flaw.severity == "error" ? "error" : "warning"
          caption.element("span", ["class": kind]) { $0.name(flaw.sentence) }
        }
      }
    }
  }

  /// The path from the folder of pages to a file, as a URL; nil for a removed file.
  private static func url(
    of path: String, from folder: String
  ) throws(SystemError) -> String? {
    guard let real = try pathWithoutLinks(path) else { return nil }
    let (from, to) = (folder.pathNames, real.pathNames)
    var common = 0
    while common < min(from.count, to.count), from[common] == to[common] { common += 1 }
    let up = Array(repeating: "..", count: from.count - common)
    return (up + to.dropFirst(common).map(encoded)).joined(separator: "/")
  }

  /// A name as a part of a URL (RFC 3986 §2.1).
  private static func encoded(_ name: some StringProtocol) -> String {
    var text = ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }

  private static let style = StyleSheet(
    """
    nav { display: flex; flex-wrap: wrap; gap: .2rem .9rem; margin: .6rem 0 }
    main { display: flex; flex-wrap: wrap; gap: 0 clamp(.9rem, 3vw, 2.4rem) } h2 { margin: 1.4rem 0 .6rem }
    .photos { display: flex; flex-wrap: wrap; gap: 1.2rem .9rem }
    figure { margin: 0; width: clamp(8rem, 50vw - 1.6rem, 10.5rem) }
    figure a { position: relative; display: block; aspect-ratio: 1; background: var(--panel);
      border-radius: 4px; overflow: hidden; content-visibility: auto }
    figure img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain }
    figure .loop { display: none } figure a:hover .loop, figure a:focus .loop { display: block; background: var(--panel) }
    .live { position: absolute; left: .4rem; top: .4rem; font: 600 .7rem system-ui, sans-serif; letter-spacing: .05em;
      padding: .1rem .35rem; border-radius: 3px; background: var(--paper); color: var(--ink) }
    .none { position: absolute; inset: 0; display: grid; place-items: center; color: var(--faint) }
    figcaption { font-size: .8rem; line-height: 1.35; margin-top: .3rem } figcaption span, figcaption b { display: block }
    figcaption span { color: var(--faint) } figcaption .error { color: var(--error) }
    figcaption .warning { color: var(--warning) } figcaption b { font-weight: 600 }
    .photos figure a:focus-visible { outline-offset: 2px }

    """)
}
