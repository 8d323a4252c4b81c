/** A line of business, in words that codebases are made of. */
export interface Domain {
  name: string;
  entity: string;
  plural: string;
  /** Fields of a row. */
  numbers: readonly [string, string, string, string];
  texts: readonly [string, string];
  /** Values of the text fields, by field. */
  values: readonly [readonly string[], readonly string[]];
  /** What modules can be about: also the names of features. */
  topics: readonly string[];
}

const domain = (
  name: string,
  entity: string,
  plural: string,
  numbers: Domain['numbers'],
  texts: Domain['texts'],
  values: Domain['values'],
  topics: string,
): Domain => ({ name, entity, plural, numbers, texts, values, topics: topics.split(' ') });

/** What codebases are about. */
export const DOMAINS: readonly Domain[] = [
  domain(
    'shop',
    'order',
    'orders',
    ['amount', 'weight', 'items', 'discount'],
    ['region', 'channel'],
    [
      ['North 1', 'South 2', 'West 3'],
      ['Web A', 'Desk B'],
    ],
    'price stock refund basket tax voucher delivery customer catalogue exchange gift loyalty',
  ),
  domain(
    'insurance',
    'claim',
    'claims',
    ['damage', 'excess', 'age', 'pages'],
    ['branch', 'kind'],
    [
      ['Br 10', 'Br 20', 'Br 31'],
      ['Car X', 'Home Y'],
    ],
    'policy payout fraud assessor coverage premium holder appeal evidence reserve expert letter',
  ),
  domain(
    'clinic',
    'visit',
    'visits',
    ['minutes', 'fee', 'wait', 'doses'],
    ['ward', 'doctor'],
    [
      ['W1 East', 'W2 West', 'W3 Mid'],
      ['Dr Adams', 'Dr Berg'],
    ],
    'patient triage record vaccine referral allergy shift bed recipe lab consent billing',
  ),
  domain(
    'library',
    'loan',
    'loans',
    ['days', 'copies', 'fine', 'renewals'],
    ['shelf', 'reader'],
    [
      ['S 12', 'S 40', 'S 77'],
      ['R Olsen', 'R Pinto'],
    ],
    'book member reservation overdue author reminder archive donation index reading loaner edition',
  ),
  domain(
    'farm',
    'harvest',
    'harvests',
    ['tonnes', 'moisture', 'hectares', 'workers'],
    ['field', 'crop'],
    [
      ['F 3', 'F 8', 'F 9'],
      ['Rye 1', 'Oat 2'],
    ],
    'soil weather seed irrigation silo tractor acreage season pest fertiliser market barn',
  ),
  domain(
    'railway',
    'journey',
    'journeys',
    ['delay', 'distance', 'cars', 'passengers'],
    ['line', 'station'],
    [
      ['L 1', 'L 4', 'L 6'],
      ['Hbf Q', 'Ost Z'],
    ],
    'timetable platform signal ticket crew depot track seat announcement freight connection detour',
  ),
  domain(
    'cinema',
    'showing',
    'showings',
    ['seats', 'sold', 'price', 'runtime'],
    ['hall', 'film'],
    [
      ['Hall 1', 'Hall 2', 'Hall 5'],
      ['Film K', 'Film M'],
    ],
    'booking snack poster trailer rating usher licence subtitle premiere matinee row reel',
  ),
  domain(
    'energy',
    'reading',
    'readings',
    ['watts', 'volts', 'hours', 'peaks'],
    ['meter', 'zone'],
    [
      ['M 101', 'M 102', 'M 205'],
      ['Z North', 'Z South'],
    ],
    'tariff grid outage invoice solar forecast battery contract sensor load substation balance',
  ),
  domain(
    'kitchen',
    'dish',
    'dishes',
    ['grams', 'calories', 'portions', 'cost'],
    ['menu', 'chef'],
    [
      ['Lunch 1', 'Dinner 2', 'Brunch 3'],
      ['Chef P', 'Chef V'],
    ],
    'ingredient recipe pantry allergen supplier table course wine waste special tasting oven',
  ),
  domain(
    'port',
    'container',
    'containers',
    ['tonnes', 'length', 'days', 'seals'],
    ['berth', 'vessel'],
    [
      ['B 1', 'B 2', 'B 7'],
      ['MV Iris', 'MV Noor'],
    ],
    'crane customs cargo tide pilot quay manifest reefer inspection tug yard dispatch',
  ),
  domain(
    'school',
    'exam',
    'exams',
    ['points', 'minutes', 'pages', 'errors'],
    ['course', 'pupil'],
    [
      ['C 7', 'C 8', 'C 9'],
      ['P Lind', 'P Moss'],
    ],
    'grade lesson teacher homework timetable absence report choir library certificate pupil club',
  ),
  domain(
    'mail',
    'parcel',
    'parcels',
    ['grams', 'width', 'height', 'zone'],
    ['depot', 'carrier'],
    [
      ['D 11', 'D 12', 'D 30'],
      ['Swift A', 'Round B'],
    ],
    'route label postage tracking courier locker signature sorting returned address scanner customs',
  ),
  domain(
    'forum',
    'post',
    'posts',
    ['words', 'likes', 'replies', 'flags'],
    ['board', 'author'],
    [
      ['B Help', 'B News', 'B Misc'],
      ['Ann 1', 'Bo 2'],
    ],
    'thread badge mention digest moderation avatar poll draft search banner quote archive',
  ),
  domain(
    'gym',
    'session',
    'sessions',
    ['minutes', 'reps', 'weight', 'pulse'],
    ['studio', 'coach'],
    [
      ['St 1', 'St 2', 'St 3'],
      ['Co Ida', 'Co Jon'],
    ],
    'member plan locker circuit nutrition injury equipment schedule trial payment goal sauna',
  ),
];
