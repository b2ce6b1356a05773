import CSystem

/// Extended attributes, which not every file system has.
extension OpenFile {
  /// An attribute of the file; nil if it has none of that name that can be read.
  package func attribute(_ name: String) -> [UInt8]? {
    var value = [UInt8](repeating: 0, count: 1 << 16)
    // The string and the array are valid during the call, which fills at most the stated size.
    let count = unsafe system_attribute(descriptor, name, &value, value.count)
    return count >= 0 ? Array(value.prefix(Int(count))) : nil
  }

  /// Sets an attribute of the file, where that is possible.
  package func setAttribute(_ name: String, _ value: [UInt8]) {
    // The string and the array are valid during the call.
    _ = unsafe system_set_attribute(descriptor, name, value, value.count)
  }
}
