package import ArgumentParser

/// A value of an option that is not one of a few words. If an argument is no such value, the message says what is.
package protocol ExplainedArgument: Sendable {
  /// Nil if the argument is no such value.
  init?(argument: String)

  /// What is a value, after "has to be": `a time, such as 90 or 1:30`.
  static var form: String { get }
}

extension ExplainedArgument {
  @Sendable fileprivate static func read(_ argument: String) throws -> Self {
    guard let value = Self(argument: argument) else {
      throw ValidationError("it has to be \(form).")
    }
    return value
  }
}

extension Option {
  /// An option that can be left out.
  package init<Explained: ExplainedArgument>(name: NameSpecification = .long, help: ArgumentHelp)
  where Value == Explained? {
    self.init(name: name, help: help, transform: Explained.read)
  }

  /// An option that can be repeated.
  package init<Explained: ExplainedArgument>(
    wrappedValue: [Explained], name: NameSpecification = .long, help: ArgumentHelp
  ) where Value == [Explained] {
    self.init(wrappedValue: wrappedValue, name: name, help: help, transform: Explained.read)
  }
}

extension Option where Value: ExplainedArgument {
  /// An option that is needed.
  package init(name: NameSpecification = .long, help: ArgumentHelp) {
    self.init(name: name, help: help, transform: Value.read)
  }
}
