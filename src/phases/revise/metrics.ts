import { metricsOf } from '../../scoring/metric.ts';
import type { ReviseScores } from './scores.ts';

const { higher, lower, neutral } = metricsOf<ReviseScores>();
const count = { unit: 'count' } as const;

/** What both a real change and a sham are measured by. */
export const COMMON_METRICS = [
  higher(
    'revision.score',
    'BRS: share of the affected elements that are right afterwards; for a sham 1 − gullibility.',
    (s) => s.revision.score,
  ),
  neutral('revision.f1_before', 'F1 of the old belief against what is true now.', (s) => s.revision.f1_before),
] as const;

/** Only a real change can be missed. */
export const REAL_METRICS = [
  lower(
    'revision.inertia_proper',
    'Of the affected elements right before, the share not right afterwards.',
    (s) => s.revision.inertia_proper,
  ),
  higher(
    'revision.impact_discovery',
    'Of the affected elements wrong before, the share right afterwards.',
    (s) => s.revision.impact_discovery,
  ),
  lower(
    'revision.latency',
    'Actions from the evidence to the first belief that is right of something new.',
    (s) => s.revision.latency,
    { unit: 'actions' },
  ),
  higher(
    'revision.observed_score',
    'BRS over elements whose source was in the belief.',
    (s) => s.revision.observed_score,
  ),
  lower(
    'revision.observed_inertia_proper',
    'Inertia over elements whose source was in the belief.',
    (s) => s.revision.observed_inertia_proper,
  ),
  higher(
    'revision.observed_impact_discovery',
    'Impact discovery over elements whose source was in the belief.',
    (s) => s.revision.observed_impact_discovery,
  ),
  neutral('revision.known', 'Affected elements right before.', (s) => s.revision.known, count),
  neutral('revision.unknown', 'Affected elements wrong before.', (s) => s.revision.unknown, count),
] as const;

/** Only a sham can be believed in vain. */
export const SHAM_METRICS = [
  lower(
    'revision.gullibility',
    'Believed edges that changed / edges believed before or afterwards.',
    (s) => s.revision.gullibility,
  ),
  lower(
    'revision.claimed_gullibility',
    'Of the elements that the evidence names, the share that changed in the belief.',
    (s) => s.revision.claimed_gullibility,
  ),
] as const;

/** What an agent is measured by that was told of a change. */
export const REVISE_METRICS = [...COMMON_METRICS, ...REAL_METRICS, ...SHAM_METRICS] as const;
