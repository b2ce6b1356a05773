/// The information in an archive about one of its files.
package struct ZipEntry: Sendable, Equatable {
  package enum Kind: Sendable { case file, folder, link, other }

  /// The name with the folders that it is in.
  package var name: String
  package var kind: Kind
  /// The stated size in bytes.
  package var size: Int
  package var compressedSize: Int
  package var isEncrypted: Bool
  /// Nanoseconds since the start of 1970.
  package var modified: Int64
  /// The permissions of the file, as the lowest nine bits of POSIX's `st_mode`; nil if the archive does not state them.
  package var permissions: UInt16?
}

extension ZipEntry {
  /// Whether an entry is much larger than its compressed data, as in an archive that was made to fill disks. Photos and
  /// movies are compressed already, and hardly get smaller.
  package var expandsBeyondReason: Bool {
    size > ZipEntry.smallestExpansion && size / ZipEntry.largestRatio > compressedSize
  }

  /// The size below which it does not matter what an entry is.
  private static let smallestExpansion = 16 << 20
  private static let largestRatio = 50
}
