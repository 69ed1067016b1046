"""Text under review that talks to the reviewer."""

import re
from collections.abc import Iterator

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.kinds import is_prose, is_test
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

CATEGORY = "A08.review-manipulation"
_REVIEWER = (
    r"(?:(?:ai|llm|automated|code|security|pr)[ -]?(?:code[ -]?)?"
    r"(?:review(?:er|ers|ing|s)?(?: (?:bots?|agents?|tools?|assistants?|models?))?|assistants?|agents?|bots?|scanners?|models?)"
    r"|reviewers?|language models?|chatgpt|copilot|claude|gemini|gpt-?\d*)"
)
_FAVOUR = (
    r"(?:approve|pass (?:this|it|the|all|every)|accept|ignore|skip|disregard|overlook|whitelist|(?:do not|don't|never|must not|should not) "
    r"(?:report|flag|mention|comment|review|raise|warn|analy[sz]e|look))"
)
_ORDER = (
    rf"\b{_REVIEWER}\b[ ,:;!-]{{1,4}}(?:please |should |must |may |can |will |you |always |to ){{0,3}}{_FAVOUR}\b"
    r"(?! (?:list|rate|through|by|on))"
)
_OVERRIDE = (
    r"\b(?:ignore|disregard|forget|override)\b (?:all |any |the |your |of |my ){0,4}"
    r"(?:previous|prior|above|earlier|preceding|system) (?:\w+ ){0,2}(?:instructions?|prompts?|rules?|guidelines?|directions?)\b"
)
_ANSWER = (
    r"\b(?:respond|reply|answer|return|output)\b (?:only |just )?(?:with )?\W{0,3}"
    r"(?:status\W{1,6}pass\b|no (?:issues|findings|problems)\b|lgtm\b|approved\b)"
)
_ROLE = r"\byou are (?:now )?(?:a|an|the) (?:\w+ ){0,3}(?:reviewer|assistant)\b.{0,80}\b(?:approve|ignore|must|never)\b"
_ALREADY = (
    r"\b(?:this|the) (?:file|code|function|change|diff|module) (?:has been|was|is) (?:already )?"
    r"(?:audited|reviewed|approved|verified)\b.{0,40}\b(?:no need|do not|don't|skip|ignore)\b"
)
_FRAME = r"<\|(?:im_start|im_end|system|endoftext)\|>|\[/?INST\]"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE) for pattern in (_ORDER, _OVERRIDE, _ANSWER, _ROLE, _ALREADY, _FRAME)
)


def find_manipulation(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Added lines that try to steer a reviewer. In documents and tests such text may be quoted, so there it is a warning."""
    for file in files:
        talk = is_prose(file.path) or is_test(file.path)
        for number, line in view.reviewed(file.path):
            if any(pattern.search(line) for pattern in _PATTERNS):
                yield Spot(
                    file=file.path,
                    line=number,
                    severity=Severity.WARNING if talk else Severity.ERROR,
                    confidence=Confidence.MEDIUM if talk else Confidence.HIGH,
                    category=CATEGORY,
                    message="This text gives orders to whoever reviews the change; a reviewer that obeys lets the change through unread.",
                    fix="Remove the text. Find out who added it and why before you merge anything else of this change.",
                )
