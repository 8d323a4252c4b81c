import type { Role } from './specification.ts';

const count = (small: Role['count']['small'], medium: Role['count']['small'], large: Role['count']['small']) => ({
  small,
  medium,
  large,
});

/** What is started from outside. */
export const entry: Role = {
  name: 'entry',
  words: ['main', 'cli', 'app', 'start', 'program', 'index'],
  folders: [''],
  gives: 'entry',
  count: count([1, 1], [1, 2], [1, 2]),
  height: [1, 1],
  docs: ['Started from the command line.', 'Takes the data and prints what comes of it.', 'Where a run begins.'],
};

/** Forms of rows, which several modules know. */
export const shapes: Role = {
  name: 'shapes',
  words: ['types', 'model', 'schema', 'records', 'shapes', 'entities'],
  folders: ['types', 'model', 'schema', 'contracts'],
  gives: 'shapes',
  count: count([1, 1], [2, 3], [3, 5]),
  height: [0, 0],
  docs: ['What is known of a {topic}.', 'How a {topic} looks.', 'The fields of a {topic}.'],
};

export const failures: Role = {
  name: 'failures',
  words: ['errors', 'faults', 'exceptions', 'problems', 'failures'],
  folders: ['types', 'errors', 'support'],
  gives: 'failures',
  count: count([0, 1], [0, 1], [1, 2]),
  height: [0, 0.1],
  docs: ['What can go wrong with a {topic}.', 'Complaints about a {topic}.'],
};

/** Small functions on numbers and texts. */
export const helpers: Role = {
  name: 'helpers',
  words: ['helper', 'util', 'tools', 'support', 'math', 'text'],
  folders: ['helpers', 'util', 'support', 'lib'],
  gives: 'value',
  count: count([1, 1], [3, 5], [7, 11]),
  height: [0, 0.6],
  docs: ['Small things that a {topic} needs.', 'Arithmetic for a {topic}.', 'Odds and ends around a {topic}.'],
};

export { count };
