"""Every knob, in one frozen class: environment first, then `.env` in the working directory."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import platformdirs
from pydantic import (
    AfterValidator,
    AliasChoices,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.logs import LogFormat, LogLevel
from bot.papers.errors import ConfigurationError
from bot.papers.wording import say


class Starter(StrEnum):
    """When the starter papers serve."""

    AUTO = "auto"
    NEVER = "never"
    ALWAYS = "always"


def _absolute(folder: Path) -> Path:
    try:
        return folder.expanduser().absolute()
    except RuntimeError as error:
        raise ValueError("there is no such user's home folder") from error


def _lower(level: object) -> object:
    return level.lower() if isinstance(level, str) else level


class Settings(BaseSettings):
    """What an operator may choose; `.env.example` shows each with its default."""

    model_config = SettingsConfigDict(
        env_prefix="PAPERBOT_",
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
    )

    discord_token: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("PAPERBOT_DISCORD_TOKEN", "DISCORD_TOKEN"),
        description="The bot's token from the Discord developer portal, for `paperbot run`.",
    )
    data_dir: Annotated[Path, AfterValidator(_absolute)] = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("paperbot", appauthor=False)),
        description="Where everything that the bot writes lies; default: the platform's place.",
    )
    starter: Starter = Field(
        default=Starter.AUTO,
        description="The starter papers serve while there are no others (auto), never, or always.",
    )
    log_format: LogFormat = Field(
        default=LogFormat.TEXT,
        description="How `paperbot run` logs: readable lines (text), or one JSON object a line.",
    )
    log_level: Annotated[LogLevel, BeforeValidator(_lower)] = Field(
        default=LogLevel.INFO,
        description="What it logs: debug, info, warning or error; what people type only at debug.",
    )

    health_port: Annotated[int, Field(ge=1, le=65_535)] | None = Field(
        default=None,
        description="The port of /healthz and /metrics while the bot runs; none, if unset.",
    )
    health_host: str = Field(
        default="127.0.0.1",
        description="The address of that port; 0.0.0.0 lets other machines in.",
    )


def token_of(settings: Settings) -> str:
    """Return the token without blanks around it; empty where there is none.

    Raises:
        ConfigurationError: it is none that could be sent.
    """
    token = settings.discord_token.get_secret_value().strip() if settings.discord_token else ""
    if token and not token.isprintable():
        raise ConfigurationError(
            say(
                "PAPERBOT_DISCORD_TOKEN holds a character that no token has. Copy the token again "
                "from the page Bot at https://discord.com/developers/applications."
            )
        )
    return token


def variable(field: str) -> str:
    """Return the environment variable of a field; one that is a variable already stays."""
    return field if field.isupper() else f"PAPERBOT_{field.upper()}"


def load_settings() -> Settings:
    """Read the settings.

    Raises:
        ConfigurationError: a value is not one that its setting takes.
    """
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        raise ConfigurationError(
            say(
                "The setting {name} cannot be used: {reason}. "
                "Mend it in the environment or in .env.",
                name=variable(str(first["loc"][0])),
                reason=first["msg"],
            )
        ) from error
    except UnicodeDecodeError as error:
        raise ConfigurationError(
            say("The file .env is not UTF-8 text. Save it as UTF-8, or remove it.")
        ) from error

    except OSError as error:
        raise ConfigurationError(
            say(
                "The file .env cannot be read ({reason}). "
                "Let the user who runs Paperbot read it, or remove it.",
                reason=error.strerror,
            )
        ) from error
