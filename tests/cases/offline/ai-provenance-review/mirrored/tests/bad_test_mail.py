from unittest.mock import Mock


def test_mail_is_sent() -> None:  # expect-own: test-mirrors-code
    mailer = Mock()
    mailer.send("hello")
    mailer.send.assert_called_once_with("hello")
