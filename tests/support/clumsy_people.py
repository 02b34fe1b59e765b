"""Clumsy people at a table that a perfect reader watches: how each of their turns comes out.

python -m tests.support.clumsy_people [--turns 2000] [--first 0] [--no-report]
"""

import argparse
import random
from collections import Counter
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

from assistant.board import EMPTY_BOARD, Board, Cell
from assistant.game.corrections import tile_changed, turn_given
from assistant.game.events import Corrected, Settings, Started, TilesPlaced, Undone, placement_of
from assistant.moves.search import legal_moves
from assistant.rules import classic, grid
from assistant.session.actions import Accept, Append, Begin, Done, Gone, Reject, Say, Settle
from assistant.session.session import Session
from assistant.storage.store import Store
from assistant.tiles import PURPLE_SET
from assistant.watch.balance import WayOut
from assistant.watch.meaning import Meant
from tests.support.pictured import UPRIGHT, Camera, pictured
from tests.support.seen_tables import hand, looked_at, photographed, quiet

REPORT = Path(__file__).resolve().parents[2] / "docs" / "clumsy.md"
PLAYERS = ("Anna", "Chris")
LONGEST_S = 12.0
CLUMSY = 0.3
"""How often a turn is one of those below; the others are laid as they should be."""
LOOKED_S = (1.0, 3.0, 7.0, 15.0, 30.0)
"""When a table at rest is read again."""
BEFORE_CAMERA = (
    "PAUSE EARLY SHOVED BACK_TWO WRONG_BUTTON UNDO WRONG_MEND TWO_PHONES OUT_OF_TURN TIDIED"
)
BY_PHOTOS = "FORGOTTEN FORGOTTEN FORGOTTEN WRONG_BUTTON UNDO WRONG_MEND TWO_PHONES TIDIED"
VERDICTS = ("right", "asked", "uncounted", "alike", "silent")

TEXT = """# Clumsy people

`python -m tests.support.clumsy_people` plays whole games before a reader that reads every tile
right, with people who do what people do. Rests and pauses are drawn from 0.5 to 12 s, whatever
our thresholds are; three turns in ten are clumsy, and every third game is told by photos whose
names tell nothing. A turn is *right* when its tiles, points and player are booked without a
question; *asked* when somebody was asked first; *uncounted* when its tiles stand on the phones
as not counted; *alike* when two quick turns, a pause inside a move, turns between two photos, or
whose hand it was could not be told from the other by any onlooker; *silent* when it was booked
wrong and nobody was asked: the one defect we count. {games} games, {turns} turns, seeds from
{first}; {questions:.1f} questions a game. At the end of {even} games board and table agree; at
the end of {said} the difference stands on the phones; of {apart} it does not.

{table}
"""


class Clumsy(Enum):
    """What somebody does beside the move."""

    NOTHING = "nothing special"
    PAUSE = "a pause anywhere in the move"
    EARLY = "the next player begins early"
    SHOVED = "tiles put down and shoved"
    BACK_TWO = "two tiles taken back and others laid"
    WRONG_BUTTON = "the wrong button"
    UNDO = "an undo by mistake"
    WRONG_MEND = "the wrong tile mended, put right ten turns later"
    TWO_PHONES = "two phones answer at once"
    OUT_OF_TURN = "the same player plays twice, and somebody says so"
    TIDIED = "the rows are tidied, or the camera is moved"
    FORGOTTEN = "no photo is taken after the turn"


