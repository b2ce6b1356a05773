import FieldCoding
import Files

extension CardRescue {
  /// Reads what earlier runs could not read. If any of it can be read now, files that have zeros instead are removed, and
  /// the whole disk is searched again.
  func readAgain() throws(SystemError) {
    for range in journal.unreadable.ranges { image.check(range) }
    let gained = journal.unreadable.subtracting(image.unreadable)
    guard !gained.isEmpty else { return }
    let before = try DiskImage(image.path, unreadable: Array(journal.unreadable.ranges))
    for found in journal.files where !gained.intersection(RangeSet(found.ranges)).isEmpty {
      let path = "\(folder.path)/\(found.file)"
      let isThere = try PathKind(path) != .nothing
      // What someone else has changed stays.
      let isOurs =
        isThere ? try isSameContent(path, copy(FragmentedFile(before, found.ranges))) : false
      try journal.forget(found)
      if isOurs { try folder.remove(path) } else if isThere { names.insert(found.file) }
    }
    scan = DiskScan()
    try journal.startOver()
  }
}
