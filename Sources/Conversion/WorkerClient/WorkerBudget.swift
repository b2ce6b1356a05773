internal import CSystem
import HEIF
import Platform
import WorkerProtocol

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A budget that the simultaneous processes of a worker share: their number, and their memory. Each process waits, in
/// the order of the requests, until enough of both is free. A process that needs more memory than the whole budget
/// runs when no other process runs.
public struct WorkerBudget: Sendable {
  private let processes: Budget
  private let memory: Budget

  /// - Parameters:
  ///   - processes: how many are at work at once.
  ///   - memory: in bytes.
  public init(processes: Int, memory: UInt64) {
    self.processes = Budget(UInt64(max(processes, 1)))
    self.memory = Budget(memory)
  }

  /// Calls `body` when a process and this number of bytes are available, which it has until it returns.
  func with<Result, Failure: Error>(
    memory byteCount: UInt64, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try memory.with(byteCount) { () throws(Failure) in try processes.with(1, body) }
  }
}

extension WorkerBudget? {
  /// The same; without a budget no job waits.
  package func with<Result, Failure: Error>(
    memory byteCount: UInt64, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let self else { return try body() }
    return try self.with(memory: byteCount, body)
  }
}

/// An amount that several threads share. Each takes its part, in the order of their requests.
@safe
private final class Budget: Sendable {
  // It does its own locking.
  nonisolated(unsafe) private let handle: OpaquePointer?

  init(_ amount: UInt64) { unsafe handle = system_budget_make(amount) }

  deinit { unsafe system_budget_free(handle) }

  /// Calls `body` when this amount is available, which it has until it returns.
  func with<Result, Failure: Error>(
    _ amount: UInt64, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let handle = unsafe handle else { return try body() }
    unsafe system_budget_take(handle, amount)
    // The handle exists as long as this object.
    defer { unsafe system_budget_give(handle, amount) }
    return try body()
  }
}

extension CheckJob {
  /// An estimate of the worker's memory for this job, in bytes: the file, and a few rows or all coefficients.
  package var memoryNeed: UInt64 {
    let samples = hasSeveralScans ? size.area * 6 : 0
    return min(16 << 20 + byteCount * 2 + UInt64(max(0, size.width)) * 256 + samples, 1 << 42)
  }
}

extension ConversionJob {
  /// An estimate of the worker's memory for this job, in bytes.
  ///
  /// Images of tiles are converted to JPEG or PNG files band by band; others are in memory as a whole, and so are all
  /// images that become HEIC or AVIF files.
  package var memoryNeed: UInt64 {
    var need: UInt64 = 48 << 20
    for plan in [plan] + alphas.map(\.plan) + gainMaps.map(\.plan) + alternates.map(\.plan) {
      let canvas = plan.canvas.area
      let tile = plan.tiles.count > 1 ? plan.tileSize.area : canvas
      // A decoder has an image and some internal ones; those of AV1 have most.
      need += min(tile * UInt64(threads > 0 ? threads : 4), canvas) * (plan.codec == .av1 ? 16 : 8)
      need += format.isHEIF ? canvas * 24 : canvas / 4
    }
    return min(need, 1 << 42)
  }
}

extension WorkerBudget {
  /// Half of the memory of the machine, or of the process's control group, in bytes.
  package static var usualMemory: UInt64 {
    let pages = max(0, sysconf(Int32(_SC_PHYS_PAGES)))
    let machine = UInt64(pages) * UInt64(max(0, sysconf(Int32(_SC_PAGESIZE))))
    let group = FileManager.default.contents(atPath: "/sys/fs/cgroup/memory.max")
      .flatMap { UInt64(String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace }) }
    let memory = min(machine > 0 ? machine : 4 << 30, group ?? .max)
    return memory / 2
  }
}
