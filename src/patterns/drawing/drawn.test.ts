import { describe, expect, test } from 'vitest';
import { type Codebase, codebaseHash } from '../../codebase/codebase.ts';
import { EDGE_TYPES, GroundTruth } from '../../codebase/ground-truth.ts';
import type { Blueprint } from '../blueprint/blueprint.ts';
import { type GenerateOptions, generate } from '../generate.ts';
import { PATTERN_NAMES, PATTERNS } from '../patterns.ts';
import { DOMAINS } from '../words/domains.ts';
import { CODE_NAMES, NEUTRAL } from '../words/neutral.ts';

const seeds = Array.from({ length: 12 }, (_, i) => i + 1);
const neutral = (path: string) => path.replace(/^\w+\//, '').replace(/\.(ts|py)$/, '');
const edgesOf = ({ groundTruth }: Codebase) =>
  groundTruth.dependency_edges
    .map(({ source, target, type }) => `${neutral(source)} ${neutral(target)} ${type}`)
    .toSorted();
const callersOf = ({ groundTruth }: Codebase) =>
  groundTruth.contracts.map(({ module, callers }) => [neutral(module), callers.map(neutral)]);
const rulesOf = ({ groundTruth }: Codebase) =>
  groundTruth.invariants.map(({ structured }) => [
    structured?.type,
    ...[structured?.src, structured?.dst, structured?.via].map((at) => at && neutral(at)),
    structured?.pattern,
  ]);

describe.each(PATTERN_NAMES)('%s codebases', (pattern) => {
  const typescript = generate({ pattern, seeds });
  const python = generate({ pattern, language: 'python', seeds });

  test('have the same edges and rules in both languages, up to the names of files', () => {
    for (const [i, codebase] of typescript.entries()) {
      expect(edgesOf(python[i] as Codebase)).toEqual(edgesOf(codebase));
      expect(rulesOf(python[i] as Codebase)).toEqual(rulesOf(codebase));
      expect(callersOf(python[i] as Codebase)).toEqual(callersOf(codebase));
    }
  });

  test('differ in modules by the initialisers of packages alone', () => {
    for (const [i, { groundTruth }] of typescript.entries()) {
      const paths = Object.keys((python[i] as Codebase).groundTruth.modules);
      const others = paths.filter((path) => !path.endsWith('__init__.py'));
      expect(others.map(neutral).toSorted()).toEqual(Object.keys(groundTruth.modules).map(neutral).toSorted());
      expect(paths.length).toBeGreaterThan(others.length);
    }
  });

  test('have a truth of the published form, which names nothing that is not among the files', () => {
    for (const { groundTruth, files } of [...typescript, ...python]) {
      expect(GroundTruth.parse(groundTruth)).toEqual(groundTruth);
      const named = [
        ...groundTruth.dependency_edges.flatMap(({ source, target, evidence = [] }) => [source, target, ...evidence]),
        ...groundTruth.invariants.flatMap(({ evidence_locations }) => evidence_locations),
        ...groundTruth.contracts.flatMap(({ module, callers }) => [module, ...callers]),
        ...Object.keys(groundTruth.modules),
      ];
      for (const path of named) expect(files.has(path), path).toBe(true);
    }
  });

  test('are the same bytes whatever else is asked for', () => {
    const [again] = generate({
      pattern: ['mvc', pattern].filter((one, i, all) => all.indexOf(one) === i) as never,
      seeds: [7],
    }).slice(-1);
    expect(codebaseHash(again as Codebase)).toBe(codebaseHash(typescript[6] as Codebase));
  });

  test('use at least three ways of making a link, and at least two extension points or one with many parts', () => {
    const ways = typescript.map(({ blueprint, groundTruth }) => {
      const { points, modules } = blueprint as Blueprint;
      return new Set([
        ...points.map(({ mechanism }) => mechanism),
        ...(modules.some(({ role }) => role === 'barrel') ? ['barrel'] : []),
        ...(groundTruth.dependency_edges.some(({ type }) => type === 'IMPORTS') ? ['direct'] : []),
        ...points.map(({ style }) => style),
      ]).size;
    });
    expect(Math.min(...ways)).toBeGreaterThanOrEqual(3);
  });

  test('have the size that was asked for', () => {
    const sizes = { small: [9, 19], medium: [25, 46], large: [47, 84] } as const;
    for (const [complexity, [low, high]] of Object.entries(sizes)) {
      for (const { groundTruth } of generate({ pattern, complexity: complexity as never, seeds: seeds.slice(0, 5) })) {
        expect(Object.keys(groundTruth.modules).length).toBeGreaterThanOrEqual(low);
        expect(Object.keys(groundTruth.modules).length).toBeLessThanOrEqual(high);
      }
    }
  });

  test('explain as many decisions as were asked for, none of one wording in all seeds', () => {
    for (const { groundTruth } of typescript) expect(groundTruth.design_rationales).toHaveLength(5);
    const [twelve] = generate({ pattern, decisions: 12, seeds: [1] }) as [Codebase];
    expect(twelve.groundTruth.design_rationales.length).toBeGreaterThan(8);
    const answers = typescript.flatMap(({ groundTruth }) => groundTruth.design_rationales.map(({ answer }) => answer));
    const counts = [...Map.groupBy(answers, (answer) => answer).values()].map((list) => list.length);
    expect(Math.max(...counts)).toBeLessThanOrEqual(seeds.length / 2);
  });
});

describe('options of drawn codebases', () => {
  const [base] = generate({ pattern: 'layered', seeds: [3] }) as [Codebase];
  const shape = ({ groundTruth }: Codebase) =>
    Object.fromEntries(
      EDGE_TYPES.map((type) => [type, groundTruth.dependency_edges.filter((edge) => edge.type === type).length]),
    );

  test('stand in the id, and the defaults do not', () => {
    expect(base.id).toBe('layered-typescript-medium-3');
    const [other] = generate({ pattern: 'layered', naming: 'neutral', tests: 'absent', seeds: [3] }) as [Codebase];
    expect(other.id).toBe('layered-neutral-untested-typescript-medium-3');
  });

  test.each([
    { naming: 'telling' },
    { comments: 'none' },
    { documents: 'none' },
    { tests: 'absent' },
    { decisions: 7 },
    { comments: 'misleading' },
    { documents: 'full' },
    { documents: 'stale' },
  ] as const)('%j changes none of the wiring', (option) => {
    const [other] = generate({ pattern: 'layered', ...option, seeds: [3] }) as [Codebase];
    expect(shape(other)).toEqual(shape(base));
    expect(codebaseHash(other)).not.toBe(codebaseHash(base));
  });

  test('let some comments mislead, and no purpose', () => {
    const [misled] = generate({ pattern: 'layered', comments: 'misleading', seeds: [3] }) as [Codebase];
    const { modules } = misled.groundTruth;
    const honest = Object.values(modules).filter(({ filepath, purpose }) =>
      misled.files.get(filepath)?.includes(purpose),
    );
    expect(honest.length).toBeGreaterThan(0.5 * Object.keys(modules).length);
    expect(honest.length).toBeLessThan(0.9 * Object.keys(modules).length);
    expect(modules).toEqual(base.groundTruth.modules);
  });

  test('state every module, edge and rule in a document, as they are or as they were', () => {
    const told = (documents: 'full' | 'stale') => {
      const [codebase] = generate({ pattern: 'layered', documents, seeds: [3] }) as [Codebase];
      const lines = (codebase.files.get('docs/architecture.md') as string).split('\n');
      const of = (path: string) => lines.find((line) => line.startsWith(`- \`${path}\`:`)) ?? '';
      const { dependency_edges, invariants } = codebase.groundTruth;
      return {
        edges:
          dependency_edges.filter(({ source, target }) => of(source).includes(`\`${target}\``)).length /
          dependency_edges.length,
        named: lines.flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].slice(1)).length / dependency_edges.length,
        rules: invariants.filter(({ description }) => lines.includes(`- ${description}`)).length / invariants.length,
      };
    };
    expect(told('full')).toMatchObject({ edges: 1, named: 1, rules: 1 });
    const stale = told('stale');
    expect(stale.edges).toBeGreaterThan(0.7);
    expect(stale.edges).toBeLessThan(1);
  });

  test('that take tests or comments away take the rules that stand nowhere else out of the truth', () => {
    const kinds = (codebases: readonly Codebase[]) =>
      new Set(codebases.flatMap(({ groundTruth }) => groundTruth.invariants.flatMap((one) => one.evidence_types)));
    expect(kinds(generate({ pattern: 'layered', seeds }))).toEqual(new Set(['test', 'comment', 'config']));
    expect(kinds(generate({ pattern: 'layered', tests: 'absent', seeds }))).toEqual(new Set(['comment']));
    expect(kinds(generate({ pattern: 'layered', comments: 'none', seeds }))).toEqual(new Set(['test', 'config']));
    const [bare] = generate({ pattern: 'layered', comments: 'none', tests: 'absent', seeds: [3] }) as [Codebase];
    expect(bare.groundTruth.invariants).toEqual([]);
    expect([...bare.files.values()].join('\n')).not.toContain('/**');
  });

  test.each([
    [
      { pattern: 'layered', diversity: 'published', seeds: [1] },
      /diversity is published, which pattern layered does not have/,
    ],
    [{ diversity: 'published', naming: 'neutral', seeds: [1] }, /naming is for drawn codebases: leave out diversity/],
    [{ pattern: [], seeds: [1] }, /pattern/],
    [{ pattern: 'onion', seeds: [1] }, /pattern/],
  ])('that do not go together are refused in a line: %j', (options, message) => {
    expect(() => generate(options as never)).toThrow(message);
  });
});

