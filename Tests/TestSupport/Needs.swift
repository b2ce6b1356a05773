// A build for users has no tests, and with static libraries no module for them either.
#if canImport(Testing)
  public import Testing

  /// A requirement of a test or a suite that a machine may not meet: without it, the test is skipped, and the message
  /// names it.
  extension Trait where Self == ConditionTrait {
    public static func needs(_ programs: String...) -> ConditionTrait {
      let missing = programs.filter { InstalledProgram.path(of: $0) == nil }
      return .enabled(if: missing.isEmpty, "needs \(missing.joined(separator: ", "))")
    }

    /// Encoders of FFmpeg.
    public static func needs(encoders: String...) -> ConditionTrait {
      let missing = encoders.filter { !FFmpeg.encoders.contains($0) }
      return .enabled(
        if: missing.isEmpty, "needs ffmpeg with \(missing.joined(separator: ", "))")
    }

    /// A requirement other than a program.
    public static func needs(
      _ what: Comment, if isThere: @escaping @Sendable () throws -> Bool
    ) -> ConditionTrait {
      .enabled("needs \(what)", isThere)
    }

    public static var needsMedia: ConditionTrait {
      .enabled(
        if: MediaFolder.path != nil,
        "needs files of real devices: set BOXWALK_MEDIA or add ../shared/media")
    }
  }

  private enum FFmpeg {
    static let encoders: Set<String> = {
      let list = try? InstalledProgram.run("ffmpeg", ["-hide_banner", "-encoders"])
      // ` V....D libx265              libx265 H.265 / HEVC (codec hevc)`
      return Set(
        (list?.output ?? "").split(separator: "\n").compactMap {
          $0.split(separator: " ").dropFirst().first.map { String($0) }
        })
    }()
  }
#endif
