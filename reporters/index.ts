export { Results, SuiteResults } from './results.ts';
export { TocsReporter, type TocsReporterOptions } from './tocs-reporter.ts';
