"""What is promised of a single reviewer, of settings and of ignore rules, a row each: the test that proves it, or the row
of docs/modes.md that says what became of it."""

import ast
from functools import cache
from pathlib import Path

import pytest

RUNS = "tests/acceptance/test_mode_runs.py"
LOAD, PRESETS, RESOLVE = (f"tests/unit/modes/test_{name}.py" for name in ("load", "presets", "resolve"))
BUILT_IN = "tests/unit/modes/test_built_in.py"
LOOP, STORE, TOOLS, PROMPT = (f"tests/unit/recording/test_{name}.py" for name in ("loop", "store", "tools", "prompt"))
USER, COMPLETE = "tests/unit/wiring/test_user_settings.py", "tests/unit/settings/test_complete.py"
SETTINGS, SPELLING = "tests/unit/settings/test_settings.py", "tests/unit/settings/test_spelling.py"
IGNORE, LIKE_GIT = "tests/unit/scope/test_ignore.py", "tests/unit/scope/test_ignore_like_git.py"
CHANGES, SOURCES = "tests/unit/scope/test_ignored_changes.py", "tests/unit/wiring/test_ignore.py"
READING, PROSE, PAYLOAD = (
    "tests/unit/dispatch/test_reading.py",
    "tests/unit/report/test_mode_prose.py",
    "tests/unit/report/test_payload.py",
)
PAGE = "docs/modes.md"

