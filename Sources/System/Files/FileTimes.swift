package import Platform

package struct FileTimes: Sendable {
  package var access: timespec
  package var modification: timespec
  /// The creation time of the file, if the system allows setting it: Linux does not.
  package var birth: timespec?

  package init(access: timespec, modification: timespec, birth: timespec? = nil) {
    self.access = access
    self.modification = modification
    self.birth = birth
  }

  /// One time for both access and modification, in nanoseconds since the start of 1970.
  package init(nanoseconds: Int64) {
    let parts = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let isEarlier = parts.remainder < 0
    let time = timespec(
      tv_sec: Int(parts.quotient) - (isEarlier ? 1 : 0),
      tv_nsec: Int(parts.remainder) + (isEarlier ? 1_000_000_000 : 0))
    self.init(access: time, modification: time)
  }

  /// The modification time, in nanoseconds since the start of 1970; nil if it is out of range.
  package var nanoseconds: Int64? {
    let (product, overflow) = Int64(modification.tv_sec).multipliedReportingOverflow(
      by: 1_000_000_000)
    let (sum, isTooMuch) = product.addingReportingOverflow(Int64(modification.tv_nsec))
    return overflow || isTooMuch ? nil : sum
  }

  /// Sets these times for an open file, if its file system lets who made it set them.
  package func set(_ descriptor: Int32, _ path: String) throws(SystemError) {
    let both = [access, modification]
    // The array has the two elements that `futimens` reads.
    if unsafe futimens(descriptor, both) != 0 {
      let error = SystemError(what: path, code: errno)
      if !error.isNotPossible { throw error }
    }
    #if canImport(Darwin)
      guard var birth else { return }
      var attributes = attrlist()
      attributes.bitmapcount = UInt16(ATTR_BIT_MAP_COUNT)
      attributes.commonattr = attrgroup_t(ATTR_CMN_CRTIME)
      let size = MemoryLayout<timespec>.size
      // Both exist longer than the call, which reads `size` bytes of the second. A file system without such a time
      // refuses the call, which does not harm the file.
      _ = unsafe fsetattrlist(descriptor, &attributes, &birth, size, 0)
    #endif
  }
}