@dataclass
class Table:
    """A game, its players' mistakes, and the session that watches."""

    seed: int
    counts: Counter = field(default_factory=Counter)
    wrong: list = field(default_factory=list)
    questions: int = 0

    def __post_init__(self):
        self.dice = random.Random(self.seed)
        self.session, self.at_s = Session(Store(None)), 0.0
        self.do(Begin(Started(Settings(), PLAYERS)))
        self.bag = [kind for kind in PURPLE_SET.kinds for _ in range(classic.BOOK.copies)]
        self.dice.shuffle(self.bag)
        self.hands = [[self.bag.pop() for _ in range(6)] for _ in range(2)]
        self.board: Board = EMPTY_BOARD
        self.truth: list = []
        """Each turn: player, tiles, points, and what was special."""
        self.by_photos = self.seed % 3 == 2
        """Every third game is told by a photo after each turn."""
        self.camera = UPRIGHT
        self.mended: tuple[int, Corrected] | None = None
        """When a tile that was mended wrongly is put right, and by what."""
        self.asked: set[int] = set()
        """Which turns somebody was asked about."""
        self.alike: set[int] = set()
        """Which turns no onlooker could have told from another's."""
        self.judged = 0
        self.is_photographed = False

    @property
    def now(self):
        return self.session.now

    def do(self, action):
        return isinstance(self.session.do(action, self.now.revision), Done)

    def see(self):
        """The table has come to rest, and was read."""
        self.at_s += 0.6
        self.session.saw(looked_at(self.pictured(), self.at_s, 0.6))

    def pictured(self):
        return pictured(self.board, self.camera)

    def photograph(self):
        """Somebody takes a photo; nothing in its name tells of others."""
        seen = photographed(self.pictured(), self.at_s)
        self.session.saw(replace(seen, picture=replace(seen.picture, taken_s=self.at_s)))
        self.answer()

    @property
    def next_player(self):
        """Whose turn it really is."""
        return PLAYERS[0] if not self.truth else PLAYERS[self.truth[-1][0] == PLAYERS[0]]

    def rest(self, seconds, answering=True):
        """Quiet, in steps; whoever is asked answers after a while."""
        if self.by_photos:
            if answering and self.is_photographed:
                self.photograph()
            return
        self.see()
        until_s, began_s, looks = self.at_s + seconds, self.at_s - 0.6, list(LOOKED_S)
        looked_s = self.at_s
        while self.at_s < until_s:
            self.at_s += min(0.5, until_s - self.at_s)
            if looks and self.at_s - looked_s >= looks[0]:
                del looks[0]
                self.session.saw(looked_at(self.pictured(), self.at_s, self.at_s - began_s))
            else:
                self.session.saw(quiet(self.at_s, self.at_s - began_s))
        if answering:
            self.answer()

    def visit(self, board, seconds=None):
        """A hand comes and leaves the table so."""
        self.board = board
        if self.by_photos:
            self.at_s += self.dice.uniform(15.0, 90.0)
            return
        self.session.saw(hand(self.at_s))
        self.at_s += seconds or self.dice.uniform(0.8, 2.5)
        self.session.saw(hand(self.at_s))

    def play(self, most_turns):
        self.rest(1.0)
        while len(self.truth) < most_turns:
            kind, player = self.next_kind(), self.next_player
            if kind is Clumsy.OUT_OF_TURN:
                player = self.truth[-1][0]
            held = self.hands[PLAYERS.index(player)]
            moves = legal_moves(self.board, held, classic.BOOK)
            if not self.truth:
                # The first picture gives the game its origin.
                moves = [m for m in moves if min(p.cell for p in m.placement) == Cell(0, 0)]
            if self.now.game.finished or not held:
                break
            if not moves:
                self.deal_anew(held)
                continue
            move = self.dice.choice(moves[:6])
            self.turn(kind, player, move.placement, move.points, held)
        self.end()

    def next_kind(self):
        if len(self.truth) < 2 or self.dice.random() > CLUMSY:
            return Clumsy.NOTHING
        names = (BY_PHOTOS if self.by_photos else BEFORE_CAMERA).split()
        return Clumsy[self.dice.choice(names)]

    def deal_anew(self, held):
        """Who cannot lay gets another hand, so that the game goes on."""
        self.bag += held
        self.dice.shuffle(self.bag)
        held[:] = [self.bag.pop() for _ in range(min(6, len(self.bag)))]

    def turn(self, kind, player, placement, points, held):
        before = self.board
        match kind:
            case Clumsy.PAUSE if len(placement) > 1:
                cut = self.in_order(before, placement)
                self.visit(before.with_tiles(placement[:cut]))
                self.rest(self.dice.uniform(0.5, LONGEST_S), answering=False)
            case Clumsy.SHOVED:
                for _ in range(2):
                    self.visit(self.board)
                    self.see()
            case Clumsy.BACK_TWO:
                others = self.dice.choice(legal_moves(before, held, classic.BOOK)).placement[:2]
                self.visit(before.with_tiles(others))
                self.rest(self.dice.uniform(0.5, 3.0), answering=False)
                if len(self.now.game.board) > len(before):
                    # It was taken for the turn; the player says so.
                    self.do(Append(Undone()))
                self.visit(before)
                self.rest(self.dice.uniform(0.5, 3.0), answering=False)
        self.visit(before.with_tiles(placement))
        self.truth.append((player, placement, points, kind))
        self.draw(placement, held)
        self.is_photographed = kind is not Clumsy.FORGOTTEN
        if kind is Clumsy.OUT_OF_TURN:
            self.alike.add(len(self.truth) - 1)
        rest_s = self.dice.uniform(0.5, 3.5 if kind is Clumsy.EARLY else LONGEST_S)
        self.rest(rest_s, answering=kind is not Clumsy.EARLY)
        if self.is_photographed:
            self.meddle(kind)
            self.judge()

    def in_order(self, before, placement):
        """A part of the move that may lie alone."""
        cuts = [
            cut
            for cut in range(1, len(placement))
            if grid.rule_on(before, placement[:cut], classic.BOOK).is_legal
        ]
        return self.dice.choice(cuts) if cuts else len(placement) - 1

    def draw(self, placement, held):
        for placed in placement:
            held.remove(placed.tile)
            if self.bag:
                held.append(self.bag.pop())

    def answer(self):
        """Whoever is asked says the truth about whose tiles lie there."""
        for _ in range(12):
            now, game = self.now, self.now.game
            if game.finished:
                return
            if now.balance.uncounted and self.mended:
                # The mended turn is not allowed any more: everybody sees that it was mended wrong.
                self.questions += 1
                self.put_right()
                continue
            if now.balance.uncounted:
                self.questions += 1
                if not self.mend_earlier(now.balance.uncounted):
                    self.do(Settle(now.balance.uncounted, WayOut.OWN))
                continue
            proposal = now.proposal
            if proposal is None or not now.asking:
                return
            if self.mended and proposal.placement and not proposal.is_legal:
                # A move that everybody sees is allowed: so a tile of before must be wrong.
                self.put_right()
                continue
            self.questions += 1
            if proposal.missing:
                self.do(Gone(proposal.missing, really=True))
                continue
            if not self.tell_truth(proposal):
                return

    def mend_earlier(self, uncounted):
        """Tiles of a turn before the last are put back into its entry, as it was laid."""
        for turn, (_, tiles, _, _) in zip(self.booked()[:-1], self.truth, strict=False):
            if set(uncounted) & set(tiles) and set(placement_of(turn.event)) != set(tiles):
                laid = TilesPlaced(turn.event.player, tiles)
                return self.do(Append(Corrected(turn.number, (laid,))))
        return False

    def tell_truth(self, proposal):
        """Accept what is proposed as the turns that it really was."""
        booked = len([t for t in self.now.game.turns if placement_of(t.event)])
        last = self.truth[booked - 1] if 0 < booked <= len(self.truth) else None
        lying = set(proposal.placement)
        if last and booked and not set(last[1]) <= set(self.now.game.board):
            # Some of the last turn's tiles are not counted yet: it went on.
            self.note_asked(booked - 1)
            return self.do(Accept(proposal.placement, Meant.JOINED))
        turns = []
        for _, tiles, _, _ in self.truth[booked:]:
            if set(tiles) <= lying:
                turns.append(tiles)
                lying -= set(tiles)
        for number in range(booked, booked + len(turns)):
            self.note_asked(number)
        if not self.truth[booked:]:
            return False
        if lying or not turns:
            # Nothing of the kind is offered: it is typed.
            for number in range(booked, len(self.truth)):
                self.note_asked(number)
            return all(self.typed(number) for number in range(booked, len(self.truth)))
        if len(turns) == 1:
            return self.do(Accept(proposal.placement, player=self.now.game.mover))
        for one in self.now.choices:
            if [set(turn) for turn in one.turns] == [set(turn) for turn in turns]:
                return self.do(Accept(proposal.placement, Meant.TWO_TURNS, turns=one.turns))
        # Not among the choices: typed, one after the other.
        return all(self.typed(number) for number in range(booked, booked + len(turns)))

    def typed(self, number):
        """A turn is typed in, and given to whoever really played it."""
        player, tiles, _, _ = self.truth[number]
        if not self.do(Append(TilesPlaced(self.now.game.mover, tiles))):
            return False
        last = self.now.game.turns[-1]
        if last.event.player == player:
            return True
        return self.do(Append(turn_given(self.now.game, last.number, player)))

    def note_asked(self, number):
        self.asked.add(number)

    def meddle(self, kind):
        """Wrong taps, and what is done about them; nothing they leave lying may be forgotten."""
        game = self.now.game
        match kind:
            case Clumsy.WRONG_BUTTON if self.now.proposal and self.now.proposal.placement:
                if self.dice.random() < 0.5:
                    self.do(Reject(self.now.proposal.placement))
                else:
                    for placed in self.now.proposal.placement:
                        self.do(Say(placed.cell, None))
                self.note_asked(len(self.truth) - 1)
                self.rest(self.dice.uniform(0.5, 4.0))
            case Clumsy.UNDO if len(game.past) > 1:
                self.do(Append(Undone()))
                self.note_asked(len(self.truth) - 1)
                self.rest(self.dice.uniform(5.0, LONGEST_S))
            case Clumsy.WRONG_MEND if self.mended is None and game.turns:
                placed = self.dice.choice(tuple(game.board)[-6:])
                other = self.dice.choice([k for k in PURPLE_SET.kinds if k != placed.tile])
                wrong = tile_changed(game, placed.cell, other)
                was = game.turns[wrong.turn - 1].event
                if self.do(Append(wrong)):
                    self.mended = (len(self.truth) + 10, Corrected(wrong.turn, (was,)))
            case Clumsy.TWO_PHONES if self.now.proposal and self.now.proposal.placement:
                both = Accept(self.now.proposal.placement, player=self.now.game.mover)
                seen = self.now.revision
                taken = [isinstance(self.session.do(both, seen), Done) for _ in range(2)]
                self.note_asked(len(self.truth) - 1)
                assert sum(taken) <= 1
            case Clumsy.OUT_OF_TURN if len(self.booked()) == len(self.truth):
                player, tiles, _, _ = self.truth[-1]
                last = self.booked()[-1]
                if set(placement_of(last.event)) == set(tiles) and last.event.player != player:
                    self.do(Append(turn_given(game, last.number, player)))
            case Clumsy.TIDIED:
                origin = Cell(self.dice.randint(-3, 3), self.dice.randint(-2, 2))
                self.visit(self.board)
                self.camera = Camera(self.dice.choice((0, 0, 0, 1)), origin)
                self.rest(self.dice.uniform(0.5, LONGEST_S))
        if self.mended and len(self.truth) >= self.mended[0]:
            self.put_right()

    def end(self):
        self.is_photographed = True
        self.rest(LONGEST_S + 3)
        self.put_right()
        self.rest(LONGEST_S)
        self.judge(at_end=True)
        true = dict(self.board)
        even = self.now.balance.is_even and not self.now.asking
        agrees = dict(self.now.game.board) == true
        self.counts["end", "even" if agrees else "apart" if even else "said"] += 1

    def booked(self):
        return [turn for turn in self.now.game.turns if placement_of(turn.event)]

    def is_right(self, turn, number):
        player, tiles, points, _ = self.truth[number]
        laid = placement_of(turn.event)
        if self.mended is not None:
            # A tile was mended wrongly, and everybody will see it: only whose turn it is counts.
            return (turn.event.player, {p.cell for p in laid}) == (player, {p.cell for p in tiles})
        return (turn.event.player, set(laid), turn.points - turn.bonus) == (
            player,
            set(tiles),
            points,
        )

    def judge(self, at_end=False):
        """Every true turn beside what was booked of it; what is booked wrong is then put right."""
        while self.judged < len(self.truth):
            number, booked = self.judged, self.booked()
            kind = self.truth[number][3]
            if number >= len(booked):
                waits = self.now.proposal is not None or self.now.balance.uncounted
                if not at_end and waits:
                    return
                said = self.now.asking or self.now.balance.uncounted
                self.count(number, "uncounted" if said else "silent", "not booked")
            elif self.is_right(booked[number], number):
                verdict = "alike" if number in self.alike else "right"
                self.count(number, "asked" if number in self.asked else verdict)
            else:
                laid = set(placement_of(booked[number].event))
                verdict = "asked" if number in self.asked else self.otherwise(number, laid)
                self.count(number, verdict, f"booked {booked[number].event}")
                self.repair(number)
            self.judged += 1
            assert kind is not None

    def otherwise(self, number, laid):
        """Whether an onlooker could have told: two turns that are one legal move look alike."""
        tiles = set(self.truth[number][1])
        after = set(self.truth[number + 1][1]) if number + 1 < len(self.truth) else set()
        if (
            number in self.alike
            or laid < tiles
            or (after and laid <= tiles | after and tiles < laid)
        ):
            return "alike"
        return "silent"

    def count(self, number, verdict, what=""):
        kind = self.truth[number][3]
        self.counts[kind, verdict] += 1
        if verdict == "silent":
            tiles = " ".join(map(str, self.truth[number][1]))
            self.wrong.append(f"game {self.seed} turn {number + 1} ({kind.value}): {tiles}; {what}")

    def repair(self, number):
        """The players notice, undo, and type what was laid."""
        for _ in range(20):
            if len(self.booked()) <= number or not self.do(Append(Undone())):
                break
        for later in range(number, len(self.truth)):
            if not self.typed(later):
                break

    def put_right(self):
        if self.mended is not None:
            self.do(Append(self.mended[1]))
        self.mended = None


