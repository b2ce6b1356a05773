import HEIF

/// The resource limits of a worker for one job. An image that needs more is probably malicious.
public struct WorkerLimits: Equatable, Sendable {
  /// The address space in bytes: that of libraries and of the stacks of threads counts.
  public var memory: UInt64 = 16 << 30
  /// The size of the file that is written, in bytes.
  public var fileSize: UInt64 = 1 << 20
  /// The processor time of all threads together, in seconds.
  public var processorTime: UInt64 = 60

  public init() {}
}

extension ConversionJob {
  /// Many times the needs of the largest real photos.
  public var limits: WorkerLimits {
    var limits = WorkerLimits()
    let samples = plans.reduce(0 as UInt64) { $0 + max($1.canvas.area, $1.shownSize.area) }
    // Threads reserve far more addresses than they use.
    limits.memory = planeBudget + samples * 16 + UInt64(max(threads, 64)) << 27 + 4 << 30
    // No sample takes more than eight bytes in any format, before compression.
    let metadata = app1Segments.reduce(exif.count + xmp.count + iccProfile.count) { $0 + $1.count }
    limits.fileSize = samples * 10 + UInt64(metadata) * 2 + 16 << 20
    limits.processorTime = 60 + samples / 1_000_000 * (format.isHEIF ? 60 : 4)
    return limits
  }

  /// The number of samples that are decoded for it: those of all tiles and layers, and not only the shown ones.
  public var decodedSampleCount: UInt64 {
    plans.reduce(0) { $0 + $1.decodedSampleCount }
  }

  /// The plans of all images that are decoded for it.
  private var plans: [ImagePlan] {
    [plan] + thumbnails + alphas.map(\.plan) + gainMaps.map(\.plan) + alternates.map(\.plan)
  }

  /// The processor time that it takes at least, in seconds: no decoder makes 200 million samples of a real
  /// photo in one.
  public var leastProcessorTime: UInt64 { decodedSampleCount / 200_000_000 }
}

extension ImagePlan {
  fileprivate var decodedSampleCount: UInt64 {
    guard let overlay else { return tileSize.area * UInt64(tiles.count) }
    return overlay.layers.reduce(0) {
      $0 + $1.plan.decodedSampleCount + ($1.alpha?.decodedSampleCount ?? 0)
    }
  }
}

extension MatchJob {
  /// Many times what real pairs need.
  public var limits: WorkerLimits {
    var limits = WorkerLimits()
    let (samples, frame) = (still.canvas.area, movie.canvas.area)
    // A decoder holds up to 16 frames for reference, and one for each of its threads.
    limits.memory =
      planeBudget + samples * 16 + frame * 6 * 32 + UInt64(movie.tiles.count) << 18
      + UInt64(max(threads, 64)) << 27 + 4 << 30
    limits.processorTime =
      60 + samples / 1_000_000 * 4 + UInt64(movie.tiles.count) * (1 + frame / 1_000_000)
    return limits
  }
}

extension TranscodeJob {
  /// Many times what real movies need.
  public var limits: WorkerLimits {
    var limits = WorkerLimits()
    let area = min(largestFrame, 8_192 * 8_192)
    // Encoders look ahead by up to 250 images.
    limits.memory = area * 3 * 300 + UInt64(max(threads, 64)) << 27 + 4 << 30
    // No image takes more than its samples do.
    limits.fileSize = UInt64(samples.count) * (area * 3 + 1 << 16) + 16 << 20
    limits.processorTime = 60 + UInt64(samples.count) * (1 + area / 100_000)
    return limits
  }

  /// The most bytes that the answer has.
  public var longestAnswer: Int { 1 << 20 + samples.count * 32 }
}

extension AudioJob {
  /// Many times what real movies need.
  public var limits: WorkerLimits {
    var limits = WorkerLimits()
    // No audio is longer than a week.
    let seconds = min(duration / UInt64(max(1, timescale)), 7 * 86_400)
    limits.memory = UInt64(packets.count) * 64 + 4 << 30
    // AAC has at most 6,144 bits of each channel in a packet, and 96,000 samples a second.
    limits.fileSize = (seconds + 1) * 150_000 + 16 << 20
    limits.processorTime = 60 + seconds + UInt64(packets.count) / 50
    return limits
  }

  /// The size of an answer with the length of each packet, in bytes.
  public var longestAnswer: Int {
    let seconds = Int(clamping: min(duration / UInt64(max(1, timescale)), 7 * 86_400))
    return 1 << 20 + packets.count * 4 + seconds * 400
  }
}

extension CompareJob {
  /// Many times the needs of the largest real photos.
  public var limits: WorkerLimits {
    var limits = WorkerLimits()
    let samples = original.canvas.area + output.canvas.area
    limits.memory = planeBudget + samples * 16 + UInt64(max(threads, 64)) << 27 + 4 << 30
    limits.processorTime = 60 + samples / 1_000_000 * 8
    return limits
  }
}

extension CheckJob {
  /// Many times the needs of the largest real photos.
  public var limits: WorkerLimits {
    var limits = WorkerLimits()
    limits.memory = planeBudget + byteCount * 4 + 4 << 30
    limits.processorTime = 60 + size.area / 1_000_000 * 4
    return limits
  }
}

extension ImagePlan.Size {
  /// The number of samples.
  package var area: UInt64 {
    let (area, overflow) = UInt64(max(0, width)).multipliedReportingOverflow(
      by: UInt64(max(0, height)))
    // A plan with such a size is refused elsewhere.
    return overflow ? 1 << 40 : min(area, 1 << 40)
  }
}
