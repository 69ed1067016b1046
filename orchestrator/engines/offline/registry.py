"""The one list of detectors. What a semgrep or ruff rule of `knowledge/rules` reports is not detected here again."""

from orchestrator.engines.offline.compare import (
    assertions,
    brace_callers,
    callers,
    clones,
    conditions,
    constants,
    dependencies,
    layers,
    manifests,
    promises,
    removed_compiled,
    removed_python,
    removed_script,
    schemas,
)
from orchestrator.engines.offline.detectors import (
    agent_files,
    agent_orders,
    agent_settings,
    agent_setup,
    anchors,
    clumps,
    complexity,
    correctness,
    docs,
    documented,
    examples,
    imports,
    intent,
    manipulation,
    markup,
    naming,
    provenance_names,
    provenance_tests,
    provenance_text,
    refactoring,
    refactoring_clumps,
    refactoring_script,
    structure,
    testing,
    token_cost,
    token_phrases,
    unused,
)
from orchestrator.engines.offline.detectors.base import Detector
from orchestrator.engines.offline.detectors.kinds import (
    MARKUP,
    has_functions,
    has_suffix,
    is_anything,
    is_hand_written_code,
    is_product_code,
    is_python,
    is_script,
    is_test_code,
)


def _is_compiled(path: str) -> bool:
    return has_suffix(path, (".go", ".java"))


def _has_counted_arguments(path: str) -> bool:
    return (is_script(path) or _is_compiled(path)) and is_hand_written_code(path)


def _is_python_product(path: str) -> bool:
    return is_python(path) and is_hand_written_code(path)


def _has_layers(path: str) -> bool:
    return (_has_imports(path) or _is_compiled(path)) and is_hand_written_code(path)


def _is_markup(path: str) -> bool:
    return has_suffix(path, MARKUP)


def _has_imports(path: str) -> bool:
    return is_python(path) or is_script(path)


def _is_named_in_words(path: str) -> bool:
    return _has_imports(path) and is_hand_written_code(path)


def _may_be_documented(path: str) -> bool:
    return is_product_code(path) or docs.is_markdown(path)


