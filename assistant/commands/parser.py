"""The command line's parser: click, with one sentence in any language for what it cannot take."""

from __future__ import annotations

import ast
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from importlib import import_module
from itertools import pairwise
from typing import TypeVar

import click

from assistant.words import PlainError, Sentence

Chosen = TypeVar("Chosen", bound=Enum)

HELP_WIDTH = 100
"""Columns of a help text at most; wider lines are hard to read on any terminal."""


class WrongCallError(PlainError):
    """A call that names what is not there, or leaves out what has to be."""


class Argument(click.Argument):
    """What a call names without an option; unlike click's own it has a line in the help."""

    def __init__(self, names: Sequence[str], *, about: str, **more: object) -> None:
        super().__init__(names, **more)  # type: ignore[arg-type]
        self.about = about


def whole_number(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """A whole number, if one is named."""
    try:
        return None if value is None else int(value)
    except ValueError:
        raise WrongCallError("call.number", name=_shown(param), what=value) from None


def one_of(choices: type[Chosen]) -> Callable[..., Chosen | None]:
    """One of a few words, if one is named."""

    def chosen(ctx: click.Context, param: click.Parameter, value: str | None) -> Chosen | None:
        words = [choice.value for choice in choices]
        if value is None or value in words:
            return None if value is None else choices(value)
        raise WrongCallError(
            "call.choice", name=_shown(param), choices=", ".join(words), what=value
        )

    return chosen


class Command(click.Command):
    """A command whose help ends with examples as they are written."""

    def __init__(self, name: str, *, examples: str = "", **more: object) -> None:
        settings = {"max_content_width": HELP_WIDTH, "allow_extra_args": True}
        super().__init__(name, context_settings=settings, **more)  # type: ignore[arg-type]
        self.examples = examples

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the call's words; those that nothing asks for are an error."""
        given = list(args)
        if lonely := _lonely(self, given):
            raise WrongCallError("call.expected", name=lonely)
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError as error:
            raise WrongCallError(_sentence_for(error, self, given)) from None
        if rest:
            raise WrongCallError("call.unknown", what=" ".join(rest))
        return rest

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the call names, then what it may choose."""
        named = [(one.metavar or "", one.about) for one in self.params if isinstance(one, Argument)]
        if named:
            with formatter.section("Arguments"):
                formatter.write_dl(named)
        super().format_options(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, which click would break into other lines."""
        if self.examples:
            formatter.write(f"\n{self.examples}")


class Commands(click.Group):
    """Commands that are imported when they are called: help needs none of what they need."""

    def __init__(self, names: Sequence[str], examples: str, **more: object) -> None:
        settings = {"max_content_width": HELP_WIDTH}
        super().__init__(
            invoke_without_command=True,
            context_settings=settings,
            **more,  # type: ignore[arg-type]
        )
        self.names, self.examples = names, examples

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, in the order in which help shows them."""
        return list(self.names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        """The command itself, from the module of its name."""
        if cmd_name not in self.names:
            choices = ", ".join(self.names)
            raise WrongCallError("call.choice", name="COMMAND", choices=choices, what=cmd_name)
        made = import_module(f"{__package__}.{cmd_name}").command
        assert isinstance(made, click.Command)
        return made

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the options before the command."""
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            raise WrongCallError(_sentence_for(error, self, given)) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """A line a command, told without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, summary in summaries(self.names).items()])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, which click would break into other lines."""
        formatter.write(f"\n{self.examples}")


def summaries(names: Sequence[str]) -> Mapping[str, str]:
    """What each command does: the first line of its module, read and not run."""
    return {name: _docstring_of(name).splitlines()[0] for name in names}


def _docstring_of(name: str) -> str:
    source = pkgutil.get_data(__package__, f"{name}.py")
    assert source is not None, "the commands are part of the package"
    return ast.get_docstring(ast.parse(source)) or ""


def _sentence_for(error: click.UsageError, command: click.Command, given: list[str]) -> Sentence:
    """What is wrong with a call, by the kind of click's error and never by its words."""
    match error:
        case click.MissingParameter():
            return Sentence("call.missing", (("what", _shown(error.param)),))
        case click.NoSuchOption():
            return Sentence("call.unknown", (("what", _unknown(error.option_name, given)),))
        case click.BadOptionUsage():
            name = error.option_name
            if _is_flag(command, name):
                what = next((w.partition("=")[2] for w in given if w.startswith(f"{name}=")), "")
                return Sentence("call.takes_nothing", (("name", name), ("what", what)))
            return Sentence("call.expected", (("name", name),))
    return Sentence("call.other", (("what", " ".join(given)),))


def _lonely(command: click.Command, given: list[str]) -> str | None:
    """An option that another one follows instead of its value, which click would take for it."""
    said = given[: given.index("--")] if "--" in given else given
    takers = {
        name
        for one in command.params
        if isinstance(one, click.Option) and not one.is_flag and not _may_stand_alone(one)
        for name in one.opts
    }
    pairs = pairwise(said)
    return next((one for one, after in pairs if one in takers and after.startswith("--")), None)


def _may_stand_alone(option: click.Option) -> bool:
    """Whether it means something without a value, like `games --restore`."""
    return isinstance(option.flag_value, str)


def _unknown(option: str, given: list[str]) -> str:
    """An option that nobody knows, with the word that was meant for it."""
    place = given.index(option) if option in given else len(given)
    following = [word for word in given[place + 1 : place + 2] if not word.startswith("-")]
    return " ".join([option, *following])


def _is_flag(command: click.Command, name: str) -> bool:
    flags = [one for one in command.params if isinstance(one, click.Option) and one.is_flag]
    return any(name in flag.opts for flag in flags)


def _shown(param: click.Parameter | None) -> str:
    """A parameter as a person types it."""
    if isinstance(param, click.Option):
        return param.opts[0]
    return (param.metavar if param else "") or ""
