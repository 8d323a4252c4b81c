import { describe, expect, test } from 'vitest';
import { InspectError } from '../language.ts';
import { python } from './python.ts';

const FILES = new Set([
  'app/__init__.py',
  'app/main.py',
  'app/types.py',
  'app/tools/__init__.py',
  'app/tools/types.py',
  'app/tools/text.py',
  'app/tools/deep/__init__.py',
  'app/tools/deep/core.py',
  'scripts/run.py',
  'scripts/local.py',
  'top.py',
]);

const importsOf = (path: string, text: string) => python.imports(path, text, { exists: (file) => FILES.has(file) });

describe('imports resolve as Python does', () => {
  test.each([
    ['app/main.py', 'from .types import T', ['app/types.py']],
    ['app/tools/text.py', 'from .types import T', ['app/tools/types.py']],
    ['app/tools/text.py', 'from ..types import T', ['app/types.py']],
    ['app/tools/deep/core.py', 'from ...types import T', ['app/types.py']],
    ['app/tools/deep/core.py', 'from .... import x', []],
    ['app/main.py', 'from . import types', ['app/types.py']],
    ['app/main.py', 'from . import VERSION', ['app/__init__.py']],
    ['app/main.py', 'from . import types, VERSION', ['app/types.py', 'app/__init__.py']],
    ['app/main.py', 'from .tools import text, helper', ['app/tools/text.py', 'app/tools/__init__.py']],
    [
      'app/main.py',
      'from .tools import (\n    text,\n    deep as d,\n)',
      ['app/tools/text.py', 'app/tools/deep/__init__.py'],
    ],
    ['app/main.py', 'from .tools import *', ['app/tools/__init__.py']],
    ['app/main.py', 'import app.tools.text as t, os', ['app/tools/text.py']],
    ['app/main.py', 'from app.tools.deep.core import f', ['app/tools/deep/core.py']],
    ['app/main.py', 'import types', []],
    ['app/main.py', 'import top', ['top.py']],
    ['scripts/run.py', 'import local', ['scripts/local.py']],
    ['app/main.py', 'def f():\n    from .types import T\n    return T', ['app/types.py']],
    ['app/main.py', 'try:\n    from .types import T\nexcept ImportError:\n    T = None', ['app/types.py']],
    ['app/main.py', 'if TYPE_CHECKING:\n    from .types import T', ['app/types.py']],
    ['app/main.py', '"""\nfrom .types import T\n"""\n# from .types import T', []],
    ['app/main.py', 'from .types import T\nfrom .types import U', ['app/types.py']],
    // What the grammar does not know is passed over, and some of it is valid Python.
    ['app/main.py', 'def f(:\nfrom .types import T', ['app/types.py']],
    ['app/main.py', 'def f():\n    yield\nfrom .types import T', ['app/types.py']],
    ['app/main.py', 'x = 1.\nfrom .types import T', ['app/types.py']],
    ['app/main.py', '\uFEFFfrom .types import T', ['app/types.py']],
  ])('%s: %j', (path, text, targets) => {
    expect(importsOf(path, text)).toEqual(targets);
  });

  test('a file that was never listed is guessed where that is wanted', () => {
    const guess = (text: string) => python.imports('app/main.py', text, { exists: () => false, guess: true });
    expect(guess('from .types import T')).toEqual(['app/types.py']);
    expect(guess('from . import types')).toEqual([]);
    expect(guess('import json')).toEqual([]);
  });
});

describe('INSPECT', () => {
  const text = `"""Module."""
LIMIT: int = 3


@cache(1)
async def load(path: str, *, mode="r", **others) -> list[int]:
    """Loads it.

    All of it.
    """
    secret = 1
    return secret


class Stage(Base):
    """A stage."""
    name: str = "x"

    @property
    def label(self) -> str:
        return self.name

    def run(self, records: list) -> list:
        """Runs."""
        return secret
`;
  const inspect = (symbol: string, source = text) => python.inspect('app/a.py', source, symbol);

  test('gives decorators, signature and docstring of a function', async () => {
    expect(await inspect('load')).toBe(
      '@cache(1)\nasync def load(path: str, *, mode="r", **others) -> list[int]:\n    """Loads it.\n    \n    All of it.\n    """',
    );
  });

  test('gives the members of a class, and never a body', async () => {
    const shown = await inspect('Stage');
    expect(shown.split('\n')).toEqual([
      'class Stage(Base):',
      '    """A stage."""',
      '    name: str',
      '    @property',
      '    def label(self) -> str:',
      '    def run(self, records: list) -> list:',
      '        """Runs."""',
    ]);
    expect(await inspect('Stage.run')).toBe('def run(self, records: list) -> list:\n    """Runs."""');
  });

  test('reaches members of nested classes, and all definitions of a property', async () => {
    const nested =
      'class A:\n    class B:\n        def m(self): ...\n    @property\n    def p(self): ...\n    @p.setter\n    def p(self, v): ...\n';
    expect(await inspect('A.B.m', nested)).toBe('def m(self):');
    expect(await inspect('A.p', nested)).toBe('@property\ndef p(self):\n@p.setter\ndef p(self, v):');
  });

  test('symbols are the names that a file defines at its top level', async () => {
    expect(await python.symbols('app/a.py', text)).toEqual(['LIMIT', 'load', 'Stage']);
    const { typescript } = await import('../typescript/typescript.ts');
    const source = 'export const A = 1;\nfunction f() {}\nexport class C {}\ntype T = 1;\n';
    expect(await typescript.symbols('a.ts', source)).toEqual(['A', 'f', 'C', 'T']);
  });

  test.each([
    ['gone', text, 'app/a.py has no symbol gone (it has LIMIT, load, Stage)'],
    ['Stage.gone', text, 'Stage in app/a.py has no member gone (it has name, label, run)'],
    ['f', 'x = 1\ndef f(:\n    pass\n', 'app/a.py cannot be parsed: line 2: invalid syntax'],
  ])('of %s says what is wrong', async (symbol, source, message) => {
    await expect(inspect(symbol, source)).rejects.toThrow(InspectError);
    await expect(inspect(symbol, source)).rejects.toThrow(message);
  });
});
