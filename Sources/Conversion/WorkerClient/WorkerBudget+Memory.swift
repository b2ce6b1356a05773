import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
