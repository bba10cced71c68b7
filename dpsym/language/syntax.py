"""The syntax of claims: from text to a tree of calls and operations, without looking at meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from unicodedata import decomposition, normalize

from dpsym.errors import ClaimError, ClaimSyntaxError, LimitError, shown
from dpsym.language.remedies import OPERATIONS, REMEDIES, WORDS

MAX_LENGTH = 20_000
MAX_DEPTH = 60
MAX_NODES = 4_000

KEYWORDS = frozenset({"and", "for", "in"})
RESERVED = KEYWORDS | set(WORDS)
"""Words that are no names, in any case: beside a number they would be factors."""
RELATIONS = ("<=", ">=", "<", ">", "==")
_TOKEN = re.compile(
    r"(?:\s|#[^\n]*(?:\n|\Z))*(?:(?P<number>(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<name>[^\W\d]\w*)"
    r"|(?P<symbol>=>|<=|>=|==|\.\.|\*\*|[-+*/(),<>\[\]]))"
)

_EVERY = ("all", "every", "each", "any")


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    position: int


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the syntax tree: a number, a name, a call, a tuple or an operation."""

    kind: str
    text: str
    children: tuple[Node, ...]
    position: int


@dataclass(frozen=True, slots=True)
class DomainNode:
    """A domain as written: its brackets, or ".." for integers, or the word of a sort."""

    kind: str
    ends: tuple[Node, ...]
    position: int


@dataclass(frozen=True, slots=True)
class ClaimNode:
    """A claim as written."""

    hypotheses: tuple[Node, ...]
    conclusions: tuple[Node, ...]
    domains: tuple[tuple[str, DomainNode], ...]


def read_claim(source: str) -> ClaimNode:
    """The syntax tree of a claim.

    Raises:
        ClaimSyntaxError: the text does not follow the grammar.
        LimitError: the text is too long or nested too deeply.
    """
    reader = _Reader(source)
    first = reader.atoms()
    hypotheses: list[Node] = []
    if reader.accept("=>"):
        hypotheses, first = first, reader.atoms()
    declared = reader.domains() if reader.accept("for") else []
    reader.end()
    return ClaimNode(tuple(hypotheses), tuple(first), tuple(declared))


def read_expression(source: str) -> Node:
    """The syntax tree of one expression."""
    reader = _Reader(source)
    node = reader.expression()
    reader.end()
    return node


def read_domain(source: str) -> DomainNode:
    """The syntax tree of one domain."""
    reader = _Reader(source)
    node = reader.domain()
    reader.end()
    return node


def require_text(source: object) -> None:
    """Nothing, where this is a text that can be read.

    Raises:
        ClaimError: it is no text.
        LimitError: it is too long.
    """
    if not isinstance(source, str):
        raise ClaimError(f"{shown(source)} is no text", remedy="write it as a string")
    if len(source) > MAX_LENGTH:
        raise LimitError(
            f"the text has {len(source)} characters, more than {MAX_LENGTH}",
            remedy="state a shorter claim",
        )


