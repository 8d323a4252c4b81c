/** File names that say nothing of what a module is for, as real code has them. */
export const NEUTRAL: readonly string[] =
  'core base common util utils misc helpers lib kit engineroom impl internal shared parts stuff extra more tools basics support glue bits prelude init setup state context data items things group unit block piece layer node stepping first second third alpha beta gamma delta omega'.split(
    ' ',
  );

/** Names that people give to modules because they like them. */
export const CODE_NAMES: readonly string[] =
  'falcon juniper osprey basalt marlin cobalt heron saffron tundra pepper willow granite comet otter maple orchid pixel raven topaz lotus ember quartz bison cedar dingo fjord gecko hazel indigo jasper kestrel lemur mango nimbus onyx panda quill rowan sierra tango umber violet walnut xenon yarrow zephyr acorn birch clover drift ermine flint grove harbor islet jetty knoll ledger'.split(
    ' ',
  );

/** What is left of names that were changed: before or after another name. */
export const LEFTOVERS: readonly string[] = [
  'old',
  'new',
  'v2',
  'legacy',
  'tmp',
  'next',
  'orig',
  'wip',
  'compat',
  'alt',
];

/** Verbs of functions, by what they give. */
export const VERBS = {
  rows: 'adjust settle refine prepare arrange complete mark review gather enrich update process trim align shape follow compose resolve stage carry'.split(
    ' ',
  ),
  texts: 'describe print outline show list present render draft spell write'.split(' '),
  number: 'count score weigh rate measure total estimate value size grade'.split(' '),
  text: 'label name tag phrase title word caption code sign quote'.split(' '),
  flag: 'allows accepts covers wants keeps suits admits passes fits meets'.split(' '),
} as const;

/** Words for constants. */
export const LIMITS: readonly string[] =
  'limit step base factor floor bonus share offset quota unit rate cap span weight margin'.split(' ');
export const MARKS: readonly string[] = 'prefix mark badge stamp sign tag symbol token seal'.split(' ');
/** Names of a row's form where a module has its own. */
export const SHAPES: readonly string[] = 'entry line item listing row_data fact sheet slip note_data piece_data'.split(
  ' ',
);
