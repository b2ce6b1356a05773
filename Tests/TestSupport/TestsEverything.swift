import Foundation

/// Whether tests that do the same with many files do it with all of them, as every night: if `BOXWALK_TEST_ALL` is set.
/// Otherwise, they take those that differ in what matters.
public let testsEverything = ProcessInfo.processInfo.environment["BOXWALK_TEST_ALL"] != nil
