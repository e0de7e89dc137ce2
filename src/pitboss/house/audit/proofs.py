"""The proof of a shuffle out of the trail, for `pitboss verify-shuffle` and for strangers."""

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, select

from pitboss.cards.deck import Card
from pitboss.games import rules_for
from pitboss.house.audit.reading import backwards, decoded, rows
from pitboss.house.audit.terms import no_round, opened
from pitboss.house.audit.trouble import AuditTrouble
from pitboss.house.fair.proof import DealtCard, Proof, ProofRows, SeatSeed
from pitboss.house.fair.scheme import context_of, is_masked
from pitboss.house.live.packs import ComingShuffle, Pack
from pitboss.house.live.snapshot import read
from pitboss.house.store import schema
from pitboss.house.trail import bodies as b
from pitboss.house.trail.archived import archived
from pitboss.house.trail.rows import Row
from pitboss.table import actions as a
from pitboss.table import events as e


def proof(conn: Connection, chain: int, round: int) -> Proof:
    """The proof of the shuffle a round was dealt from. While the seed is not revealed it has the commitment, the seeds
    of the seats and the cuts, and no card."""
    c = schema.rounds.c
    asked = select(c.first, c.last, c.shuffle).where(c.chain == chain, c.round == round)
    found = conn.execute(asked).first()
    if found is None:
        raise no_round(conn, chain, round)
    shuffle = found.shuffle if found.last is not None else _in_play(conn, chain, found.first)
    if shuffle is None:
        raise AuditTrouble("no_proof", f"no card was dealt in round {round} of table {chain}")
    return proof_of_shuffle(conn, chain, shuffle, before=found.last)


def _in_play(conn: Connection, chain: int, first: int) -> int | None:
    """The shuffle that an open round is dealt from; the round's first row names its deck."""
    s = schema.shuffles.c
    asked = select(s.number).where(s.chain == chain, s.deck == _deck(conn, chain, first), s.status == "shuffled")
    return conn.execute(asked.order_by(s.number.desc())).scalar()


def _deck(conn: Connection, chain: int, first: int) -> int:
    """The deck of the round that this row opened."""
    for row in rows(conn, chain, first - 1, first, kinds=("act",)):
        body = decoded(row)
        for event in body.events if isinstance(body, b.ActDone) else ():
            if isinstance(event, e.RoundOpened):
                return event.deck
    return 0


def proof_of_ended(conn: Connection, chain: int, shuffle: int) -> Proof:
    """The proof of a shuffle whose seed is revealed. What seats have added to a coming one is theirs until then."""
    s = schema.shuffles.c
    if conn.execute(select(s.number).where(s.chain == chain, s.number == shuffle)).first() is None:
        raise _no_shuffle(conn, chain, shuffle)
    made = proof_of_shuffle(conn, chain, shuffle)
    if not made.rows.reveal:
        raise AuditTrouble(
            "no_proof", f"shuffle {shuffle} of table {chain} has not ended: its seed is not revealed yet"
        )
    return made


def proof_of_shuffle(conn: Connection, chain: int, shuffle: int, *, before: int | None = None) -> Proof:
    """The proof of a shuffle by its number: also of one that ended void before a card was dealt. `before` is a row that
    is known to come after its commitment."""
    _, table = opened(conn, chain)
    if table.cards != "shuffle":
        raise AuditTrouble("no_proof", f"the cards of table {chain} come from a shoe, not from a shuffle of the house")
    at, commitment = _commitment(conn, chain, shuffle, before)
    story = _Story(shuffle, commitment.deck)
    if at.round:  # the deck was shuffled anew while a round was open, perhaps this very deck
        c = schema.rounds.c
        first = conn.execute(select(c.first).where(c.chain == chain, c.round == at.round)).scalar()
        story.in_round(at.round, _deck(conn, chain, first or 0))
    for row in rows(conn, chain, at.number, kinds=("seed", "act", "reveal")):
        story.take(row)
        if story.reveal is not None:
            break
    cards = rules_for(table.terms).deck.cards
    return Proof(
        pitboss_shuffle=table.scheme,
        table=table.name,
        chain=chain,
        game=table.terms.game,
        round=story.round,
        shuffle=shuffle,
        context=context_of(table.name, chain, shuffle),
        deck=cards,
        commitment=commitment.commitment,
        seed=story.reveal.seed if story.reveal else "",
        seeds=tuple(story.seeds[seat] for seat in sorted(story.seeds)),
        cuts=story.cuts,
        cards=tuple(_cards(story, cards, context_of(table.name, chain, shuffle))),
        ending=story.reveal.ending if story.reveal else "",
        rows=ProofRows(at.number, story.shuffled, story.revealed),
    )


def _commitment(conn: Connection, chain: int, shuffle: int, before: int | None) -> tuple[Row, b.Commitment]:
    found = rows(conn, chain, kinds=("commitment",)) if before is None else backwards(conn, chain, before, "commitment")
    for row in found:
        body = decoded(row)
        if isinstance(body, b.Commitment) and body.shuffle == shuffle:
            return row, body
    raise _no_shuffle(conn, chain, shuffle)


def _no_shuffle(conn: Connection, chain: int, shuffle: int) -> AuditTrouble:
    """The rows of a shuffle that was committed to before the archive ends are there, also where its round is here."""
    away = archived(conn, chain)
    if away is None or not 1 <= shuffle <= read(away.state).shuffles:
        return AuditTrouble("no_shuffle", f"table {chain} has no shuffle {shuffle}")
    return AuditTrouble(
        "archived",
        f"rows of shuffle {shuffle} of table {chain} are archived, in {away.file}; `pitboss audit proof` reads them "
        "where --archive, or the setting archive, names the folder",
    )


