"""Words that a line break has cut: `represen-` `tation` is one word, `real-` `world` two."""

import re

_LEFT = r"(?<![\w-])((?:[^\W_]+-)*[^\W_]+)"
_BREAK = re.compile(_LEFT + r"(?:-[^\S\n]*\n\s*|(?:\(cid:173\)|[\x02\xad])\s*)(?=([^\W_]+))")
_AT_END = re.compile(r"-[^\S\n]*\n")
_SPACED = re.compile(r"(?<![\w-])((?:[A-Za-z]+-)*[A-Za-z]{2,})- (?=([a-z]{2,}))")


def rejoined(text: str) -> str:
    """Return `text` with words whole again that a hyphen at the end of a line has cut."""
    if any(map(text.__contains__, ("\x02", "\xad", "(cid:173)"))) or _AT_END.search(text):
        return _BREAK.sub(_decided, text)
    return text


def closed_up(text: str) -> str:
    """Do the same where the line break has become a blank; `pre- and post-` stays."""
    return _SPACED.sub(_closed, text)


def _closed(match: re.Match[str]) -> str:
    left, right = match[1], match[2]
    if right in _FUNCTION_WORDS and not (right in _LINKS and "-" in left):
        return match[0]
    return _decided(match)


def _decided(match: re.Match[str]) -> str:
    left, right = match[1], match[2]
    if right in _SUSPENDING:
        return f"{left}- "
    return f"{left}-" if _compound(left, right) else left


def _compound(left: str, right: str) -> bool:
    head = left.rpartition("-")[2]
    if not right.islower() or not (head.islower() or head.istitle()) or len(head) == 1:
        return True
    if right in _TAILS and head.lower() not in _PREFIXES:
        return True
    if "-" in left and (head in _LINKS or right in _LINKS):
        return True
    return head.lower() in _HEADS and len(right) > 2 and not right.startswith(_FRAGMENTS)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SUSPENDING = _words("and or to vs versus nor but as und et")
_LINKS = _words("of the to in by on at a and for off out")
_FUNCTION_WORDS = _SUSPENDING | _words(
    """
    a about after also an are at be because been being but by can for from has have if in into is it
    its more most not of on one only our out over such than that the their then there these they
    this those through thus under up use used using was we were when where which while who with
    e i
    """
)
_PREFIXES = _words("pro con com re un in cor di over out under by down bi ob de im")
_HEADS = _words(
    """
    single high short time real low state long self cross data human upper task model one memory
    instance object sample text well position vision coarse end cost structure force large word
    sampling robot two video first learning left node three information zero graph context fine
    appearance scale compute domain depth continuous collision row decision image geometry maximum
    higher medium pose audio language inner small user distance fault spatio integrate step free
    application category part global content degree physics attention training event closed quasi
    fixed machine confidence discrete winner speaker phase linear few four five six multiple lower
    best worst black white full half fully weakly strongly highly jointly attribute energy privacy
    domain token query key value noise risk safety resource knowledge general right side near far
    deep shallow wide narrow top bottom second third
    non pseudo ego ultra semi
    """
)
"""Words that are whole before a hyphen, rather than the beginning of a longer word."""

_FRAGMENTS = (
    *("ing", "er", "est", "ly", "ment", "ist", "ity", "iz", "is", "less", "ness", "ful", "abl"),
    *("ous", "base", "light", "tion", "sion", "ling", "ed", "al", "way", "line", "izat", "mark"),
    *("ant", "el", "fold", "ence", "ent", "ual", "ern", "ship", "set", "age", "put", "ward", "ic"),
)
_TAILS = _words(
    """
    based art arts dimensional world level time scale free specific aware order view resolution
    guided driven forward freedom end training sensitive temporal loop class theoretic invariant
    layer efficient frequency term stage shot product likelihood optimal assisted camera cost
    effector valued organizing annotated stationary trained tuning rigid precision label tuned
    grained agent complexity independent learning output take validation chosen word sum network
    making augmented effective confidence consistent segment answer conditioned centric range
    critical decoder engineered step shelf domain off agnostic backward distribution computation
    speed established feedback squares drive case depth inertial continuous mounted tolerant
    localization redundant assembly inspired performance tolerance phase centered target constrained
    preserving distributed modality selective play climbing surround squared identification
    bounding trajectory norm reasoning quality robot task language source rank attention image
    linear context box oriented text convex horizon related truth resource lingual object generated
    fidelity policy defined frame shelf turn adaptive purpose consuming thought processing action
    varying objective type intensive hard aligned weight series structured relevant parametric hop
    rich armed tailed called performing entropy visual crafted enhanced encoder ended parameter
    head directional graph field sized designed critic controlled specified experts length channel
    informed gaussian shaped matching actuated local batch grounded labeled stream friendly weighted
    driving answering following pixel induced dataset planning posed supervision pass axis suited
    uniform consistency generation contact bound smooth wild phase robust solving quadratic
    supervised
    """
)
"""Words that are whole after a hyphen, and hardly ever the end of a longer word."""
