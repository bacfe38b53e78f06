"""One spelling for one word: irregular forms, British and American, acronyms in the plural.

Snowball's English stemmer follows rules; what follows none is brought to its regular, American form
before it. Only the index sees these forms, so a strange one does no harm where both sides get it.
"""

import re

_FORMS = """
matrix matrices; vertex vertices; index indices; appendix appendices; simplex simplices;
vortex vortices; cortex cortices; helix helices; axis axes; analysis analyses;
hypothesis hypotheses; synthesis syntheses; thesis theses; parenthesis parentheses;
diagnosis diagnoses; prognosis prognoses; metastasis metastases; crisis crises; basis bases;
criterion criteria; phenomenon phenomena; automaton automata; polyhedron polyhedra;
schema schemata; lemma lemmata; spectrum spectra; maximum maxima; minimum minima; optimum optima;
extremum extrema; momentum momenta; equilibrium equilibria; continuum continua; quantum quanta;
bacterium bacteria; stratum strata; symposium symposia; corpus corpora; genus genera;
formula formulae; antenna antennae; larva larvae; nebula nebulae; locus loci; focus foci;
nucleus nuclei; stimulus stimuli; radius radii; modulus moduli; torus tori; fungus fungi;
mouse mice; child children; man men; woman women; foot feet; tooth teeth; half halves;
leaf leaves; wolf wolves; shelf shelves; knife knives; bayesian bayes;
learn learnt; choose chose chosen; write wrote written; teach taught; know knew known;
break broke broken; forget forgot forgotten; grow grew grown; freeze froze frozen;
speak spoke spoken; drive drove driven; draw drew drawn; seek sought; build built; buy bought;
sell sold; hold held; keep kept; lose lost; spend spent; send sent; steal stole stolen;
hide hid; begin began begun; fall fell fallen; give gave given; take took taken; eat ate eaten;
center centre centres; fiber fibre fibres; meter metre metres; liter litre litres;
theater theatre theatres; caliber calibre; maneuver manoeuvre manoeuvres; skeptic sceptic;
gray grey; program programme programmes; artifact artefact artefacts; aging ageing;
judgment judgement judgements; defense defence defences; offense offence offences;
license licence licences; dialog dialogue dialogues; catalog catalogue catalogues;
analog analogue analogues; check cheque; plow plough; mold mould moulds; aluminum aluminium
"""
_REGULAR = {form: forms[0] for forms in map(str.split, _FORMS.split(";")) for form in forms}

_WITH_S = """
noise denoise poise raise praise appraise rise arise sunrise comprise enterprise surprise
reprise promise premise compromise demise precise concise exercise excise incise supervise
revise devise advise improvise televise expertise advertise franchise merchandise paradise
disguise cruise bruise bise wise likewise otherwise clockwise pairwise piecewise stepwise
coordinatewise elementwise pointwise treatise chemise despise disease
"""
_ONLY_WITH_S = frozenset(_WITH_S.split())
_ISE = re.compile(r"(\w{3,}is)(e|ed|es|er|ers|ing|able|ation|ations|ational)")
_YSE = re.compile(r"(anal|paral|catal|electrol|hydrol)ys(e|ed|es|er|ers|ing)")
_OUR = re.compile(r"(behavi|col|neighb|fav|lab|hon|harb|flav|hum|rum|vap|arm|endeav|tum|vig)our")
_AE = re.compile(r"(?<=an)ae(?=sth)|(?<=p)ae(?=diat)|(?<=h)ae(?=m[ao])|\boe(?=str)")
_CONSONANTS_AND_S = re.compile(r"[b-df-hj-np-tv-xz]+[b-df-hj-np-rtv-xz][aeiou]?s")


def american(word: str) -> str:
    """Return `word` (lower case, ASCII letters) in its regular, American form."""
    regular = _REGULAR.get(word)
    if regular is not None:
        return regular
    if "our" in word:
        word = _OUR.sub(r"\1or", word)
    if "ae" in word or "oe" in word:
        word = _AE.sub("e", word)
    if "is" in word and (ise := _ISE.fullmatch(word)):
        return word if ise[1] + "e" in _ONLY_WITH_S else f"{ise[1][:-1]}z{ise[2]}"
    if "ys" in word and (yse := _YSE.fullmatch(word)):
        return f"{yse[1]}yz{yse[2]}"
    return word


def singular_acronym(word: str) -> str:
    """Return `llm` for `llms`: Snowball keeps the s of a word without a vowel before it."""
    if word.endswith("s") and len(word) > 3 and _CONSONANTS_AND_S.fullmatch(word):
        return word.removesuffix("s")
    return word
