import FieldCoding
import HEIF
import TestSupport
import Testing
import WorkerProtocol

@testable import Codecs

#if canImport(CDe265)
  @Suite(.needs(encoders: "libx265"))
  struct OverlayTests {
    private static func fullRange(_ matrix: UInt16) -> CodingIndependentCodePoints {
      var points = CodingIndependentCodePoints()
      points.matrixCoefficients = matrix
      points.isFullRange = true
      return points
    }

    /// A picture of 64 × 48 in green, blue and red, and a grey one.
    private func layer(hasAlpha: Bool) throws -> (ImagePlan.Layer, [UInt8]) {
      let colours = try #require(CodedPicture(format: "gbrp", width: 64, height: 48))
      let gray = try #require(CodedPicture(format: "gray", width: 64, height: 48))
      var layer = ImagePlan.Layer()
      layer.plan = colours.plan
      layer.plan.colour = Self.fullRange(0)
      if hasAlpha {
        var alpha = gray.plan
        alpha.colour = Self.fullRange(2)
        let end = colours.data.count
        alpha.tiles[0].extents = [end..<end + gray.data.count]
        layer.alpha = alpha
      }
      return (layer, colours.data + gray.data)
    }

    /// The samples that ffmpeg decodes.
    private func reference(_ format: String) throws -> [UInt8] {
      let picture = try #require(CodedPicture(format: format, width: 64, height: 48))
      let bytes = Programs.output("ffmpeg -v error -f hevc -i - -f rawvideo -", picture.stream)
      return try #require(bytes.isEmpty ? nil : bytes)
    }

    private func compose(
      _ layers: [ImagePlan.Layer], _ data: [UInt8], _ change: (inout ImagePlan) -> Void = { _ in }
    ) throws -> PlanarImage {
      var plan = ImagePlan()
      plan.canvas = ImagePlan.Size(width: 100, height: 300)
      plan.codedColour = Self.fullRange(0)
      var overlay = ImagePlan.Overlay()
      // Red 10, green 20, blue 30 of 255.
      overlay.fill = [10 * 257, 20 * 257, 30 * 257, 65_535]
      overlay.layers = layers
      plan.overlay = overlay
      change(&plan)
      let sent = try ImagePlan(decoding: Bytes(plan.encoded()))
      #expect(sent == plan)
      return try sent.decode(from: MemoryReader(bytes: data), threads: 2, budget: 1 << 24).image
    }

    /// Two pictures. One extends over the left and the top edge, and the other covers it.
    @Test(arguments: [false, true]) func picturesLieOverEachOther(isPremultiplied: Bool) throws {
      let (base, data) = try layer(hasAlpha: false)
      let (top, both) = try layer(hasAlpha: true)
      #expect(both == data)
      var (below, above) = (base, top)
      (below.x, below.y) = (-10, -5)
      (above.x, above.y, above.isPremultiplied) = (50, 30, isPremultiplied)
      // The bottom one is beyond the bands of the first, and reaches over the right edge.
      var far = below
      (far.x, far.y) = (70, 260)
      let image = try compose([below, above, far], data)
      #expect(image.width == 100 && image.height == 300 && image.chroma == .yuv444)
      let (colours, alpha) = (try reference("gbrp"), try reference("gray"))
      func sample(_ layer: ImagePlan.Layer, _ channel: Int, _ x: Int, _ y: Int) -> (Int, Int)? {
        let (column, row) = (x - layer.x, y - layer.y)
        guard (0..<64).contains(column), (0..<48).contains(row) else { return nil }
        let index = row * 64 + column
        return (Int(colours[channel * 64 * 48 + index]), Int(alpha[index]))
      }
      var differences = 0
      for y in 0..<300 {
        for x in 0..<100 {
          for channel in 0..<3 {
            var expected = [20, 30, 10][channel]
            if let (value, _) = sample(below, channel, x, y) { expected = value }
            if let (value, opacity) = sample(above, channel, x, y) {
              let share = isPremultiplied ? 255 : opacity
              let sum = Double(value * share + expected * (255 - opacity)) / 255
              expected = min(255, Int(sum.rounded()))
            }
            if let (value, _) = sample(far, channel, x, y) { expected = value }
            if Int(image.planes[channel][x, y]) != expected { differences += 1 }
          }
        }
      }
      #expect(differences == 0)
    }

    /// The canvas is visible through the layers. Red, green, blue and alpha are those of "over" (Porter and Duff),
    /// computed from the output of ffmpeg; a premultiplied layer is used unchanged.
    @Test(arguments: [0, 20_000], [false, true])
    func whatNoPictureCoversIsTransparent(fill: Int, isPremultiplied: Bool) throws {
      let (base, data) = try layer(hasAlpha: false)
      var (below, above) = (base, try layer(hasAlpha: true).0)
      (below.x, below.y) = (-10, -5)
      (above.x, above.y, above.isPremultiplied) = (50, 30, isPremultiplied)
      var plan = ImagePlan()
      plan.canvas = ImagePlan.Size(width: 120, height: 90)
      plan.codedColour = Self.fullRange(0)
      var overlay = ImagePlan.Overlay()
      overlay.fill = [10 * 257, 20 * 257, 30 * 257, UInt16(fill)]
      overlay.layers = [below, above]
      plan.overlay = overlay
      plan.transforms = [.rotate(quarterTurns: 2)]

      let file = try OpenFile()
      let converter = PlanConverter(plan, .png(PNGFile()))
      let result = try converter.convert(from: MemoryReader(bytes: data), to: file.descriptor)
      #expect(!result.isBlended)
      let found = Programs.output(
        "ffmpeg -v error -f png_pipe -i - -f rawvideo -pix_fmt rgba -", try file.bytes())
      try #require(found.count == 120 * 90 * 4)

      let (colours, alpha) = (try reference("gbrp"), try reference("gray"))
      var differences = 0
      for y in 0..<90 {
        for x in 0..<120 {
          // Colours times opacity, and opacity.
          var seen = [10, 20, 30, 255].map { Double($0) / 255 * Double(fill) / 65_535 }
          for (layer, hasAlpha) in [(below, false), (above, true)] {
            let (column, row) = (x - layer.x, y - layer.y)
            guard (0..<64).contains(column), (0..<48).contains(row) else { continue }
            let index = row * 64 + column
            let opacity = hasAlpha ? Double(alpha[index]) / 255 : 1
            let share = layer.isPremultiplied ? 1 : opacity
            for (channel, plane) in [2, 0, 1].enumerated() {
              let own = Double(colours[plane * 64 * 48 + index]) / 255 * share
              seen[channel] = min(1, own + seen[channel] * (1 - opacity))
            }
            seen[3] = opacity + seen[3] * (1 - opacity)
          }
          let offset = ((89 - y) * 120 + 119 - x) * 4
          let ours = found[offset..<offset + 4].map { Double($0) / 255 }
          // Colours that would be brighter than opaque white are clipped.
          let wanted = seen[..<3].map { min($0, seen[3]) } + [seen[3]]
          let multiplied = ours[..<3].map { $0 * ours[3] } + [ours[3]]
          if zip(multiplied, wanted).contains(where: { abs($0 - $1) > 2.5 / 255 }) {
            differences += 1
          }
        }
      }
      #expect(differences == 0)
    }

    /// Pictures that cover the whole canvas are opaque, for any canvas.
    @Test func aCoveredCanvasIsNotSeen() throws {
      let (base, data) = try layer(hasAlpha: false)
      var plan = ImagePlan()
      plan.canvas = ImagePlan.Size(width: 64, height: 48)
      plan.codedColour = Self.fullRange(0)
      plan.overlay = ImagePlan.Overlay()
      plan.overlay?.fill = [0, 0, 0, 0]
      plan.overlay?.layers = [base]
      let file = try OpenFile()
      _ = try PlanConverter(plan, .png(PNGFile()))
        .convert(from: MemoryReader(bytes: data), to: file.descriptor)
      let bytes = try file.bytes()
      // The colour type: red, green and blue.
      #expect(bytes[25] == 2)
      let found = Programs.output(
        "ffmpeg -v error -f png_pipe -i - -f rawvideo -pix_fmt gbrp -", bytes)
      #expect(found == (try reference("gbrp")))
    }

    @Test func overlaysThatAreNotOneAreRefused() throws {
      let (layer, data) = try layer(hasAlpha: true)
      #expect(throws: CodecError.self) { try compose([], data) }
      #expect(throws: CodecError.self) {
        var other = layer
        other.alpha?.transforms = [.rotate(quarterTurns: 1)]
        _ = try compose([other], data)
      }
      #expect(throws: CodecError.self) {
        var other = layer
        other.plan.tiles = []
        _ = try compose([other], data)
      }
      #expect(throws: CodecError.self) {
        _ = try compose([layer], data) { $0.canvas = ImagePlan.Size(width: 60_000, height: 60_000) }
      }
    }
  }
#endif
