import type { Blueprint, Decision, ExtensionPoint } from '../blueprint/blueprint.ts';
import { isCallable } from '../blueprint/blueprint.ts';
import { allIn } from '../blueprint/expr.ts';
import { expressionsOf } from '../blueprint/imports.ts';
import type { Draw } from '../draw.ts';

/** Decisions that the code takes, so many of them: each could have been taken in other ways. */
export function decisionsOf(draw: Draw, blueprint: Blueprint, count: number): Decision[] {
  const all = draw.shuffle([
    ...blueprint.points.flatMap((point) => aboutPoint(point)),
    aboutShapes(blueprint),
    aboutBarrels(blueprint),
    aboutFolders(blueprint),
    aboutCircles(blueprint),
    ...aboutOutput(blueprint),
    ...aboutLimits(blueprint),
  ]);
  return all.slice(0, count).map((decision) => ({ ...decision, answer: `${decision.answer} ${draw.pick(REASONS)}` }));
}

const REASONS = [
  'That kept the first version small.',
  'It was the least that worked for all users.',
  'The other ways were tried and given up.',
  'It can be changed in one place.',
  'People who came new understood it at once.',
  'It made the tests shorter.',
  'Support asked for it.',
];

const MECHANISMS: Readonly<Record<ExtensionPoint['mechanism'], readonly [string, string]>> = {
  config: ['by the names that the config lists', 'a new one needs a line in the config and no change of code'],
  directory: ['by loading whatever its folder holds', 'a new one is there as soon as its file is'],
  registered: ['by registering them in code under names', 'a new one needs a line where they are registered'],
  injected: ['by handing them over as a list to whoever runs them', 'whoever runs them decides which there are'],
};

function aboutPoint({ key, mechanism, form, style, holder, registrar, parts }: ExtensionPoint): Decision[] {
  const [how, effect] = MECHANISMS[mechanism];
  const order = {
    sequence: 'one after the other, each on what the one before gave',
    dispatch: 'the one that goes by the name asked for',
    event: 'all that wait for the event, each on the same rows',
  }[style];
  return [
    {
      question: `How are the ${key} found?`,
      answer: `The ${key} are found ${how}.`,
      modules: [...new Set([holder, registrar])],
      effects: [effect],
    },
    {
      question: `What is one of the ${key}: a function, an object of a class, or a subclass of an abstract one?`,
      answer:
        form === 'class'
          ? `Each of the ${key} is a subclass of an abstract class.`
          : `Each of the ${key} is a function.`,
      modules: parts.map(({ unit }) => unit.from),
      effects: [
        form === 'class' ? 'the abstract class says what all of them must have' : 'there is nothing to inherit',
      ],
    },
    {
      question: `Which of the ${key} run, and in which order?`,
      answer: `Of the ${key} there run ${order}.`,
      modules: [holder],
      effects: [`${parts.length} of them are there`],
    },
  ];
}

function aboutShapes({ modules }: Blueprint): Decision {
  const shared = modules.filter(({ shape }) => 'from' in shape);
  const sources = new Set(shared.flatMap(({ shape }) => ('from' in shape ? [shape.from] : [])));
  const answer =
    sources.size === 0
      ? 'Every module says by itself how a row looks.'
      : sources.size === 1
        ? 'One module says how a row looks, and others take it from there or say it themselves.'
        : 'Several modules say how a row looks, each for its own users.';
  return {
    question: 'Who says how a row looks?',
    answer,
    modules: [...sources],
    effects: [`${shared.length} modules take it from elsewhere`],
  };
}

function aboutBarrels({ modules }: Blueprint): Decision {
  const barrels = modules.filter(({ role }) => role === 'barrel');
  const answer = [
    'Folders have no common way in: each module is imported by itself.',
    'One folder has a common way in.',
    'Several folders have a common way in each.',
  ][Math.min(2, barrels.length)] as string;
  return {
    question: 'Is there a common way into folders?',
    answer,
    modules: barrels.map(({ id }) => id),
    effects: [`${barrels.flatMap(({ reexports }) => reexports).length} names are passed on`],
  };
}

function aboutFolders({ modules }: Blueprint): Decision {
  const folders = new Set(modules.map(({ id }) => id.slice(0, Math.max(0, id.lastIndexOf('/')))));
  const top = modules.filter(({ id }) => !id.includes('/')).length;
  const answer =
    top > modules.length / 3
      ? 'Most stands side by side at the top.'
      : `The sources are divided into ${folders.size - 1} folders.`;
  return {
    question: 'How are the sources divided?',
    answer,
    modules: [],
    effects: [`${top} modules stand at the top`],
  };
}

function aboutCircles({ late }: Blueprint): Decision {
  const answer = [
    'No import goes in a circle.',
    'One import goes in a circle, and what it brings is used late.',
    'Some imports go in circles, and what they bring is used late.',
  ][Math.min(2, late.length)] as string;
  return {
    question: 'May imports go in a circle?',
    answer,
    modules: late.map(({ source }) => source),
    effects: ['order of loading matters there'],
  };
}

function aboutOutput({ units, entries }: Blueprint): Decision[] {
  return entries.flatMap(({ unit: { unit, from } }) => {
    const entry = units.find(({ id }) => id === unit);
    const lines = entry && isCallable(entry) && entry.result?.k === 'lines' ? entry.result.value : null;
    const gap = lines?.k === 'concat' ? lines.parts.find((part) => part.k === 'text') : undefined;
    if (gap?.k !== 'text') return [];
    return [
      {
        question: `What stands between the figures that ${from} prints?`,
        answer: `Between the figures stands "${gap.value}".`,
        modules: [from],
        effects: ['whoever reads the output splits it there'],
      },
    ];
  });
}

function aboutLimits({ units }: Blueprint): Decision[] {
  return units.filter(isCallable).flatMap(({ name, module, body, result }) =>
    expressionsOf(body, result).flatMap((root) =>
      [...allIn(root)].flatMap((e) =>
        e.k === 'first' && e.count.k === 'number'
          ? [
              {
                question: `How many rows does ${name.replaceAll('_', ' ')} let through?`,
                answer: `It lets ${e.count.value} rows through.`,
                modules: [module],
                effects: ['rows beyond that are lost'],
              },
            ]
          : [],
      ),
    ),
  );
}
