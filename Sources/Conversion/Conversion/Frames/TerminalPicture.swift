import Files
import Platform
package import WorkerClient

/// An image in a terminal, which `chafa` draws in the best way that the terminal has: sixels, the protocols
/// of kitty and iTerm, or characters.
package struct TerminalPicture {
  private let columns: Int
  private let rows = 24

  /// - Parameter columns: how many characters a row of the terminal has.
  package init(columns: Int) { self.columns = columns }

  /// The options of chafa for a terminal with these variables; none if it detects the terminal itself.
  ///
  /// Versions up to 1.12 support the protocol of iTerm, but do not detect iTerm. Another terminal inside of it,
  /// such as tmux, does not pass the protocol on.
  private static func format(_ variable: (String) -> String?) -> [String] {
    let isITerm =
      variable("TERM_PROGRAM") == "iTerm.app"
      || variable("LC_TERMINAL") == "iTerm2" && variable("TERM")?.hasPrefix("xterm") == true
    return isITerm ? ["--format", "iterm"] : []
  }

  /// Shows the photo, or a frame of the movie, at `path`. Answers why it is not shown, as a sentence; nil if
  /// it is.
  ///
  /// - Parameters:
  ///   - file: a path for a temporary frame.
  ///   - worker: decodes the photo or the frame.
  package func show(_ path: String, by file: String, _ worker: Worker) -> String? {
    let maker = ThumbnailMaker(worker, side: 800)
    do throws(ConversionError) { _ = try maker.make(of: path, to: file) } catch {
      return "\(path): there is no preview: \(error.message)"
    }
    do throws(SystemError) {
      let code = try ChildProgram(
        "chafa",
        TerminalPicture.format { Environment[$0] } + [
          "--size", "\(min(columns, 80))x\(rows)", file,
        ]
      ).wait()
      return code == 0 ? nil : "there is no preview: chafa ended with code \(code)"
    } catch {
      return error.code == ENOENT
        ? "there is no preview: chafa, which draws images in terminals, is not installed; on Debian and Ubuntu: apt-get install chafa"
        : "there is no preview: \(error)"
    }
  }
}