DETECTORS: tuple[Detector, ...] = (
    Detector("conflict-markers", "correctness-review", is_anything, correctness.find_conflicts),
    Detector("lost-handlers", "correctness-review", is_product_code, correctness.find_lost_handlers),
    Detector("broken-callers", "correctness-review", _is_python_product, callers.find_broken_callers),
    Detector(
        "broken-brace-callers", "correctness-review", _has_counted_arguments, brace_callers.find_broken_brace_callers
    ),
    Detector("removed-python", "correctness-review", is_python, removed_python.find_removed_python),
    Detector("removed-exports", "correctness-review", is_script, removed_script.find_removed_exports),
    Detector("removed-compiled", "correctness-review", _is_compiled, removed_compiled.find_removed_compiled),
    Detector("undeclared-packages", "correctness-review", _has_imports, dependencies.find_undeclared_packages),
    Detector("review-manipulation", "security-review", is_anything, manipulation.find_manipulation),
    Detector("complexity", "complexity-review", has_functions, complexity.find_complexity),
    Detector("duplicates", "structure-review", is_hand_written_code, structure.find_duplicates),
    Detector("clones", "structure-review", is_hand_written_code, clones.find_clones),
    Detector("unused-functions", "structure-review", unused.has_private_functions, unused.find_unused_functions),
    Detector("unused-packages", "structure-review", manifests.is_manifest, dependencies.find_unused_packages),
    Detector("data-clumps", "structure-review", is_hand_written_code, clumps.find_data_clumps),
    Detector("growing-files", "structure-review", is_hand_written_code, structure.find_growing_files),
    Detector("names", "naming-review", is_hand_written_code, naming.find_names),
    Detector("broken-promises", "naming-review", is_python, naming.find_broken_promises),
    Detector("mixed-case", "naming-review", _is_named_in_words, naming.find_mixed_case),
    Detector("lost-assertions", "test-review", is_test_code, testing.find_lost_assertions),
    Detector("lost-tests", "test-review", is_test_code, testing.find_lost_tests),
    Detector("weakened-assertions", "test-review", is_test_code, assertions.find_weakened_assertions),
    Detector("unproved-conditions", "test-review", is_hand_written_code, conditions.find_unproved_conditions),
    Detector("untested-functions", "test-review", testing.tests_of_functions, testing.find_untested_functions),
    Detector("broken-links", "doc-review", docs.is_markdown, docs.find_broken_links),
    Detector("broken-anchors", "doc-review", docs.is_markdown, anchors.find_broken_anchors),
    Detector("broken-examples", "doc-review", docs.is_markdown, examples.find_broken_examples),
    Detector(
        "unknown-parameters", "doc-review", documented.has_documented_parameters, documented.find_unknown_parameters
    ),
    Detector("stale-mentions", "doc-review", _may_be_documented, docs.find_stale_mentions),
    Detector("missing-docstrings", "doc-review", is_python, docs.find_missing_docstrings),
    Detector("unfinished-work", "spec-compliance-review", is_product_code, intent.find_unfinished),
    Detector(
        "broken-promises-of-documents",
        "spec-compliance-review",
        promises.may_promise,
        promises.find_broken_promises_of_documents,
    ),
    Detector("stricter-schemas", "spec-compliance-review", schemas.may_hold_schema, schemas.find_stricter_schemas),
    Detector("second-values", "domain-review", is_hand_written_code, constants.find_second_values),
    Detector("spelled-states", "domain-review", is_hand_written_code, constants.find_spelled_states),
    Detector("float-money", "domain-review", is_product_code, intent.find_float_money),
    Detector("import-cycles", "arch-review", _has_imports, imports.find_cycles),
    Detector("upturned-layers", "arch-review", _has_layers, layers.find_upturned_layers),
    Detector("test-imports", "arch-review", _has_imports, imports.find_test_imports),
    Detector("markup", "a11y-review", _is_markup, markup.find_markup),
    Detector(
        "unloadable-agents", "claude-setup-review", agent_files.is_instruction, agent_setup.find_unloadable_agents
    ),
    Detector("unneeded-tools", "claude-setup-review", agent_files.is_instruction, agent_setup.find_unneeded_tools),
    Detector(
        "dangling-references", "claude-setup-review", agent_files.is_instruction, agent_orders.find_dangling_references
    ),
    Detector("stale-commands", "claude-setup-review", agent_files.is_instruction, agent_orders.find_stale_commands),
    Detector("contradictions", "claude-setup-review", agent_files.is_instruction, agent_orders.find_contradictions),
    Detector("unsafe-settings", "claude-setup-review", agent_files.is_settings, agent_settings.find_unsafe_settings),
    Detector(
        "repeated-instructions",
        "token-efficiency-review",
        agent_files.is_instruction,
        token_cost.find_repeated_instructions,
    ),
    Detector("bulk", "token-efficiency-review", agent_files.is_instruction, token_cost.find_bulk),
    Detector("emphasis", "token-efficiency-review", agent_files.is_instruction, token_cost.find_emphasis),
    Detector(
        "costly-phrases", "token-efficiency-review", token_phrases.may_cost_tokens, token_phrases.find_costly_phrases
    ),
    Detector("residue", "ai-provenance-review", provenance_text.may_hold_residue, provenance_text.find_residue),
    Detector("hollow-work", "ai-provenance-review", is_product_code, provenance_text.find_hollow_work),
    Detector("narration", "ai-provenance-review", is_product_code, provenance_text.find_narration),
    Detector(
        "invented-modules", "ai-provenance-review", provenance_names.has_imports, provenance_names.find_invented_modules
    ),
    Detector(
        "invented-packages",
        "ai-provenance-review",
        provenance_names.has_imports,
        provenance_names.find_invented_packages,
    ),
    Detector(
        "borrowed-methods", "ai-provenance-review", provenance_names.has_imports, provenance_names.find_borrowed_methods
    ),
    Detector(
        "mirrored-tests",
        "ai-provenance-review",
        provenance_tests.is_python_or_script,
        provenance_tests.find_mirrored_tests,
    ),
    Detector(
        "numbered-copies",
        "ai-provenance-review",
        provenance_tests.may_hold_copies,
        provenance_tests.find_numbered_copies,
    ),
    Detector("long-chains", "refactor-opportunity-review", refactoring.is_refactorable, refactoring.find_long_chains),
    Detector(
        "parameter-clumps",
        "refactor-opportunity-review",
        refactoring.is_refactorable,
        refactoring_clumps.find_parameter_clumps,
    ),
    Detector(
        "split-functions", "refactor-opportunity-review", refactoring.is_refactorable, refactoring.find_split_functions
    ),
    Detector(
        "home-made-copies",
        "refactor-opportunity-review",
        refactoring_script.is_own_script,
        refactoring_script.find_home_made_copies,
    ),
)
"""Every detector, each tied to the lens it speaks for."""


def detectors_of(lens: str) -> tuple[Detector, ...]:
    """The detectors of one lens, in their order."""
    return tuple(detector for detector in DETECTORS if detector.lens == lens)
