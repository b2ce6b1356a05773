import HEIF
import Platform
import WorkerProtocol

/// Maps the light of an HDR image to the SDR image that its own gain map describes (ISO 21496-1).
final class AlternatePicture: Sendable {
  /// The primaries of the result (ITU-T H.273).
  let primaries: UInt16
  /// The gain map: red, green and blue of 16 bits.
  private let map: PlanarImage
  /// The size of the whole result.
  private let size: ImagePlan.Size
  private let channels: [Channel]
  /// Light of each signal of 16 bits, where 1 is the white of SDR; of scenes for HLG.
  private let light: [Float]
  private let isHLG: Bool
  /// The matrices to the primaries to which gains are applied, and from these to those of the result.
  private let before: Matrix3
  private let after: Matrix3

  /// The numbers of a channel of the map.
  private struct Channel {
    let least, most, exponent, baseOffset, alternateOffset: Float

    init(_ channel: GainMapMetadata.Channel) {
      least = Float(channel.gainMapMin.value)
      most = Float(channel.gainMapMax.value)
      exponent = Float(1 / channel.gamma.value)
      baseOffset = Float(channel.baseOffset.value)
      alternateOffset = Float(channel.alternateOffset.value)
    }

    /// The light of the SDR image. All of the gain is taken away, because the base is the brighter image.
    func light(_ base: Double, _ value: Float) -> Double {
      let gain = least + (most - least) * pow(value, exponent)
      return Double((Float(base) + baseOffset) * exp2(-gain) - alternateOffset)
    }
  }

  /// - Parameters:
  ///   - colour: of the HDR image.
  ///   - map: with 16 bits; it is not changed any more.
  init(
    _ job: AlternateJob, _ colour: CodingIndependentCodePoints, _ map: PlanarImage,
    size: ImagePlan.Size
  ) throws(CodecError) {
    guard let curve = SignalCurve(colour.transferCharacteristics), colour.isHDR,
      let base = ColourPrimaries(colour.colourPrimaries) ?? ColourPrimaries(9),
      let gains = ColourPrimaries(job.gainPrimaries), let result = ColourPrimaries(job.primaries)
    else { throw CodecError("the colours of the image and its gain map are unknown") }
    let meanings = job.metadata.channels.map(Channel.init)
    guard let first = meanings.first else { throw CodecError("the gain map has no channels") }
    channels = meanings.count == 3 ? meanings : [first, first, first]
    (primaries, self.map, self.size) = (job.primaries, map, size)
    isHLG = curve == .hybridLogGamma
    let peak = isHLG ? 1 : 10_000 / ToneMapping.white
    light = (0...65_535).map { Float(curve.light(Double($0) / 65_535) * peak) }
    before = Matrix3(gains).inverse * Matrix3(base)
    after = Matrix3(result).inverse * Matrix3(gains)
  }

  /// Rows of 8 bits, with the curve of sRGB.
  ///
  /// - Parameters:
  ///   - rows: red, green and blue of 16 bits.
  ///   - start: the row of the image at which they start.
  func rows(_ rows: SampleRows, at start: Int) -> SampleRows {
    var result = rows
    result.bitDepth = 8
    result.bytes = []
    result.bytes.reserveCapacity(rows.width * rows.height * 3)
    for y in 0..<rows.height {
      let vertical = Position(start + y, of: size.height, in: map.height)
      for x in 0..<rows.width {
        let offset = (y * rows.width + x) * 6
        func light(_ channel: Int) -> Double {
          let (high, low) = (rows.bytes[offset + channel * 2], rows.bytes[offset + channel * 2 + 1])
          return Double(self.light[Int(high) << 8 | Int(low)])
        }
        var own = SIMD3(light(0), light(1), light(2))
        if isHLG { own = AlternatePicture.shown(own) }
        own = before * own
        let horizontal = Position(x, of: size.width, in: map.width)
        for channel in 0..<3 {
          let value = gain(channel, horizontal, vertical)
          own[channel] = channels[channel].light(own[channel], value)
        }
        let shown = after * own
        for channel in 0..<3 {
          let signal = AlternatePicture.curve.signal(min(max(shown[channel], 0), 1))
          result.bytes.append(UInt8((signal * 255).rounded()))
        }
      }
    }
    return result
  }

  private static let curve = SignalCurve.power(
    scale: 1.055, exponent: 1 / 2.4, start: 0.0031308, slope: 12.92)

  /// The light of HLG on a screen of 1000 cd/m² (ITU-R BT.2100 table 5), where 1 is the white of SDR.
  private static func shown(_ light: SIMD3<Double>) -> SIMD3<Double> {
    let luminance = 0.2627 * light.x + 0.6780 * light.y + 0.0593 * light.z
    let factor = pow(max(luminance, 0), HybridLogGamma.systemGamma - 1)
    return light * (factor * HybridLogGamma.peak / ToneMapping.white)
  }

  /// Between which two samples of the map a sample of the image is.
  private struct Position {
    let first, second: Int
    /// The weight of the second.
    let part: Float

    init(_ index: Int, of count: Int, in own: Int) {
      let exact = (Float(index) + 0.5) * Float(own) / Float(count) - 0.5
      let clamped = min(max(exact, 0), Float(own - 1))
      first = Int(clamped)
      second = min(first + 1, own - 1)
      part = clamped - Float(first)
    }
  }

  /// A sample of the map, 0 to 1.
  private func gain(_ channel: Int, _ x: Position, _ y: Position) -> Float {
    let plane = map.planes[channel]
    func row(_ y: Int) -> Float {
      Float(plane[x.first, y]) * (1 - x.part) + Float(plane[x.second, y]) * x.part
    }
    return (row(y.first) * (1 - y.part) + row(y.second) * y.part) / 65_535
  }
}

extension PlanConverter {
  /// The SDR image that the HDR image has itself; nil if it has none, or tones are not mapped.
  func alternatePicture(from file: some ExtentReader) throws(CodecError) -> AlternatePicture? {
    guard let alternate, mapsTones else { return nil }
    do throws(CodecError) {
      let plan = alternate.plan
      let pipeline = try BandPipeline(
        plan, threads: threadCount, budget: planeBudget, engine: engine, keepsChroma: false)
      let (size, matrix) = (pipeline.size, try ColourMatrix(plan.sampleColour))
      let need = PlanarImage.byteCount(
        width: size.width, height: size.height, chroma: .yuv444, bitDepth: 16)
      if let excess = CodecError.excess(need, over: planeBudget) { throw excess }
      let map = PlanarImage(
        width: size.width, height: size.height, chroma: .yuv444, bitDepth: 16)
      let chromaPlacement = ChromaPlacement(plan)
      // Bands have their own rows, so each thread has its own part of the map.
      try pipeline.run(from: file) { (band) throws(CodecError) in
        let rows = band.start..<band.start + band.rows.count
        let bytes = band.image.rgb16(matrix, rows: rows, chromaPlacement)
        for row in 0..<rows.count {
          for x in 0..<size.width {
            for channel in 0..<3 {
              let index = ((row * size.width + x) * 3 + channel) * 2
              let value = UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
              map.planes[channel].set(value, x, band.rows.lowerBound + row)
            }
          }
        }
      }
      return try AlternatePicture(
        alternate, self.plan.sampleColour, map, size: self.size(of: self.plan))
    } catch {
      throw CodecError("the gain map, which makes the SDR image: \(error.message)")
    }
  }
}
