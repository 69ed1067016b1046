from unittest.mock import Mock

from shop import greet


def test_mail_is_sent() -> None:
    mailer = Mock()
    greet("Ada", mailer)
    mailer.send.assert_called_once_with("hello Ada")
