"""A store with very many games, made from a few without folding each of them."""

import json
import time

from assistant.game.history import fold
from assistant.game.summary import summary_of
from assistant.records.events_json import write_event
from assistant.storage.listing import StoredGame
from assistant.storage.rows import Row
from assistant.storage.store import Store
from tests.support.whole_games import classic_game

DIFFERENT = 20


def fill(folder, count):
    """Keep so many finished games there, an hour apart, the last of them an hour ago."""
    kinds = []
    for seed in range(DIFFERENT):
        whole = classic_game(seed)
        texts = [
            json.dumps(write_event(event), ensure_ascii=False, separators=(",", ":"))
            for event in whole.events
        ]
        kinds.append((texts, summary_of(fold(whole.events))))
    began_s = time.time() - 3600.0 * (count + 1)
    with Store(folder) as store, store._transaction() as file:
        for number in range(1, count + 1):
            texts, summary = kinds[number % DIFFERENT]
            at_s = began_s + 3600.0 * number
            file.execute("INSERT INTO game (id) VALUES (?)", (number,))
            for place, text in enumerate(texts, 1):
                store._write(number, Row(place, text, at_s, ""))
            store._summarise(StoredGame(number, summary, len(texts), at_s, at_s))