def play_games(turns, first):
    """Game after game until so many turns were played."""
    counts, wrong, questions, games = Counter(), [], 0, 0
    while sum(n for (kind, _), n in counts.items() if kind != "end") < turns:
        table = Table(first + games)
        table.play(40)
        counts += table.counts
        wrong += table.wrong
        questions += table.questions
        games += 1
    return counts, wrong, questions, games


def row(name, counts):
    numbers = [counts.total(), *(counts[verdict] for verdict in VERDICTS)]
    return f"| {name} | " + " | ".join(map(str, numbers)) + " |"


def report(counts, questions, games, first):
    head = (
        "| people | turns | right | asked | said to be uncounted | alike to any onlooker | silent |"
    )
    lines, total = [head, "|---|---:|---:|---:|---:|---:|---:|"], Counter()
    for kind in Clumsy:
        mine = Counter({verdict: counts[kind, verdict] for verdict in VERDICTS})
        total += mine
        lines.append(row(kind.value, mine))
    lines.append(row("**all**", total))
    return TEXT.format(
        games=games,
        turns=sum(total.values()),
        first=first,
        questions=questions / games,
        even=counts["end", "even"],
        said=counts["end", "said"],
        apart=counts["end", "apart"],
        table="\n".join(lines),
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="the first game's seed")
    parser.add_argument("--no-report", action="store_true")
    wanted = parser.parse_args()
    counts, wrong, questions, games = play_games(wanted.turns, wanted.first)
    text = report(counts, questions, games, wanted.first)
    print(text, *wrong, sep="\n")
    if not wanted.no_report:
        REPORT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
