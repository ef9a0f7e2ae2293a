"""The files of one device, in the order of their names: later ones patch what earlier ones say."""

from __future__ import annotations

from collections.abc import Sequence

from twin.core.errors import InputError
from twin.dialects.base import Context, Reading, Source
from twin.dialects.nvue import PATCHES
from twin.dialects.nvue.commands import looks_like_commands, read_commands
from twin.dialects.nvue.facets import UNREAD_FACETS
from twin.dialects.nvue.fold import fold
from twin.dialects.nvue.ledger import Ledger
from twin.dialects.nvue.reader import looks_like_patches, read_startup


def read_files(sources: Sequence[Source], context: Context) -> list[Reading]:
    """One reading per file, in the order of `sources`; never raises for bad content."""
    ledgers: list[Ledger] = []
    for source in sources:
        ledger = Ledger(Reading("nvue", source.file))
        try:
            read = read_commands if _is_of_commands(source) else read_startup
            read(source, context, ledger, ledgers)
        except InputError as error:
            ledger = _unreadable(source.file, error)
        ledgers.append(ledger)
    return [_closed(ledger) for ledger in ledgers]


def _is_of_commands(source: Source) -> bool:
    if source.path.endswith(PATCHES):
        return looks_like_commands(source.data)
    return not looks_like_patches(source.data)


def _unreadable(file: str, error: InputError) -> Ledger:
    """Nothing of the file counts but what is wrong with it."""
    reading = Reading("nvue", file)
    reading.give_up(error.problems, UNREAD_FACETS[""], (), ())
    return Ledger(reading)


def _closed(ledger: Ledger) -> Reading:
    try:
        fold(ledger)
        ledger.close()
    except InputError as error:
        return _unreadable(ledger.file, error).reading
    return ledger.reading
