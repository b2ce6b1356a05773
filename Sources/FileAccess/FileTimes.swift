#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Darwin)
  package import Darwin
#endif

package struct FileTimes: Sendable {
  package var access: timespec
  package var modification: timespec
  /// When the file was made, where the system lets that be set: Linux does not.
  package var birth: timespec?

  /// Gives these times to an open file.
  package func set(_ descriptor: Int32, _ path: String) throws(SystemError) {
    let both = [access, modification]
    // The array has the two elements that `futimens` reads.
    try SystemError.check(path) { unsafe futimens(descriptor, both) }
    #if canImport(Darwin)
      guard var birth else { return }
      var attributes = attrlist()
      attributes.bitmapcount = UInt16(ATTR_BIT_MAP_COUNT)
      attributes.commonattr = attrgroup_t(ATTR_CMN_CRTIME)
      let size = MemoryLayout<timespec>.size
      // Both outlive the call, which reads `size` bytes of the second. A file system without such a
      // time refuses, and the file is none the worse.
      _ = unsafe fsetattrlist(descriptor, &attributes, &birth, size, 0)
    #endif
  }
}