class _Reader:
    """Recursive descent over the tokens of one text."""

    def __init__(self, source: str) -> None:
        require_text(source)
        self._source = source
        self._tokens = list(_tokens(source))
        self._index = 0
        self._depth = 0
        self._nodes = 0

    def _peek(self) -> _Token:
        return self._tokens[self._index]

    def _next(self) -> _Token:
        token = self._tokens[self._index]
        self._index += token.kind != "end"
        return token

    def accept(self, text: str) -> _Token | None:
        """The next token if it reads ``text``, which is then consumed."""
        token = self._peek()
        return self._next() if token.text == text and token.kind != "end" else None

    def expect(self, text: str, why: str) -> _Token:
        token = self._peek()
        if token.text != text or token.kind == "end":
            raise self._error(f"expected {text!r} {why}", token)
        return self._next()

    def _error(self, message: str, token: _Token, remedy: str = "") -> ClaimSyntaxError:
        found = f"found {token.text!r}" if token.kind != "end" else "the text ends"
        if self._index and token.kind == "name" and token.text not in KEYWORDS:
            before = self._tokens[max(0, self._tokens.index(token) - 1)].text.lower()
            after = remedy if before in KEYWORDS else WORDS.get(before, remedy)
            remedy = (OPERATIONS | WORDS).get(token.text.lower(), after)
        return ClaimSyntaxError(
            f"{message}, but {found} at character {token.position + 1}",
            part=token.text,
            position=token.position,
            remedy=remedy,
        )

    def _make(self, kind: str, text: str, children: tuple[Node, ...], position: int) -> Node:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise LimitError(
                f"the claim has more than {MAX_NODES} parts",
                part=text,
                position=position,
                remedy="state a smaller claim",
            )
        return Node(kind, text, children, position)

    def end(self) -> None:
        token = self._peek()
        if token.kind != "end":
            raise self._error(
                "expected the end of the claim", token, "atoms are joined by 'and' and by '=>'"
            )

    def atoms(self) -> list[Node]:
        found = [self._atom()]
        while self.accept("and"):
            found.append(self._atom())
        return found

    def _atom(self) -> Node:
        atom = self._statement()
        if self._peek().text != "each":
            return atom
        each = self._next()
        index = self._next()
        if index.kind != "name" or index.text.lower() in RESERVED:
            raise self._error("expected the name of an index after 'each'", index)
        self.expect("in", f"after the index {index.text!r}")
        among = self.domain()
        if among.kind != "..":
            raise self._error("expected integers such as 1..k", self._peek())
        name = self._make("name", index.text, (), index.position)
        bounds = self._make("tuple", "(", (name, *among.ends), among.position)
        return self._make("each", "each", (atom, bounds), each.position)

    def _statement(self) -> Node:
        left = self.expression()
        token = self._peek()
        if token.text in RELATIONS and token.kind == "symbol":
            self._next()
            right = self.expression()
            if self._peek().text in RELATIONS:
                raise self._error(
                    "a relation has two sides", self._peek(), "join two relations with 'and'"
                )
            return self._make("relation", token.text, (left, right), token.position)
        if left.kind != "call":
            raise self._error(
                "expected a guarantee or a relation", token, "compare with <=, >=, <, > or =="
            )
        return left

    def domains(self) -> list[tuple[str, DomainNode]]:
        declared: dict[str, DomainNode] = {}
        while True:
            token = self._next()
            if token.text in _EVERY and self._peek().kind == "name" and self._peek().text != "in":
                token = self._next()
            if token.kind != "name" or token.text.lower() in RESERVED:
                raise self._error("expected a name after 'for'", token)
            if token.text in declared:
                raise ClaimSyntaxError(
                    f"{token.text!r} is declared twice",
                    part=token.text,
                    position=token.position,
                    remedy="keep one declaration",
                )
            if self.accept("["):
                self._next()
                self.expect("]", f"after the index of {token.text!r}")
            self.expect("in", f"after the name {token.text!r}")
            declared[token.text] = self.domain()
            if not self.accept(","):
                return list(declared.items())

    def domain(self) -> DomainNode:
        token = self._peek()
        if token.text in ("[", "("):
            self._next()
            lower = self.expression()
            self.expect(",", "between the ends of an interval")
            upper = self.expression()
            closing = self._next()
            if closing.text not in ("]", ")"):
                raise self._error("expected ']' or ')' at the end of an interval", closing)
            return DomainNode(token.text + closing.text, (lower, upper), token.position)
        lower = self.expression()
        if self.accept(".."):
            return DomainNode("..", (lower, self.expression()), token.position)
        return DomainNode("sort", (lower,), token.position)

    def expression(self) -> Node:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise LimitError(
                f"the claim is nested more than {MAX_DEPTH} deep at character "
                f"{self._peek().position + 1}",
                part=self._peek().text,
                position=self._peek().position,
                remedy="state a flatter claim",
            )
        left = self._term()
        while self._peek().text in ("+", "-") and self._peek().kind == "symbol":
            token = self._next()
            left = self._make("operation", token.text, (left, self._term()), token.position)
        self._depth -= 1
        return left

    def _term(self) -> Node:
        """A product with its sign: factors, divisors as reciprocals, -1 for a minus in front."""
        start = self._peek().position
        factors = [self._make("number", "-1", (), start)] if self._sign() else []
        factors.append(self._power())
        while self._peek().text in ("*", "/") and self._peek().kind == "symbol":
            token = self._next()
            negative = self._sign()
            factor = self._power()
            if token.text == "/":
                factor = self._make("operation", "reciprocal", (factor,), token.position)
            factors += [self._make("number", "-1", (), token.position)] if negative else []
            factors.append(factor)
        if len(factors) == 1:
            return factors[0]
        return self._make("operation", "product", tuple(factors), start)

    def _sign(self) -> bool:
        """Whether the signs that come next, which are consumed, make a minus."""
        negative, count = False, 0
        while self._peek().text in ("+", "-") and self._peek().kind == "symbol":
            negative ^= self._next().text == "-"
            count += 1
            if count > MAX_DEPTH:
                raise LimitError("too many signs in a row", part="-", remedy="write one sign")
        return negative

    def _power(self) -> Node:
        base = self._primary()
        token = self.accept("**")
        if token is None:
            return base
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise LimitError("too many powers of powers", part="**", position=token.position)
        negative = self._sign()
        exponent = self._power()
        if negative:
            minus = self._make("number", "-1", (), token.position)
            exponent = self._make("operation", "product", (minus, exponent), token.position)
        self._depth -= 1
        return self._make("operation", "**", (base, exponent), token.position)

    def _primary(self) -> Node:
        token = self._next()
        if token.kind == "number":
            return self._make("number", token.text, (), token.position)
        if token.kind == "name" and token.text.lower() not in RESERVED:
            if self.accept("("):
                return self._make("call", token.text, self._arguments(), token.position)
            if self.accept("["):
                index = self.expression()
                self.expect("]", f"after the index of {token.text!r}")
                return self._make("entry", token.text, (index,), token.position)
            return self._make("name", token.text, (), token.position)
        if token.text == "(":
            inside = self._arguments()
            if len(inside) == 1 and self._tokens[self._index - 2].text != ",":
                return inside[0]
            return self._make("tuple", "(", inside, token.position)
        raise self._error("expected a number, a name or '('", token)

    def _arguments(self) -> tuple[Node, ...]:
        found: list[Node] = []
        while not self.accept(")"):
            found.append(self.expression())
            if not self.accept(","):
                self.expect(")", "to close the parenthesis")
                break
        return tuple(found)


