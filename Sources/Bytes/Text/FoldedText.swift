extension String {
  /// The text in lines of at most `columns` characters, which are divided at blanks. Words that are longer stay whole, and
  /// colours (ECMA-48 §8.3.117) need no columns.
  ///
  /// - Parameters:
  ///   - columns: nil for a single line of any length.
  ///   - indent: the number of blanks before the second and all following lines.
  package func folded(to columns: Int?, indent: Int) -> String {
    guard let columns, columns >= indent + 20, utf8.count > columns else { return self }
    var (text, word) = ("", "")
    var (width, wordWidth) = (0, 0)
    // Blanks at the start belong to the first word.
    var (isStart, isEscape) = (true, false)
    var hasWord = false
    func addWord() {
      if width + wordWidth > columns, hasWord {
        while text.last == " " { text.removeLast() }
        text += "\n" + String(repeating: " ", count: indent)
        width = indent
      }
      text += word
      width += wordWidth
      hasWord = true
      (word, wordWidth) = ("", 0)
    }
    for character in self {
      if character == " ", !isStart, !isEscape {
        addWord()
        text.append(character)
        width += 1
        continue
      }
      word.append(character)
      if character == "\u{1B}" { isEscape = true }
      if !isEscape {
        wordWidth += 1
        if character != " " { isStart = false }
      } else if character.isLetter {
        isEscape = false
      }
    }
    addWord()
    return text
  }
}