PROMISES = [
    ("a mode decides prompt, assignment, fields, severities, presets", LOAD, "a_whole_entry_is_taken_as_it_stands"),
    ("every key of a mode is optional", LOAD, "every_key_is_optional"),
    ("no mode decides the tools", TOOLS, "every_mode_has_the_same_six_tools_with_closed_schemas"),
    ("two built-in modes with their words", BUILT_IN, "names_categories_and_verdicts_are_the_agreed_ones"),
    ("the architect reads more", BUILT_IN, "the_architect_may_read_more"),
    ("an id wins over an alias", LOAD, "an_id_wins_over_an_alias_and_the_first_alias_over_the_second"),
    ("a mode can be switched off", RESOLVE, "a_mode_that_is_switched_off_says_so_and_where"),
    ("an unknown name shows the descriptions", RESOLVE, "an_unknown_name_lists_what_there_is"),
    ("evidence is required in every mode; reserved and double keys are warned about", LOAD, "fields"),
    (
        "no fields: the minimum, not those of another mode",
        LOAD,
        "a_mode_without_fields_gets_the_minimum_and_not_those_of_another_mode",
    ),
    ("severities with an unknown verdict or tone are warned about", LOAD, "severities"),
    ("what a mode may not set is warned about", PRESETS, "every_setting_is_judged"),
    ("an empty value presets nothing", PRESETS, "presets"),
    (
        "a preset wins over files and loses to the command line",
        PRESETS,
        "presets_stand_between_the_command_line_and_the_files",
    ),
    ("a mode of one's own works from the command line", RUNS, "a_mode_of_ones_own_decides_the_words"),
    ("the documented mode works", "tests/acceptance/test_modes.py", "the_documented_mode_works_as_it_stands"),
    (
        "an undeclared severity is refused with those that are",
        STORE,
        "a_finding_that_cannot_be_used_is_refused_with_all_that_is_wrong",
    ),
    ("the verdict is the strongest one that a counted finding forces", STORE, "a_severity_forces_what_its_mode_says"),
    ("labels are printed as they are spelled", PROSE, "a_finding_is_drawn_from_the_fields_of_the_mode"),
    ("the user's file is made once", USER, "the_first_run_makes_the_file_and_the_next_ones_leave_it"),
    ("it is completed and never rewritten", COMPLETE, "no_file_loses_anything"),
    (
        "a deleted key or mode comes back, own modes are not extended",
        COMPLETE,
        "a_deleted_key_and_a_deleted_mode_come_back_and_own_modes_and_presets_stay_as_they_are",
    ),
    (
        "a file that does not parse is reported, left, and defaults count",
        USER,
        "a_file_that_cannot_be_parsed_is_reported_and_left",
    ),
    ("files that cannot be completed are left byte for byte", COMPLETE, "a_file_that_is_not_completed_stays_as_it_is"),
    ("two settings files are an error", USER, "json_is_used_and_not_completed_and_beside_yaml_an_error"),
    ("every key has both spellings", SPELLING, "every_key_is_understood_in_both_spellings"),
    ("an unknown key gets the nearest one", SETTINGS, "an_unknown_key_gets_the_nearest_known_one"),
    ("the strongest layer wins", SETTINGS, "the_strongest_layer_wins_and_its_source_is_kept"),
    ("each run logs file, mode and values", RUNS, "the_run_log_names_file_mode_and_values"),
    ("git_rev", RUNS, "git_rev_decides_what_the_work_tree_is_compared_with"),
    ("source: a patch in place of git", RUNS, "a_patch_is_reviewed_in_place_of_git"),
    ("max_files", RUNS, "what_a_bound_leaves_out_makes_the_run_incomplete"),
    ("max_diff_chars", "tests/unit/dispatch/test_bounded.py", "a_file_too_large_keeps_the_hunks_that_fit"),
    ("max_hint_chars, language", RUNS, "the_focus_is_cut_at_its_bound_and_that_is_said"),
    ("language mirrors the focus", PROMPT, "the_language_is_the_one_asked_for_else_that_of_the_focus_else_english"),
    ("timeout_ms", RUNS, "time_that_runs_out_keeps_what_was_recorded"),
    ("a degraded second first call", LOOP, "a_first_call_that_fails_is_made_once_more_with_less"),
    ("it is said", RUNS, "the_first_call_that_fails_is_made_again_with_less"),
    (
        "a level that is not offered is refused before any call",
        "tests/acceptance/test_wire.py",
        "an_effort_that_nobody_offers_is_refused_before_any_call",
    ),
    ("the built-in list", IGNORE, "what_the_built_in_list_covers"),
    ("gitignore syntax as git reads it", LIKE_GIT, "a_gitignore_says_what_git_says"),
    ("the last match wins, ! puts back", IGNORE, "what_is_typed_wins"),
    ("layers add up", IGNORE, "each_source_adds_to_the_weaker_ones_and_may_take_back"),
    ("both lists can be switched off", SOURCES, "lists_can_be_switched_off_and_that_the_base_has_them_stays_known"),
    ("a change may not write rules for its own review", SOURCES, "the_change_cannot_write_rules_for_its_own_review"),
    ("nothing is dropped in silence", CHANGES, "ignored_files_are_set_apart_and_told"),
    (
        "up to five are named with their rules",
        PROSE,
        "up_to_five_files_that_were_not_shown_are_named_and_all_are_listed",
    ),
    ("the reviewer is told the same", PROMPT, "what_was_left_out_and_what_is_ignored_is_told"),
    ("a change ignored entirely is no clean tree", RUNS, "a_change_that_is_ignored_entirely_names_the_rule"),
    ("--ignore and --unignore", RUNS, "unignore_puts_a_path_back"),
    ("an ignored file cannot be searched, read or quoted", SOURCES, "reviewers_see_nothing_of_what_is_ignored"),
    ("secrets in ignored files", "tests/acceptance/test_ignore.py", "a_secret_in_an_ignored_file_stops_the_run"),
    ("a patch is not filtered by the repository's rules", SOURCES, "without_the_repository_only_the_lists_count"),
    ("the contract names exactly the tools on offer", PROMPT, "exactly_the_tools_on_offer_are_named"),
    (
        "reader tools are withdrawn and announced",
        READING,
        "the_tools_are_withdrawn_when_a_bound_is_reached_which_is_named",
    ),
    ("the review tools stay", LOOP, "reader_tools_are_withdrawn_and_the_review_tools_stay"),
    ("a tool that is not there is refused by name", LOOP, "a_tool_that_is_not_there_is_refused_by_name"),
    ("ripgrep and git grep give the same answers", "tests/unit/dispatch/reading/test_same_answers.py", ""),
    (
        "a call that cannot be used changes nothing",
        RUNS,
        "a_call_that_cannot_be_used_changes_nothing_and_says_everything",
    ),
    ("recorded findings survive whatever stops a run", RUNS, "what_was_recorded_survives_a_run_that_stops"),
    ("a lost finding leaves no verdict", RUNS, "a_finding_that_was_lost_leaves_no_verdict"),
    (
        "what is never made good leaves the review incomplete",
        "tests/unit/recording/test_losses.py",
        "what_is_never_made_good_leaves_the_review_incomplete",
    ),
    (
        "a proven repetition replaces what was withheld",
        RUNS,
        "a_repetition_that_is_proven_takes_the_place_of_what_was_withheld",
    ),
    ("the documented script of a mode works", RUNS, "the_documented_script_of_a_mode_works_as_it_stands"),
    ("an interrupted run prints what it has", RUNS, "an_interrupted_run_prints_what_was_recorded"),
    ("nothing recorded fails loudly", RUNS, "stopping_with_nothing_recorded_fails_loudly"),
    ("finishing without a finding is a pass", RUNS, "finishing_without_a_finding_is_a_pass"),
    (
        "the evidence gate at recording and again at the end",
        STORE,
        "an_update_or_a_later_reading_proves_what_was_withheld",
    ),
    (
        "withheld findings are listed; all withheld is a pass that says so",
        RUNS,
        "a_finding_without_proof_is_withheld_and_the_pass_says_so",
    ),
    ("100 findings", LOOP, "the_cap_of_findings_is_named"),
    ("300 finding calls", LOOP, "the_cap_of_calls_is_named_and_the_review_can_be_closed"),
    ("150 turns", LOOP, "a_review_without_end_stops_at_the_cap_of_turns"),
    ("two reminders", LOOP, "a_silent_reviewer_is_reminded_twice_and_then_not_finished"),
    ("store activity is in the report", PROSE, "the_activity_the_focus_and_the_origin_of_the_mode_are_told"),
    ("titled by the mode, in its word for the verdict", PROSE, "the_title_and_the_last_line_speak_the_mode_s_words"),
    ("the payload needs no knowledge of modes", PAYLOAD, "a_reader_needs_to_know_no_mode"),
    ("a reader falls back when it cannot parse it", PAYLOAD, "what_is_no_payload_reads_as_none"),
    (
        "findings outside the change where the proof lies there",
        LOOP,
        "an_engine_that_reads_files_itself_is_offered_no_reader_tools_and_may_quote_what_it_read",
    ),
    ("nothing is staged, no gate is written", RUNS, "nothing_is_staged_and_no_gate_is_written"),
    ("rules alone cannot review under a mode", RUNS, "rules_alone_cannot_review_under_a_mode"),
    ("the command row", PAGE, "command row `/review mode=... key=value`"),
    ("the card", PAGE, "card titled by the mode"),
    ("copying", PAGE, "copying one finding"),
    ("where the card lands", PAGE, "where the card is drawn"),
    ("notifying the agent", PAGE, "`notifyAgent`"),
    ("the agent's own route", PAGE, "`provider` and `model` empty"),
    ("the session as a source", PAGE, "the session's record of changes as a source"),
    ("tools of the harness", PAGE, "reading and searching with the harness's tools"),
    ("search under the harness's rules", PAGE, "search under the harness's own ignore rules"),
    ("the store in the host", PAGE, "the store lives in the host"),
    ("locales", PAGE, "texts of the page in the reader's locale"),
    ("package files", PAGE, "package files, plugin row"),
]


@cache
def names_in(path: str) -> frozenset[str]:
    """Names of the tests of one file."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    return frozenset(one.name.removeprefix("test_") for one in tree.body if isinstance(one, ast.FunctionDef))


@pytest.mark.parametrize(("promise", "where", "what"), PROMISES, ids=[row[0] for row in PROMISES])
def test_every_promise_is_kept_or_translated(promise: str, where: str, what: str) -> None:
    assert promise
    if where == PAGE:
        rows = [row for row in Path(PAGE).read_text(encoding="utf-8").splitlines() if row.startswith(f"| {what}")]
        assert len(rows) == 1
        assert rows[0].rstrip(" |").split("|")[-1].strip().startswith(("translated", "not applicable"))
    else:
        assert names_in(where) if not what else what in names_in(where)
