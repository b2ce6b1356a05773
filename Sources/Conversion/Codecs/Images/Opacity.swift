import FieldCoding
import HEIF
import WorkerProtocol

/// The alpha of each sample of an image, 0 to 65535.
final class Opacity: Sendable {
  /// Grey of 16 bits.
  private let picture: PlanarImage
  /// Whether the image's colours are multiplied by it already.
  let isPremultiplied: Bool

  /// - Parameter picture: grey with 16 bits, which is not changed any more.
  init(_ picture: PlanarImage, isPremultiplied: Bool) {
    precondition(picture.bitDepth == 16)
    self.picture = picture
    self.isPremultiplied = isPremultiplied
  }

  private var plane: PlanarImage.Plane { picture.planes[0] }

  var isOpaque: Bool { (0..<plane.height).allSatisfy { row($0).allSatisfy { $0 == .max } } }

  private func row(_ y: Int) -> [UInt16] {
    // A copy: nothing of the plane's memory is handed out.
    unsafe Array(plane.row(y).bindMemory(to: UInt16.self))
  }

  /// The opacity of rows, one after the other.
  private func part(_ rows: Range<Int>) -> [UInt16] { rows.flatMap { row($0) } }
}

extension Opacity {
  /// The weights of the samples of a plane when the image is scaled: their mean opacity.
  ///
  /// - Parameters:
  ///   - rows: rows of the image.
  ///   - horizontal: how many columns of the image a sample covers, 1 or 2.
  ///   - vertical: how many rows of the image a sample covers, 1 or 2.
  func weights(_ rows: Range<Int>, _ horizontal: Int, _ vertical: Int) -> [Float] {
    var weights: [Float] = []
    let width = plane.width
    weights.reserveCapacity(
      (rows.count + vertical - 1) / vertical * ((width + horizontal - 1) / horizontal))
    for y in stride(from: rows.lowerBound, to: rows.upperBound, by: vertical) {
      let upper = row(y)
      let lower = vertical == 1 ? upper : row(min(y + 1, rows.upperBound - 1))
      for x in stride(from: 0, to: width, by: horizontal) {
        let right = min(x + horizontal, width) - 1
        let sum = UInt32(upper[x]) + UInt32(upper[right]) + UInt32(lower[x]) + UInt32(lower[right])
        // If all samples are transparent, they have equal weights.
        weights.append(Float(sum) + 0.25)
      }
    }
    return weights
  }

  /// The opacity of a scaled image.
  func scaled(to target: ImagePlan.Size) -> Opacity {
    guard target != ImagePlan.Size(width: picture.width, height: picture.height) else {
      return self
    }
    let result = PlanarImage(
      width: target.width, height: target.height, chroma: .monochrome, bitDepth: 16)
    func weights(_ count: Int, _ own: Int) -> ScalingWeights {
      ScalingWeights(
        for: 0..<count, on: .luma, from: own, on: .luma, ratio: Double(own) / Double(count))
    }
    plane.scale(
      into: result.planes[0], bitDepth: 16, rows: weights(target.height, picture.height),
      columns: weights(target.width, picture.width))
    return Opacity(result, isPremultiplied: isPremultiplied)
  }
}

extension PlanConverter {
  /// Whether the image is an overlay in which only the canvas is transparent.
  var hasTransparentCanvas: Bool { alpha == nil && plan.overlay?.isOpaque == false }

  /// Whether colours are multiplied by their opacity.
  var isPremultiplied: Bool { alpha?.isPremultiplied ?? hasTransparentCanvas }

  /// The content of an overlay that is shown with its alpha.
  var overlayContent: OverlayContent { hasTransparentCanvas ? .multipliedColours : .colours }

  /// The image with the alpha of this one, and the meaning of its samples; nil if it is opaque.
  func opacityPipeline(
    size: ImagePlan.Size
  ) throws(CodecError) -> (BandPipeline, ColourMatrix)? {
    guard alpha != nil || hasTransparentCanvas else { return nil }
    let pipeline = try BandPipeline(
      alpha?.plan ?? plan, threads: threadCount, budget: planeBudget, engine: engine, size: size,
      overlayContent: alpha == nil ? .opacity : .colours)
    // The alpha of an overlay is grey of full range.
    guard let alpha else { return (pipeline, .jpeg) }
    return (pipeline, try ColourMatrix(alpha.plan.sampleColour))
  }