test('patterns can be asked for one, several or all at a time', () => {
  const patterns = (pattern: GenerateOptions['pattern']) =>
    generate({ pattern, complexity: 'small', seeds: [1, 2] }).map(({ groundTruth }) => groundTruth.pattern);
  expect(patterns(['mvc', 'plugin'])).toEqual(['mvc', 'mvc', 'plugin', 'plugin']);
  expect(new Set(patterns('all'))).toEqual(new Set(PATTERN_NAMES));
});

test('no word of a path is reserved in a language', () => {
  const reserved = new Set(
    'and as assert async await break case catch class const continue debugger def default del delete do elif else enum except export extends false finally for from function global if import in instanceof is lambda let match new none nonlocal not null or pass raise return static super switch this throw true try type typeof var void while with yield'.split(
      ' ',
    ),
  );
  const words = [
    ...PATTERNS.flatMap(({ roles }) => roles.flatMap((role) => [...role.words, ...role.folders])),
    ...PATTERNS.flatMap(({ points }) =>
      points.flatMap(({ words, run, add, entry }) => [...words, ...run, ...add, ...entry]),
    ),
    ...DOMAINS.flatMap(({ name, entity, plural, numbers, texts, topics }) => [
      name,
      entity,
      plural,
      ...numbers,
      ...texts,
      ...topics,
    ]),
    ...NEUTRAL,
    ...CODE_NAMES,
  ];
  expect(words.filter((word) => reserved.has(word))).toEqual([]);
});
