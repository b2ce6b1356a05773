import FieldCoding
import Text

extension Markup {
  /// Adds a bar for a line of a table: a share of its whole width.
  mutating func bar(_ share: Double, _ barClass: String = "s1") {
    element("svg", ["class": "bar", "aria-hidden": "true"]) {
      let percent = decimal(max(0, min(1, share)) * 100, digits: 2)
      $0.empty("rect", ["class": barClass, "width": "\(percent)%", "height": "100%", "rx": "2"])
    }
  }

  /// Adds the parts of a bar one after the other. Each part has its share of the whole width, and a title.
  ///
  /// - Parameter label: the name of the bar; nil if its numbers are shown beside it.
  mutating func bar(
    of parts: [(kind: String, title: String, share: Double)], label: String? = nil
  ) {
    let attributes: Markup.Attributes = [
      "class": label == nil ? "bar" : "parts", "role": label.map { _ in "img" },
      "aria-label": label, "aria-hidden": label == nil ? "true" : nil,
    ]
    element("svg", attributes) { svg in
      var start = 0.0
      for part in parts where part.share > 0 {
        let share = max(0, min(1 - start, part.share))
        svg.element(
          "rect",
          [
            "class": part.kind, "x": "\(decimal(start * 100, digits: 2))%",
            "width": "\(decimal(share * 100, digits: 2))%", "height": "100%",
          ]
        ) { $0.element("title", part.title) }
        start += share
      }
    }
  }
}