  /// The opacity of the image in its own size; nil if it is opaque.
  func opacity(from file: some ExtentReader) throws(CodecError) -> Opacity? {
    let size = plan.displaySize
    do throws(CodecError) {
      guard let (pipeline, matrix) = try opacityPipeline(size: size) else { return nil }
      guard size.width * size.height * 2 <= planeBudget else {
        throw CodecError("it needs more than the limit of \(grouped(planeBudget)) bytes")
      }
      let whole = PlanarImage(
        width: size.width, height: size.height, chroma: .monochrome, bitDepth: 16)
      // Bands have their own rows, so each thread has its own part of the result.
      try pipeline.run(from: file) { (band) throws(CodecError) in
        let core = band.core
        let table = core.opacities(matrix)
        for row in band.rows {
          for column in 0..<size.width {
            let value = core.planes[0][column, row - band.rows.lowerBound]
            whole.planes[0].set(table[Int(value)], column, row)
          }
        }
      }
      let opacity = Opacity(whole, isPremultiplied: isPremultiplied)
      return opacity.isOpaque ? nil : opacity
    } catch {
      throw CodecError("the transparency: \(error.message)")
    }
  }
}

extension PlanarImage {
  /// The opacity for each value of a sample's bytes.
  fileprivate func opacities(_ matrix: ColourMatrix) -> [UInt16] {
    let (factor, offset) = matrix.scale(bitDepth: bitDepth, isChroma: false)
    let top = (1 << bitDepth) - 1
    return (0..<(bitDepth > 8 ? 1 << 16 : 1 << 8)).map { value in
      let full = (Double(min(value, top)) * factor + offset) * 257
      return UInt16(max(0, min(65_535, full.rounded())))
    }
  }
}

extension Opacity {
  /// Colours as they are where the image is opaque; those that it hides are black.
  ///
  /// - Parameter start: the row of the image at which `rows` start.
  func unmultiplied(_ rows: SampleRows, at start: Int) -> SampleRows {
    guard isPremultiplied else { return rows }
    return changed(rows, start) { value, alpha, top in
      alpha == 0 ? 0 : min(top, (value * 65_535 + alpha / 2) / alpha)
    }
  }

  /// Colours over white.
  func overWhite(_ rows: SampleRows, at start: Int) -> SampleRows {
    changed(rows, start) { value, alpha, top in
      (value * alpha + top * (65_535 - alpha) + 32_767) / 65_535
    }
  }

  /// - Parameter change: of a sample, with its opacity and the highest value that it can have.
  @inline(__always)
  private func changed(
    _ rows: SampleRows, _ start: Int, _ change: (_ value: Int, _ alpha: Int, _ top: Int) -> Int
  ) -> SampleRows {
    var result = rows
    var offset = 0
    for alpha in part(start..<start + rows.height) {
      for _ in 0..<rows.channels {
        if rows.bitDepth == 8 {
          result.bytes[offset] = UInt8(change(Int(rows.bytes[offset]), Int(alpha), 255))
          offset += 1
        } else {
          let value = Int(rows.bytes[offset]) << 8 | Int(rows.bytes[offset + 1])
          let new = change(value, Int(alpha), 65_535)
          result.bytes[offset] = UInt8(new >> 8)
          result.bytes[offset + 1] = UInt8(new & 0xFF)
          offset += 2
        }
      }
    }
    return result
  }

  /// The rows with one channel more.
  func added(to rows: SampleRows, at start: Int) -> SampleRows {
    var result = rows
    result.channels += 1
    let size = rows.channels * rows.bitDepth / 8
    result.bytes = []
    result.bytes.reserveCapacity(rows.bytes.count / rows.channels * result.channels)
    for (index, alpha) in part(start..<start + rows.height).enumerated() {
      result.bytes += rows.bytes[index * size..<(index + 1) * size]
      if rows.bitDepth == 8 {
        result.bytes.append(UInt8((Int(alpha) + 128) / 257))
      } else {
        result.bytes += [UInt8(alpha >> 8), UInt8(alpha & 0xFF)]
      }
    }
    return result
  }
}
