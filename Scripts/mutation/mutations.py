"""Where Swift sources can be changed, and how: text rules that recognise only comments, strings and brackets.

A change does not move lines, and is inactive unless `__mutant(number)` returns true, so that one build contains many changes.
The build finds changes that do not compile.
"""

import re
from dataclasses import dataclass

# The operators that are exchanged: what each may become, what its operands have to be, and its precedence.
COMPARISON, ADDITION, PRODUCT = "ComparisonPrecedence", "AdditionPrecedence", "MultiplicationPrecedence"
SHIFT, RANGE = "BitwiseShiftPrecedence", "RangeFormationPrecedence"
OPERATORS = {
    "<": (["<=", ">="], "Comparable", COMPARISON), "<=": (["<", ">"], "Comparable", COMPARISON),
    ">": ([">=", "<="], "Comparable", COMPARISON), ">=": ([">", "<"], "Comparable", COMPARISON),
    "==": (["!="], "Equatable", COMPARISON), "!=": (["=="], "Equatable", COMPARISON),
    "+": (["-"], "AdditiveArithmetic", ADDITION), "-": (["+"], "AdditiveArithmetic", ADDITION),
    "&+": (["&-"], "FixedWidthInteger", ADDITION), "&-": (["&+"], "FixedWidthInteger", ADDITION),
    "|": (["&"], "BinaryInteger", ADDITION), "&": (["|"], "BinaryInteger", PRODUCT),
    "*": (["+"], "Numeric", PRODUCT), "/": (["*"], "BinaryInteger|FloatingPoint", PRODUCT), "%": (["/"], "BinaryInteger", PRODUCT),
    "<<": ([">>"], "BinaryInteger", SHIFT), ">>": (["<<"], "BinaryInteger", SHIFT),
    "&<<": (["&>>"], "FixedWidthInteger", SHIFT), "&>>": (["&<<"], "FixedWidthInteger", SHIFT),
    "&&": (["||"], None, "LogicalConjunctionPrecedence"), "||": (["&&"], None, "LogicalDisjunctionPrecedence"),
    "..<": (["-1"], None, RANGE), "...": (["-1"], None, RANGE),
}
MODIFIERS = r"(?:(?:public|package|private|fileprivate|internal|static|final|mutating|borrowing|consuming|nonisolated" \
            r"|indirect|override|convenience|required|isolated|lazy|unsafe)(?:\(\w+\))? +)*"
SIGNATURE = re.compile(rf"^[ ]*(?:@\w+(?:\([^)\n]*\))? +)*{MODIFIERS}(?:func\b|init[(?<]|subscript\b)", re.M)
TYPE = re.compile(rf"^[ ]*{MODIFIERS}(?:struct|enum|class|actor|extension|protocol|typealias|associatedtype|import)\b", re.M)
CASE = re.compile(rf"^[ ]*{MODIFIERS}case\b", re.M)
# What decoding, or a caller, sets: default values, as those of arguments.
DEFAULT = re.compile(r"^[ ]*(?:public|package)(?:\(set\))? [^\n{}]*\bvar \w+(?:: [^\n={}]+)? = [^\n{}(]*$", re.M)
DIRECTIVE = re.compile(r"^[ ]*[#@]\w.*$", re.M)
OPERATOR = re.compile(r"(?<= )(?:&<<|&>>|<=|>=|==|!=|<<|>>|&\+|&-|&&|\|\||[<>+\-*/%&|])(?= )|(?<=[\w)\]])(?:\.\.<|\.\.\.)(?=[\w(])")
NUMBER = re.compile(r"0x[0-9A-Fa-f_]+|0b[01_]+|\d[\d_]*")
CONDITION = re.compile(r"(?<![\w#.])(?:if|guard|while) ")
DROPPED = re.compile(
    r"^ +(?:(?!(?:return|let|var|if|guard|for|while|switch|case|default|throw|defer|do|else|func|init|super|repeat|in|self\.init)\b)"
    r"(?:(?:try[?!]?|unsafe|_ =) )*[\w.$?!]+(?:\[[^\n]*\])?[\w.?!]*(?:\([^\n]*\)|(?: [-+*/|&^]?=| &[+-]=| <<=| >>=) [^\n]*)"
    r"|return|continue|break(?: \w+)?)$")
