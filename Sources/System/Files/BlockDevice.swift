import Platform

/// Whether a folder is on a disk, or on a partition of it. False if the system cannot tell.
///
/// - Parameter disk: the path of a device; for other paths the result is false.
package func isOnDisk(_ folder: String, _ disk: String) throws(SystemError) -> Bool {
  var (device, folderStatus) = (stat(), stat())
  // Both outlive the calls, which fill them.
  try SystemError.check(disk) { unsafe stat(disk, &device) }
  try SystemError.check(folder) { unsafe stat(folder, &folderStatus) }
  guard device.st_mode & S_IFMT == S_IFBLK else { return false }
  if device.st_rdev == folderStatus.st_dev { return true }
  // Linux lists a part of a disk in the folder of the disk.
  let number = UInt64(truncatingIfNeeded: folderStatus.st_dev)
  let (major, minor) = (number >> 8 & 0xFFF, number & 0xFF | number >> 12 & 0xFFF00)
  let listed = try pathWithoutLinks("/sys/dev/block/\(major):\(minor)")
  let name = (try pathWithoutLinks(disk) ?? disk).splitAtName.name
  return listed?.pathNames.contains { $0 == name } ?? false
}
