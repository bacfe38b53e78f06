"""What short forms stand for in a library, and how often: its own definitions, and a few more."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from bot.papers.acronyms import Definition
from bot.papers.words import STOP_WORDS, analyse, terms

MOST_VARIANTS = 3
CURATED = 3
"""How many papers the entry of a well-known short form is worth."""

_WELL_KNOWN = """
AI artificial intelligence; ML machine learning; NLP natural language processing; DL deep learning;
RL reinforcement learning; LLM large language model; LM language model; VLM vision language model;
CNN convolutional neural network; RNN recurrent neural network; DNN deep neural network;
GNN graph neural network; MLP multilayer perceptron; LSTM long short-term memory;
GAN generative adversarial network; VAE variational autoencoder; ViT vision transformer;
RAG retrieval-augmented generation; RLHF reinforcement learning from human feedback;
CoT chain of thought; MoE mixture of experts; OOD out-of-distribution;
SGD stochastic gradient descent; MDP Markov decision process;
POMDP partially observable Markov decision process;
MCMC Markov chain Monte Carlo; MCTS Monte Carlo tree search; GP Gaussian process;
SVM support vector machine; PCA principal component analysis; KNN k-nearest neighbor;
PDE partial differential equation; ODE ordinary differential equation;
SDE stochastic differential equation; NTK neural tangent kernel; VQA visual question answering;
QA question answering; ASR automatic speech recognition; NER named entity recognition;
NMT neural machine translation; OCR optical character recognition; TTS text-to-speech;
SLAM simultaneous localization and mapping; UAV unmanned aerial vehicle; CV computer vision;
EEG electroencephalography; MRI magnetic resonance imaging; GPU graphics processing unit;
CPU central processing unit; IR information retrieval; KG knowledge graph;
SSM state space model; OT optimal transport; SNN spiking neural network;
NAS neural architecture search
"""


class Reading(NamedTuple):
    """One thing that a short form stands for.

    Attributes:
        short: The short form's term.
        name: The short form as it is written.
        ways: The long form's terms, the commonest spelling first.
        words: The long form as it is written.
        papers: How many papers introduce it.
    """

    short: str
    name: str
    ways: tuple[tuple[str, ...], ...]
    words: str
    papers: int


class Glossary:
    """Readings by short form, the commonest first, and by the telling terms of the long form."""

    def __init__(self, found: Iterable[tuple[Definition, int]]) -> None:
        """Take definitions, each with the number of papers that introduce it so."""
        groups: defaultdict[tuple[str, str], list[tuple[Definition, int]]] = defaultdict(list)
        for definition, papers in chain(found, _curated()):
            groups[definition.short, "".join(definition.long)].append((definition, papers))
        self._by_short: defaultdict[str, list[Reading]] = defaultdict(list)
        for group in groups.values():
            reading = _reading(group)
            self._by_short[reading.short].append(reading)
        for readings in self._by_short.values():
            readings.sort(key=lambda reading: (-reading.papers, reading.words))
        self._by_long = _by_long(self._by_short)
        self.longest = max(map(len, self._by_long), default=0)

    def readings(self, short: str) -> list[Reading]:
        """Return what a term may be short for, the commonest first."""
        return self._by_short.get(short, [])

    def named(self, long: tuple[str, ...]) -> Reading | None:
        """Return the short form that mostly stands for these terms (stop words left out)."""
        return self._by_long.get(long)


def telling(found: Iterable[str]) -> tuple[str, ...]:
    """Return the terms without stop words."""
    return tuple(term for term in found if term not in STOP_WORDS)


def _curated() -> Iterable[tuple[Definition, int]]:
    for entry in _WELL_KNOWN.replace("\n", " ").split(";"):
        name, words = entry.split(maxsplit=1)
        yield Definition(terms(name)[0], tuple(analyse(words)), name, words.strip()), CURATED


def _reading(group: list[tuple[Definition, int]]) -> Reading:
    ways: defaultdict[tuple[str, ...], int] = defaultdict(int)
    names: defaultdict[str, int] = defaultdict(int)
    words: defaultdict[str, int] = defaultdict(int)
    for definition, papers in group:
        ways[definition.long] += papers
        names[definition.name] += papers
        words[definition.words.lower()] += papers
    commonest = sorted(ways, key=lambda way: (-ways[way], way))[:MOST_VARIANTS]
    return Reading(
        group[0][0].short,
        min(names, key=lambda name: (-names[name], name)),
        tuple(commonest),
        min(words, key=lambda text: (-words[text], text)),
        sum(ways.values()),
    )


def _by_long(by_short: Mapping[str, list[Reading]]) -> dict[tuple[str, ...], Reading]:
    found: dict[tuple[str, ...], Reading] = {}
    for readings in by_short.values():
        first = readings[0]
        if 2 * first.papers < sum(reading.papers for reading in readings):
            continue
        for key in {telling(way) for way in first.ways}:
            if len(key) > 1 and (key not in found or found[key].papers < first.papers):
                found[key] = first
    return found
