extension LivePhotoLibrary {
  /// The files of one image, or of one burst: the two files of Live Photos, edits, copies, raw photos and
  /// sidecar files. A single photo is a group of one file.
  public struct Group: Hashable, Sendable {
    /// The members in the order of their paths.
    public var members: [Member]
    /// The Live Photos of the group: several if there are edits, copies, or frames of a burst; often none.
    public var pairs: [Pair]
    /// The contradictions that involve these files, which are not decided.
    public var conflicts: [Conflict]
  }

  /// A file of a group.
  public struct Member: Hashable, Sendable {
    /// The path of the file, and the facts that it states.
    public var file: LibraryFile
    /// The role of the file in the group.
    public var role: Pairing.Role
  }

  /// A Live Photo: a still and its movie.
  public struct Pair: Hashable, Sendable {
    /// The photo.
    public var still: LibraryFile
    /// The movie.
    public var movie: LibraryFile
    /// How certain it is that they belong together.
    public var confidence: Pairing.Confidence
    /// The reasons for the pair.
    public var evidence: [Pairing.Evidence]

    /// The identifier of both files; nil if one of them does not have it.
    public var identifier: ContentIdentifier? {
      still.facts.identifier == movie.facts.identifier ? still.facts.identifier : nil
    }
  }

  /// A contradiction that is not decided; a person has to check it.
  public struct Conflict: Hashable, Sendable {
    /// The kind of the contradiction.
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
