import Files
package import WorkerClient

extension Journal {
  /// The path of the list of a run's unfinished outputs, for a manifest.
  static func running(_ manifest: String) -> String { manifest + ".running" }

  /// The manifests that a folder has of its outputs: one, or that of each shard.
  package static func manifests(in folder: String) throws(ConversionError) -> [String] {
    try JournalFolder(of: folder).contents().map(\.name)
      .filter(JournalFolder.isManifest(named:))
      .map { "\(folder.asFolder)\(JournalFolder.name)/\($0)" }
  }

  /// Whether outputs in a folder are flushed to the disk together with the lines, because they are on the same file
  /// system as the manifest.
  public func syncs(_ folder: String) -> Bool {
    let devices = [path, folder].map { BytePath(Array($0.utf8)).fileSystem?.device }
    return devices[0] != nil && devices[0] == devices[1]
  }
}