CONTINUES = re.compile(r"^\s*(?:[.?:)\]},]|[-+*/|&<>=!]+ |\|\||&&|else\b|\{)")
IS_CONTINUED = re.compile(r"(?:[=(\[,:?+\-*/|&<>]|\b(?:return|try|in|throw|else))\s*$")


@dataclass(frozen=True)
class Change:
    """What a piece of a file becomes: for the compiler, with `{n}` for the number of the mutant, and for people."""
    line: int
    start: int
    end: int
    code: str
    shown: str
    declaration: str = ""


def masked(text):
    """The same number of characters: comments are spaces, and what is in strings is quotation marks."""
    out, offset, end = list(text), 0, len(text)

    def fill(start, stop, character):
        for index in range(start, min(stop, end)):
            if out[index] != "\n":
                out[index] = character

    def string(start):
        """The end of the string that begins here."""
        match = re.compile(r'(#*)("""|")').match(text, start)
        pounds, quotes = match.groups()
        at, close, escape = match.end(), quotes + pounds, "\\" + pounds
        while at < end:
            if text.startswith(close, at):
                return at + len(close)
            if text.startswith(escape + "(", at):
                at = interpolation(at + len(escape) + 1)
            elif text.startswith(escape, at):
                at += len(escape) + 1
            else:
                at += 1
        return end

    def interpolation(at):
        depth = 1
        while at < end and depth:
            if text[at] == '"':
                at = string(at)
                continue
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
        return at

    while offset < end:
        if text.startswith("//", offset):
            stop = text.find("\n", offset)
            stop = end if stop < 0 else stop
            fill(offset, stop, " ")
        elif text.startswith("/*", offset):
            depth, stop = 1, offset + 2
            while depth and stop < end:
                two = text[stop:stop + 2]
                depth += {"/*": 1, "*/": -1}.get(two, 0)
                stop += 2 if two in ("/*", "*/") else 1
            fill(offset, stop, " ")
        elif re.match(r'#*"', text[offset:offset + 4]):
            stop = string(offset)
            fill(offset, stop, '"')
        else:
            stop = offset + 1
        offset = stop
    return "".join(out)


def without_declarations(code):
    """The masked text without signatures, types, patterns of cases, default values, attributes and directives."""
    out = list(code)

    def blank(start, stop):
        for index in range(start, stop):
            if out[index] != "\n":
                out[index] = " "

    for match in SIGNATURE.finditer(code):
        at, depth = match.end() - 1, 0
        while at < len(code):
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(code[at], 0)
            if depth == 0 and code[at] == "{":
                break
            # A requirement of a protocol has no body.
            if depth == 0 and code[at] == "\n" and not re.match(r"\s*(?:->|\{|where\b|throws\b|async\b|\))", code[at:at + 200]):
                break
            at += 1
        blank(match.start(), at)
    for match in TYPE.finditer(code):
        stop = re.compile(r"[{\n]").search(code, match.end())
        blank(match.start(), stop.start() if stop else len(code))
    for match in CASE.finditer(code):
        at, depth = match.end(), 0
        while at < len(code):
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(code[at], 0)
            if depth == 0 and code[at] == ":" or code[at] == "\n" and depth <= 0 and code[at - 1] != ",":
                break
            at += 1
        blank(match.start(), at)
    for match in [*DIRECTIVE.finditer(code), *DEFAULT.finditer(code)]:
        blank(match.start(), match.end())
    return "".join(out)


def openers(code):
    """For each line, the bracket that is open at its start, and the line of that bracket."""
    stack, result = [("", 0)], [("", 0)]
    line = 1
    for character in code:
        if character in "([{":
            stack.append((character, line))
        elif character in ")]}" and len(stack) > 1:
            stack.pop()
        elif character == "\n":
            line += 1
            result.append(stack[-1])
    return result


