"""The settings of a project for a reader that has to start fast and was started with the standard library alone."""

from orchestrator.settings.model import Layer


def layer_of_bytes(data: bytes, source: str) -> Layer:
    """The layer that the settings file `data` holds.

    Raises ConfigurationError and UnicodeDecodeError for a broken one, ImportError where nothing here reads YAML.
    """
    # Reading YAML costs a hook more than all the rest, and few projects have such a file.
    try:
        from orchestrator.settings.parse import parse_layer  # noqa: PLC0415
    except ImportError:
        # An interpreter that was told to leave installed packages aside knows where they are all the same.
        import site  # noqa: PLC0415

        site.main()
        from orchestrator.settings.parse import parse_layer  # noqa: PLC0415
    return parse_layer(data.decode("utf-8-sig"), source)