def _tokens(source: str) -> Iterator[_Token]:
    position = 0
    while True:
        match = _TOKEN.match(source, position)
        space = _SPACE.match(source, position)
        start = space.end() if space else position
        sign = _WRONG.match(source, start)
        if sign is not None:
            raise _meaningless(sign[0], start, REMEDIES[sign[0]])
        if match is None:
            if start < len(source):
                wrong = source[start]
                raise _meaningless(wrong, start, REMEDIES.get(wrong, _OTHERWISE))
            yield _Token("end", "", len(source))
            return
        kind = str(match.lastgroup)
        token = _Token(kind, match.group(kind), match.start(kind))
        yield _named(token) if kind == "name" else token
        position = match.end()


_SPACE = re.compile(r"(?:\s|#[^\n]*(?:\n|\Z))*")
_WRONG = re.compile("|".join(re.escape(sign) for sign in REMEDIES if len(sign) > 1))
_OTHERWISE = "say what it stands for; 'dpsym check --help' has the language of claims"


def _named(token: _Token) -> _Token:
    """The name in the form in which Python reads it; ``eps²`` is none."""
    if token.text.isascii():
        return token
    name = normalize("NFKC", token.text)
    for index, letter in enumerate(token.text):
        if not token.text[: index + 1].isidentifier():
            raised = decomposition(letter).startswith("<super>")
            plain = normalize("NFKC", letter)
            remedy = f"write '**{plain}'" if raised else "write letters and digits"
            raise _meaningless(letter, token.position + index, remedy)
    return _Token("name", name, token.position)


def _meaningless(wrong: str, start: int, remedy: str) -> ClaimSyntaxError:
    kind = "character" if len(wrong) == 1 else "sign"
    return ClaimSyntaxError(
        f"the {kind} {wrong!r} at character {start + 1} has no meaning in a claim",
        part=wrong,
        position=start,
        remedy=remedy,
    )