class _Dealt(Struct, frozen=True):
    """Cards that left the deck in one act, as the trail has them; a face alone where one was set aside."""

    cards: tuple[tuple[str, str, int], ...]
    """(text, to, seat)"""
    top: bool


class _Story:
    """What happened to one commitment, row by row."""

    def __init__(self, shuffle: int, deck: int) -> None:
        self.shuffle, self.deck = shuffle, deck
        self.seeds: dict[int, SeatSeed] = {}
        self.steps: list[int | _Dealt] = []
        """Depths of cuts, and cards that left the deck, in the order in which they came."""
        self.shuffled = self.revealed = self.round = 0
        self.reveal: b.Reveal | None = None
        self._in_play = self._playing = 0

    @property
    def cuts(self) -> tuple[int, ...]:
        return tuple(step for step in self.steps if isinstance(step, int))

    def in_round(self, round: int, deck: int) -> None:
        self._playing, self._in_play = round, deck
        if round and self.shuffled and deck == self.deck:
            self.round = round

    def take(self, row: Row) -> None:
        match decoded(row):
            case b.OwnSeed() as own if own.shuffle == self.shuffle:
                self.seeds[own.seat] = SeatSeed(own.seat, own.player, own.seed, row.number)
            case b.Reveal() as reveal if reveal.shuffle == self.shuffle:
                self.reveal, self.revealed = reveal, row.number
            case b.ActDone() as done:
                self._act(row, done)

    def _act(self, row: Row, done: b.ActDone) -> None:
        dealt: list[tuple[str, str, int]] = []
        for event in done.events:
            match event:
                case e.CardsReceived(deck=deck, preshuffled=True) | e.CardsShuffled(deck=deck) if deck == self.deck:
                    self.shuffled = self.shuffled or row.number
                    self.in_round(self._playing, self._in_play)
                case e.CardsCut(deck=deck, depth=depth) if deck == self.deck and self.shuffled:
                    self.steps.append(depth)
                case e.RoundOpened(deck=deck, round=round):
                    self.in_round(round, deck)
                case e.TableCleared() | e.TableIdle():
                    self.in_round(0, 0)
                case e.CardsDealt(cards=cards, to=to, seat=seat) if self._mine:
                    dealt += [(card, to, seat) for card in cards]
                case e.CardSetAside(card=card) if self._mine:
                    self.steps.append(_Dealt(((card, "aside", 0),), top=False))
                case _:
                    pass
        if dealt:
            self.steps.append(_Dealt(tuple(dealt), top=isinstance(done.act, a.DealCards)))

    @property
    def _mine(self) -> bool:
        """Whether cards come from this shuffle now."""
        return self.shuffled > 0 and self._in_play == self.deck


def _cards(story: _Story, deck: tuple[Card, ...], context: str) -> list[DealtCard]:
    """Every card with its place in the deck after its last cut; none before the seed is revealed."""
    if story.reveal is None or not story.shuffled:
        return []
    seeds = tuple((each.seat, each.player, each.seed) for each in story.seeds.values())
    try:
        coming = ComingShuffle(story.shuffle, story.deck, "", bytes.fromhex(story.reveal.seed), tuple(sorted(seeds)))
        pack = coming.shuffled(deck, context)
    except ValueError as error:
        raise AuditTrouble("damaged", f"shuffle {story.shuffle} cannot be repeated: {error}") from None
    made: list[DealtCard] = []
    for step in story.steps:
        if isinstance(step, int):
            made = [replace(card, index=pack.after_cut(card.index, step)) for card in made]
            pack = pack.cut(step)
        else:
            pack, cards = _placed(pack, step, deck)
            made += cards
    return made


def _placed(pack: Pack, dealt: _Dealt, deck: tuple[Card, ...]) -> tuple[Pack, list[DealtCard]]:
    if dealt.top:
        places = pack.top(len(dealt.cards))[0]
        if len(places) < len(dealt.cards):
            raise AuditTrouble("damaged", "more cards were dealt than the deck has")
        found = [_card(pack, place, *card, deck) for place, card in zip(places, dealt.cards, strict=True)]
        return pack.drawn(places), found
    made: list[DealtCard] = []
    for text, to, seat in dealt.cards:
        top = pack.top(1)[0]
        try:
            after = pack.without(text)
        except StopIteration:
            raise AuditTrouble("damaged", f"the card {text[:40]} left a deck that did not hold it") from None
        place = after.gone[-1]
        # What lay elsewhere than on top was found there, whatever became of it: it is no card of the deal.
        aside = place not in top or to == "aside"
        made.append(DealtCard(place, text, "aside" if aside else to, 0 if aside else seat, aside=aside))
        pack = after
    return pack, made


def _card(pack: Pack, place: int, text: str, to: str, seat: int, deck: tuple[Card, ...]) -> DealtCard:
    """A digest that the seed does not open is left with the face that belongs there: the checker will say so."""
    if not is_masked(text):
        return DealtCard(place, text, to, seat)
    try:
        face = pack.face(text, deck)
    except ValueError:
        face = pack.order[place]
    return DealtCard(place, face, to, seat, digest=text)
