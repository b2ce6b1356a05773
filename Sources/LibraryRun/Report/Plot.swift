import FieldCoding
import Markup

/// Drawings of a page, as SVG in it: columns and a curve over a time.
enum Plot {
  /// Columns of a count each, with a mark below each edge between them.
  ///
  /// - Parameters:
  ///   - titles: what each column says when it is pointed at.
  ///   - marks: one more than there are columns.
  static func columns(
    _ counts: [Int], titles: [String], marks: [String], label: String
  ) -> Markup {
    let frame = Frame(top: counts.max().map(Double.init) ?? 0)
    return frame.svg(label) { svg in
      frame.lines(&svg)
      let step = frame.width / Double(max(counts.count, 1))
      for (index, count) in counts.enumerated() where count > 0 {
        let (x, y) = (frame.left + Double(index) * step, frame.y(Double(count)))
        svg.element(
          "rect",
          [
            "class": "s1", "x": number(x + step * 0.06), "y": number(y),
            "width": number(step * 0.88), "height": number(frame.bottom - y), "rx": "2",
          ]
        ) { $0.element("title", titles[index]) }
      }
      // Marks that would touch each other are left out.
      let every = max(1, (marks.count + 11) / 12)
      for (index, mark) in marks.enumerated() where index % every == 0 {
        frame.mark(frame.left + Double(index) * step, mark, &svg)
      }
    }
  }

  /// A curve of values at equal distances, with marks at equal distances below.
  static func curve(_ values: [Double], marks: [String], label: String) -> Markup {
    let frame = Frame(top: values.max() ?? 0)
    let step = frame.width / Double(max(values.count, 1))
    var path = "M\(number(frame.left)) \(number(frame.bottom))"
    for (index, value) in values.enumerated() {
      let (x, y) = (frame.left + Double(index) * step, frame.y(value))
      path += "L\(number(x)) \(number(y))H\(number(x + step))"
    }
    path += "V\(number(frame.bottom))Z"
    return frame.svg(label) { svg in
      frame.lines(&svg)
      svg.empty("path", ["class": "s1", "fill-opacity": ".75", "d": path])
      for (index, mark) in marks.enumerated() {
        let share = Double(index) / Double(max(marks.count - 1, 1))
        frame.mark(frame.left + share * frame.width, mark, &svg)
      }
    }
  }

  /// A bar of a line of a table: a share of its whole width.
  static func bar(_ share: Double, _ kind: String = "s1") -> Markup {
    Markup {
      $0.element("svg", ["class": "bar", "aria-hidden": "true"]) {
        let percent = number(max(0, min(1, share)) * 100)
        $0.empty("rect", ["class": kind, "width": "\(percent)%", "height": "100%", "rx": "2"])
      }
    }
  }

  /// Parts of a whole, one behind the other.
  static func parts(_ parts: [(kind: String, title: String, count: Int)], label: String) -> Markup {
    let whole = Double(max(1, parts.reduce(0) { $0 + $1.count }))
    return Markup {
      $0.element("svg", ["class": "parts", "role": "img", "aria-label": label]) { svg in
        var start = 0.0
        for part in parts where part.count > 0 {
          let share = Double(part.count) / whole * 100
          svg.element(
            "rect",
            [
              "class": part.kind, "x": "\(number(start))%", "width": "\(number(share))%",
              "height": "100%",
            ]
          ) { $0.element("title", part.title) }
          start += share
        }
      }
    }
  }

  private static func number(_ value: Double) -> String { decimal(value, digits: 2) }

  /// Where a drawing is on its sheet.
  private struct Frame {
    let left = 52.0
    let right = 690.0
    let top = 12.0
    let bottom = 190.0
    /// The values of the lines, from 0.
    let steps: [Double]

    var width: Double { right - left }

    init(top highest: Double) {
      // The smallest step of 1, 2 or 5 by which at most five lines reach the top.
      var step = 1.0
      while step * 5 < highest, step < 1e15 { step *= 10 }
      while step * 0.5 > highest, highest > 0, step > 1e-9 { step /= 10 }
      for smaller in [step / 5, step / 2] where smaller * 5 >= highest {
        step = smaller
        break
      }
      let count = max(1, Int((highest / step).rounded(.up)))
      steps = (0...min(count, 10)).map { Double($0) * step }
    }

    func y(_ value: Double) -> Double { bottom - (bottom - top) * value / (steps.last ?? 1) }

    func lines(_ svg: inout Markup) {
      for value in steps {
        svg.empty(
          "path", ["class": "line", "d": "M\(number(left)) \(number(y(value)))H\(number(right))"])
        svg.element(
          "text", ["x": number(left - 6), "y": number(y(value) + 4), "text-anchor": "end"],
          value < 1000 ? decimal(value) : grouped(Int(value)))
      }
    }

    func mark(_ x: Double, _ text: String, _ svg: inout Markup) {
      svg.empty("path", ["class": "line", "d": "M\(number(x)) \(number(bottom))v4"])
      svg.element(
        "text", ["x": number(x), "y": number(bottom + 17), "text-anchor": "middle"], text)
    }

    func svg(_ label: String, _ draw: (inout Markup) -> Void) -> Markup {
      Markup {
        $0.element(
          "svg",
          ["class": "plot", "viewBox": "0 0 720 214", "role": "img", "aria-label": label], draw)
      }
    }
  }
}
