import FieldCoding
import Markup

extension Markup {
  /// Adds a bar for a line of a table: a share of its whole width.
  mutating func bar(_ share: Double, _ barClass: String = "s1") {
    element("svg", ["class": "bar", "aria-hidden": "true"]) {
      let percent = decimal(max(0, min(1, share)) * 100, digits: 2)
      $0.empty("rect", ["class": barClass, "width": "\(percent)%", "height": "100%", "rx": "2"])
    }
  }

  /// Adds a bar of several parts, each of which is a share of the whole width, with what it is for.
  mutating func bar(of parts: [(kind: String, title: String, share: Double)]) {
    element("svg", ["class": "bar", "aria-hidden": "true"]) { svg in
      var start = 0.0
      for part in parts {
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

  /// Adds parts of a whole, one behind the other.
  mutating func parts(_ parts: [(kind: String, title: String, count: Int)], label: String) {
    let whole = Double(max(1, parts.reduce(0) { $0 + $1.count }))
    element("svg", ["class": "parts", "role": "img", "aria-label": label]) { svg in
      var start = 0.0
      for part in parts where part.count > 0 {
        let share = Double(part.count) / whole * 100
        svg.element(
          "rect",
          [
            "class": part.kind, "x": "\(decimal(start, digits: 2))%",
            "width": "\(decimal(share, digits: 2))%", "height": "100%",
          ]
        ) { $0.element("title", part.title) }
        start += share
      }
    }
  }
}
