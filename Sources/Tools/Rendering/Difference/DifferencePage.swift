import FieldCoding
import ISOBMFF
public import Inspection
public import Text
public import Verification

/// An HTML page about the differences of two files: boxes beside each other, changed fields and bytes, items and frames
/// with other coded bytes, and the pixels at which decoded images differ.
public struct DifferencePage {
  private let old: ExaminedFile
  private let new: ExaminedFile
  private let difference: FileDifference
  private let pixels: Pixels?

  /// The result of a comparison of decoded images.
  public enum Pixels: Sendable {
    /// A comparison of one image of each file, with its title and the new image.
    case compared([(title: String, heat: HeatMap, image: PagePreview.Image?)])
    /// The reason why there is none, as a sentence.
    case missing(String)
  }

  /// - Parameters:
  ///   - difference: of the boxes of both.
  ///   - pixels: nil if the images were not compared.
  public init(
    _ old: ExaminedFile, _ new: ExaminedFile, _ difference: FileDifference, pixels: Pixels?
  ) {
    (self.old, self.new) = (old, new)
    (self.difference, self.pixels) = (difference, pixels)
  }

  /// Writes the page.
  public func write(to output: TextOutput) {
    var page = Page(title: "\(printable(old.name)) and \(printable(new.name))")
    page.style = [FilePage.style, DifferencePage.style]
    page.script = FilePage.script
    page.write(to: output) { output in
      output.put(Markup(head))
      output.put(sections)
    }
  }

  private func head(_ markup: inout Markup) {
    markup.element("h1") { title in
      title.name(old.name)
      title.text(" and ")
      title.name(new.name)
    }
    markup.element("p", difference.tally)
    markup.element(
      "p", ["class": "faint"],
      "The old file has \(counted(old.bytes.count, "byte")), the new one \(counted(new.bytes.count, "byte"))."
    )
    markup.line()
  }

  private var sections: [PageSection] {
    var sections: [PageSection] = []
    if let pixels {
      sections.append(
        PageSection("pixels", "Images") { markup in
          switch pixels {
          case .missing(let reason): markup.element("p", ["class": "note"], reason)
          case .compared(let images):
            for (title, heat, image) in images {
              markup.element("h3", title)
              markup.plot(title, heat.drawing(over: image), isScaled: false)
              markup.element("p", heat.summary)
            }
          }
        })
    }
    let media = DifferencePageMedia(old, new)
    sections.append(PageSection("media", "Coded data", media.write))
    sections.append(
      PageSection("boxes", "Boxes and fields") { markup in
        var tree = DifferencePageTree(difference)
        let file = difference.boxes.filter { $0.old?.path == "" && $0.new?.path == "" }
        for line in file.flatMap(\.fields).flatMap(\.lines) {
          markup.element(
            "p",
            "The file itself: \(line.name) is \(line.old ?? "nothing") in the old one, \(line.new ?? "nothing") in the new one."
          )
        }
        markup.wide("Boxes of both files") { wide in
          wide.element("div", ["class": "pair"]) { head in
            for name in ["old", "new", "what it is"] { head.element("b", name) }
          }
          tree.write(old.boxes.boxes, new.boxes.boxes, to: &wide)
        }
        if tree.hiddenCount > 0 {
          markup.element("p", ["class": "note"]) { note in
            note.text(
              "\(counted(tree.hiddenCount, "more box", "more boxes")) are not shown here. This command shows what differs in them: "
            )
            note.element("code", "boxwalk diff \(shellWord(old.name)) \(shellWord(new.name))")
          }
        }
      })
    return sections
  }

  private static let style = StyleSheet(
    """
    .pair { display: grid; grid-template-columns: minmax(11rem, 1fr) minmax(11rem, 1fr) 6rem; gap: .2rem 1rem;
      font-size: .9rem; min-width: 32rem }
    .pair.same { padding-left: 1.9rem } summary.pair { padding-left: 1rem }
    .added .new, .came { background: var(--tint-3) } .removed .old, .gone { background: var(--tint-2) }
    .changed .kind { color: var(--warning) } .added .kind, .removed .kind { color: var(--error) }
    .added .faint, .removed .faint { color: var(--ink) } .same .kind { color: var(--faint) } .fields { font-size: .85rem; margin-left: 1rem }
    .fields td { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .85em; min-width: 8rem }
    mark { color: var(--ink); background: var(--tint-2); outline: 1px solid var(--shape-2) }
    .heat { fill: var(--error); stroke: none } .h1 { fill-opacity: .25 } .h2 { fill-opacity: .45 }
    .h3 { fill-opacity: .65 } .h4 { fill-opacity: .85 }

    """)
}
