/// What an archive states about one of its files.
package struct ZipEntry: Sendable, Equatable {
  package enum Kind: Sendable { case file, folder, link, other }

  /// The name with the folders that it is in.
  package var name: String
  package var kind: Kind
  /// The number of bytes, as it is stated.
  package var size: Int
  package var compressedSize: Int
  package var isEncrypted: Bool
  /// Nanoseconds since the start of 1970.
  package var modified: Int64
  /// Who may read and write the file, as the lowest nine bits of what POSIX calls `st_mode`; nil if
  /// that is not told.
  package var permissions: UInt16?
}

extension ZipEntry {
  /// An entry that is much larger than its compressed data means that the archive was made to fill disks.
  /// Photos and movies are compressed already, and hardly get smaller.
  package var expandsBeyondReason: Bool {
    size > ZipEntry.smallestExpansion && size / ZipEntry.largestRatio > compressedSize
  }

  /// The size below which it does not matter what an entry is.
  private static let smallestExpansion = 16 << 20
  private static let largestRatio = 50
}