def operator_name(number):
    """Two mathematical characters, so that each mutant has an operator of its own."""
    return chr(0x2200 + number // 256) + chr(0x2200 + number % 256)


def operator_change(token, other, line, start):
    _, kind, precedence = OPERATORS[token]
    head = f"infix operator {{operator}}: {precedence}; "
    if token in ("&&", "||"):
        body = ("func {operator}(_ a: Bool, _ b: @autoclosure () throws -> Bool) rethrows -> Bool "
                f"{{{{ if __mutant({{n}}) {{{{ return try a {other} b() }}}}; return try a {token} b() }}}}")
        return Change(line, start, start + len(token), "{operator}", other, head + body)
    if kind is None:
        result = "Range" if token == "..<" else "ClosedRange"
        body = (f"func {{operator}}<T: Strideable>(a: T, b: T) -> {result}<T> where T.Stride: SignedInteger "
                f"{{{{ __mutant({{n}}) && a < b ? a{token}b.advanced(by: -1) : a{token}b }}}}")
        return Change(line, start, start + len(token), "{operator}", token + "-1+", head + body)
    result = "Bool" if precedence == COMPARISON else "T"
    right, more = ("R", ", R: BinaryInteger") if token in ("<<", ">>") else ("T", "")
    body = "; ".join(f"func {{operator}}<T: {one}{more}>(a: T, b: {right}) -> {result} "
                     f"{{{{ __mutant({{n}}) ? a {other} b : a {token} b }}}}" for one in kind.split("|"))
    return Change(line, start, start + len(token), "{operator}", other, head + body)


def other_number(number):
    """One more, in the same notation; one less where that may not fit."""
    value = int(number.replace("_", ""), 0) if not number.startswith("0") or number[1:2] in "xb" else int(number)
    value += -1 if value > 1 and value & (value + 1) == 0 else 1
    return {"0x": hex, "0b": bin}.get(number[:2], str)(value)


def is_plain(condition):
    """Whether a condition is one expression, in one line."""
    return condition.count("(") == condition.count(")") and not re.search(r"[{},]|\b(?:let|var|case|else)\b|#", condition)


def changes(text):
    """All changes of a file, by line."""
    code = without_declarations(masked(text))
    whole = masked(text)
    lines, inside = whole.split("\n"), openers(whole)
    result, start = {}, 0
    for number, line in enumerate(code.split("\n"), 1):
        found = list(in_line(line, number, start)) if line.strip() else []
        found += dropped(lines, number, start, inside) if line.strip() else []
        if found:
            result[number] = found
        start += len(line) + 1
    return result


def in_line(line, number, start):
    for match in OPERATOR.finditer(line):
        before, after = line[:match.start()], line[match.end():]
        # `nil` has no type of its own, and there is no difference of texts.
        if re.match(r"\s+nil\b", after) or re.search(r"\bnil $", before):
            continue
        if match.group() == "+" and (re.match(r'\s+#*"', after) or re.search(r'(?:^|"#*) +$', before)):
            continue
        for other in OPERATORS[match.group()][0]:
            yield operator_change(match.group(), other, number, start + match.start())
    for match in NUMBER.finditer(line):
        before, after = line[:match.start()], line[match.end():]
        # A part of a name, a member of a tuple, or of a number with a fraction.
        if re.search(r"[\w$#]$|(?<!\.)\.$", before) or re.match(r"\w|\.\d", after):
            continue
        other = other_number(match.group())
        yield Change(number, start + match.start(), start + match.end(), f"(__mutant({{n}}) ? {other} : {match.group()})", other)
    for match in re.finditer(r"(?<![\w.])(?:true|false)\b(?! *:)", line):
        other = {"true": "false", "false": "true"}[match.group()]
        yield Change(number, start + match.start(), start + match.end(), f"(__mutant({{n}}) ? {other} : {match.group()})", other)
    for match in CONDITION.finditer(line):
        at = start + match.end()
        yield Change(number, at, at, "!__mutant({n}), ", "false, ")
        rest = re.match(r"(.*?)(?= else\b)" if match.group() == "guard " else r"(.*?)(?= \{)", line[match.end():])
        if rest and match.group() != "while " and is_plain(rest.group()):
            condition = "{condition}"
            yield Change(number, at, at + rest.end(), f"__mutant({{n}}) || ({condition})", f"true || ({condition})")
    match = re.match(r" *for .* where (.*) \{$", line)
    if match and is_plain(match.group(1)):
        yield Change(number, start + match.start(1), start + match.end(1),
                     "!__mutant({n}) && ({condition})", "false && ({condition})")


def dropped(lines, number, start, inside):
    """The statement of a line that can go as a whole."""
    line = lines[number - 1]
    opener, opened = inside[number - 1]
    balanced = all(line.count(a) == line.count(b) for a, b in ("()", "[]", "{}"))
    # What an initializer sets has to be set.
    if opener != "{" or not balanced or not DROPPED.match(line) or re.match(r" *self\.(\w+) = \1$", line):
        return []
    before = next((lines[index] for index in range(number - 2, -1, -1) if lines[index].strip()), "")
    after = next((other for other in lines[number:] if other.strip()), "")
    is_first_of_case = re.match(r"\s*(?:case|default)\b.*:$", before)
    if CONTINUES.match(line) or IS_CONTINUED.search(before) and not is_first_of_case or is_first_of_case and line.strip() == "break":
        return []
    if re.match(r"^\s*(?:[.?:,]|[-+*/|&<>=!]+ )", after):
        return []
    # What a guard ends with may not go, nor the value of a function or closure.
    head = lines[opened - 1]
    if re.match(r"\s*(?:guard\b|else \{)", head):
        return []
    if before == head and after.strip().startswith("}") and not re.match(r"\s*(?:\} )?(?:if|for|else|while|do|defer)\b", head):
        return []
    first = start + len(line) - len(line.lstrip())
    return [Change(number, first, start + len(line), "if !__mutant({n}) {{ {condition} }}", "")]


def applied(text, chosen):
    """The text with changes, each with its number, and their declarations. None of them are in the same line."""
    for number, change in sorted(chosen, key=lambda pair: -pair[1].start):
        text = text[:change.start] + code_of(change, number, text) + text[change.end:]
    return text


def code_of(change, number, text):
    condition = text[change.start:change.end]
    return change.code.format(n=number, operator=operator_name(number), condition=condition)


def shown(text, change):
    """The line before and after, as people read it."""
    first = text.rfind("\n", 0, change.start) + 1
    last = text.find("\n", change.end)
    last = len(text) if last < 0 else last
    new = change.shown.replace("{condition}", text[change.start:change.end])
    return text[first:last].strip(), (text[first:change.start] + new + text[change.end:last]).strip() or "(nothing)"


SUPPORT = """\
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
private let chosen = getenv("BOXWALK_MUTANT").map { Int(atoi($0)) } ?? 0
private let isRecorded = getenv("BOXWALK_MUTANT_REACHED") != nil
nonisolated(unsafe) private let seen = {
  let seen = UnsafeMutableBufferPointer<Bool>.allocate(capacity: 65_536)
  seen.initialize(repeating: false)
  return seen
}()
/// Whether this change is the one that is tried. Notes that the change was reached, once in a process.
func __mutant(_ number: Int) -> Bool {
  if isRecorded, !seen[number] {
    seen[number] = true
    let file = open(getenv("BOXWALK_MUTANT_REACHED")!, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    if file >= 0 {
      var record = UInt16(number)
      _ = write(file, &record, 2)
      close(file)
    }
  }
  return chosen == number
}
"""


def support(chosen):
    """The source that all changes of one target need."""
    lines = [change.declaration.format(n=number, operator=operator_name(number)) for number, change in chosen if change.declaration]
    return SUPPORT + "\n".join(lines) + "\n"
