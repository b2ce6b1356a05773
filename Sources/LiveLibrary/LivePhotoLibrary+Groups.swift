public import LivePairing

extension LivePhotoLibrary {
  /// The files of one picture, or of one burst: halves of Live Photos, edits, copies, raw photos and
  /// sidecars. A photo that stands alone is a group of one file.
  public struct Group: Hashable, Sendable {
    /// The members in the order of their paths.
    public var members: [Member]
    /// Several where there are edits, copies, or frames of a burst; often none.
    public var pairs: [Pair]
    /// What contradicts itself among these files, and was not decided.
    public var conflicts: [Conflict]
  }

  /// A file of a group.
  public struct Member: Hashable, Sendable {
    /// Its path, and what it says.
    public var file: LibraryFile
    /// What it is among the others.
    public var role: Pairing.Role
  }

  /// A Live Photo: a still and its movie.
  public struct Pair: Hashable, Sendable {
    /// The photo.
    public var still: LibraryFile
    /// The movie.
    public var movie: LibraryFile
    /// How sure it is that they belong together.
    public var confidence: Pairing.Confidence
    /// What speaks for it.
    public var evidence: [Pairing.Evidence]

    /// What both halves bear; nil if one of them has lost it.
    public var identifier: ContentIdentifier? {
      still.facts.identifier == movie.facts.identifier ? still.facts.identifier : nil
    }
  }

  /// Something that is not decided, for a person to look at.
  public struct Conflict: Hashable, Sendable {
    /// What contradicts itself.
    public var kind: Pairing.Conflict.Kind
    /// The files that contradict each other; some may be in other groups.
    public var files: [LibraryFile]
  }
}

extension LivePhotoLibrary.Group {
  init(_ index: Int, of pairing: Pairing) {
    let (group, files) = (pairing.groups[index], pairing.files)
    members = group.members.map { .init(file: files[$0.file], role: $0.role) }
    pairs = group.pairs.map {
      .init(
        still: files[$0.still], movie: files[$0.movie], confidence: $0.confidence,
        evidence: $0.evidence)
    }
    conflicts = group.conflicts.map { number in
      let conflict = pairing.conflicts[number]
      return .init(kind: conflict.kind, files: conflict.files.map { files[$0] })
    }
  }
}
