"""The only stand-ins of the tests: small, with state, in place of what a test cannot have."""


class Marks:
    """Remembers values like the store's meta, as long as the test lasts."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    async def get_meta(self, name: str) -> str | None:
        return self.values.get(name)

    async def set_meta(self, name: str, value: str) -> None:
        self.values[name] = value
