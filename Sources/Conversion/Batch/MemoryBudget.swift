internal import CThreads
import CodecJob
import HEIF

/// Memory that conversions share: each waits until what it needs is left, in the order in which they
/// come. One that needs more than there is works alone.
@safe
public final class MemoryBudget: Sendable {
  /// In bytes.
  public let byteCount: UInt64
  // It does its own locking.
  nonisolated(unsafe) private let handle: OpaquePointer?

  public init(_ byteCount: UInt64) {
    self.byteCount = byteCount
    unsafe handle = boxwalk_budget_make(byteCount)
  }

  deinit { unsafe boxwalk_budget_free(handle) }

  /// Calls `body` when so many bytes are left, which it has until it returns.
  func with<Result, Failure: Error>(
    _ byteCount: UInt64, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let handle = unsafe handle else { return try body() }
    unsafe boxwalk_budget_take(handle, byteCount)
    // The handle lives as long as this object.
    defer { unsafe boxwalk_budget_give(handle, byteCount) }
    return try body()
  }
}

extension CheckJob {
  /// About what a worker needs for this job, in bytes: the file, and a few rows, or all coefficients.
  var memoryNeed: UInt64 {
    let samples = hasSeveralScans ? size.area * 6 : 0
    return min(16 << 20 + byteCount * 2 + UInt64(max(0, size.width)) * 256 + samples, 1 << 42)
  }
}

extension ConversionJob {
  /// About what a worker needs for this job, in bytes.
  ///
  /// Pictures of tiles become JPEG or PNG files band by band; others are in memory as a whole, and so
  /// are all that become HEIC or AVIF files.
  var memoryNeed: UInt64 {
    var need: UInt64 = 48 << 20
    for plan in [plan] + alphas.map(\.plan) + gainMaps.map(\.plan) {
      let canvas = plan.canvas.area
      let tile = plan.tiles.count > 1 ? plan.tileSize.area : canvas
      // A decoder has a picture and some of its own; those of AV1 have most.
      need += min(tile * UInt64(threads > 0 ? threads : 4), canvas) * (plan.coding == .av1 ? 16 : 8)
      need += format.isHEIF ? canvas * 24 : canvas / 4
    }
    return min(need, 1 << 42)
  }
}
