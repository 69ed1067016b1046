import pytest

from orchestrator.engines.offline.detectors.function_model import Function
from orchestrator.engines.offline.detectors.functions import functions_in
from orchestrator.engines.offline.detectors.masking import comments_only, mask

PYTHON = '''
class A:
    @cached
    def f(self, a, flag: bool, *, named=True):
        """Say what
        it does."""
        # a note
        if a and flag:
            for x in a:
                while x:
                    try:
                        x.go()
                    except OSError:
                        pass
        elif a:
            return [y for y in a if y]
        def inner(z):
            if z:
                return 1
        return a
'''
SCRIPT = """export const f = (a,b,c) => { if (a) { return b ? c : 1 } }
class X {
  foo(a, {b, c}) { for (let i=0;i<3;i++) { if (a) { } } }
  async #priv(x: number, y: boolean): Promise<void> { while (x) { try { } catch (e) { } } }
}
function g<T>(a: T, b?: number): void { x.map(y => { if (y) return 1; }) }
export default async function h({a, b}: {a: string, b: number}, ...rest) {
  const t = `x ${a ? `y` : 'z'} { `;
  return /[{]/.test(t) // if (
}
const k = async ({x}) => { return <div onClick={() => { if (x) y() }}>{x && <p/>}</div> }
if (foo(a)) { bar() }
new Thing(function () { });
"""
GO = """package x
func (s *S) Foo(a int, b string) (int, error) {
    if a > 1 { for i := range b { if i == 2 || x { return nil } } }
    return nil
}
"""
JAVA = """class A {
  public static int foo(final int a, List<String, Integer> b, boolean c) throws E { if (a>1 && b!=null) {return 1;} return 2; }
  public A(int x) { for (;;) { } }
}
"""


def _by_name(path: str, text: str) -> dict[str, Function]:
    return {function.name: function for function in functions_in(path, text)}


def test_a_python_function_is_measured_without_what_is_inside_its_inner_functions() -> None:
    found = _by_name("a.py", PYTHON)
    outer = found["A.f"]
    assert set(found) == {"A.f", "A.f.inner"}
    assert (outer.start, outer.line, outer.end) == (3, 4, 20)
    assert outer.params == ("a", "flag")
    assert outer.flags == 1
    assert outer.branches == 9
    assert outer.depth == 4
    assert outer.length == 10
    assert found["A.f.inner"].branches == 2


def test_functions_of_scripts_are_found_past_templates_expressions_and_callbacks() -> None:
    found = _by_name("a.tsx", SCRIPT)
    assert list(found) == ["f", "foo", "#priv", "g", "h", "k"]
    assert (found["f"].params, found["f"].branches) == (("a", "b", "c"), 3)
    assert (found["foo"].params, found["foo"].branches, found["foo"].depth) == (("a", "{b, c}"), 3, 2)
    assert (found["#priv"].flags, found["#priv"].depth) == (1, 2)
    assert (found["g"].line, found["g"].branches) == (6, 2)
    assert (found["h"].line, found["h"].end, found["h"].branches) == (7, 10, 1)


def test_functions_of_go_and_java() -> None:
    go = _by_name("a.go", GO)["Foo"]
    assert (go.line, go.end, len(go.params), go.branches, go.depth) == (2, 5, 2, 5, 3)
    java = _by_name("A.java", JAVA)
    assert (java["foo"].params[1], java["foo"].flags, java["foo"].branches) == ("List<String, Integer> b", 1, 3)
    assert java["A"].depth == 1


@pytest.mark.parametrize("path", ["a.py", "a.ts", "a.go"])
def test_text_that_does_not_parse_has_no_functions_and_does_no_harm(path: str) -> None:
    assert functions_in(path, "def f(:\n }}} ((( \x00 '''") == ()


def test_masking_keeps_every_position() -> None:
    text = 'a = \'it\' # b\nc = """x\ny"""\n'
    assert mask("a.py", text).split("\n") == ["a = '  '    ", 'c = "   ', '   "', ""]
    assert len(mask("a.ts", SCRIPT)) == len(SCRIPT)
    assert mask("a.ts", SCRIPT).count("\n") == SCRIPT.count("\n")
    assert comments_only("a.ts", "x = '// no'; // yes\n") == "             // yes\n"
