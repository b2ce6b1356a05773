import Foundation
import TestSupport
import Testing

@testable import Text

@Suite struct MarkupTests {
  private func text(_ write: (TextOutput) -> Void) -> String {
    var bytes: [UInt8] = []
    let output = TextOutput { bytes += $0 }
    write(output)
    output.flush()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func textStartsNoTag() {
    let hostile = "</p><script>alert(1)</script>\" onload='x' &amp; \u{202E}\u{0}"
    let markup = Markup {
      $0.element("p", ["title": hostile, "id": nil]) { $0.name(hostile) }
      $0.empty("br")
    }
    let escaped =
      "&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&#39;x&#39; &amp;amp; \\u{202e}\\u{0}"
    #expect(
      text { $0.put(markup) } == "<p title=\"\(escaped)\"><bdi>\(escaped)</bdi></p><br/>")
  }

  @Test(.needs("python3")) func pagesAreWellFormed() throws {
    var page = Page(title: "<b>&")
    page.script = Page.Script("document.title", hash: "x")
    let html = text { output in
      page.write(to: output) { $0.put(Markup { $0.element("p", "a < b \u{FFFE}\u{1}") }) }
    }
    let program = """
      import sys, xml.dom.minidom
      page = xml.dom.minidom.parse(sys.stdin.buffer)
      print(page.getElementsByTagName("title")[0].firstChild.data)
      print(page.getElementsByTagName("p")[0].firstChild.data)
      """
    let result = try InstalledProgram.run("python3", ["-c", program], input: Data(html.utf8))
    #expect(result.output == "<b>&\na < b \\u{fffe}\\u{1}\n")
    #expect(html.contains("script-src &#39;sha256-x&#39;"))
  }

  /// WCAG 2.2: text has a contrast of 4.5 with its background, shapes have one of 3.
  @Test(arguments: [\Palette.Colour.light, \Palette.Colour.dark])
  func coloursStandOut(_ scheme: any KeyPath<Palette.Colour, StaticString> & Sendable) throws {
    func colours(_ use: Palette.Use) -> [Palette.Colour] {
      Palette.colours.filter { $0.use == use }
    }
    func contrast(_ a: Palette.Colour, _ b: Palette.Colour) throws -> Double {
      let (a, b) = (try luminance(a[keyPath: scheme]), try luminance(b[keyPath: scheme]))
      return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }
    let paper = try #require(colours(.ground).first)
    let ink = try #require(colours(.text).first)
    for text in colours(.text) {
      for ground in colours(.ground) {
        #expect(try contrast(text, ground) >= 4.5, "\(text.name) on \(ground.name)")
      }
    }
    for shape in colours(.shape) { #expect(try contrast(shape, paper) >= 3, "\(shape.name)") }
    for tint in colours(.tint) { #expect(try contrast(ink, tint) >= 7, "\(tint.name)") }
    #expect(Set(Palette.colours.map { "\($0.name)" }).count == Palette.colours.count)
  }

  /// The relative luminance of WCAG.
  private func luminance(_ digits: StaticString) throws -> Double {
    let value = try #require(Int("\(digits)", radix: 16))
    let parts = [16, 8, 0].map { shift -> Double in
      let part = Double(value >> shift & 255) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
