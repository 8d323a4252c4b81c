import type { Domain } from '../domain.ts';

export const readings: Domain = {
  name: 'readings',
  record: 'reading',
  noun: 'reading of a pressure sensor',
  fields: [
    { name: 'id', type: 'text' },
    { name: 'sensor', type: 'text' },
    { name: 'serial', type: 'text' },
    { name: 'site', type: 'text' },
    { name: 'unit', type: 'text' },
    { name: 'minute', type: 'number' },
    { name: 'pressure', type: 'number' },
    { name: 'zone', type: 'text', derived: true },
    { name: 'level', type: 'text', derived: true },
    { name: 'position', type: 'number', derived: true },
  ],
  stages: [
    {
      key: 'screen_readings',
      purpose: 'drops readings without a sensor or a site',
      operation: { kind: 'require', fields: ['sensor', 'site'] },
      after: {},
    },
    {
      key: 'tidy_sensor',
      purpose: 'brings sensor names to one spelling',
      operation: { kind: 'tidy', field: 'sensor', letters: 'upper' },
      after: { screen_readings: 'a blank name cannot be brought to one spelling' },
    },
    {
      key: 'drop_echoes',
      purpose: 'keeps one reading of a sensor a minute',
      operation: { kind: 'dedupe', fields: ['sensor', 'minute'] },
      after: { tidy_sensor: 'echoes are only found among names of one spelling' },
    },
    {
      key: 'settle_unit',
      purpose: 'converts pressures to kilopascal',
      operation: { kind: 'convert', field: 'pressure', unit: 'unit', base: 'kpa', factors: { bar: 100, psi: 6.895 } },
      after: {},
    },
    {
      key: 'find_zone',
      purpose: 'finds the zone to which the site belongs',
      operation: {
        kind: 'lookup',
        field: 'zone',
        key: 'site',
        table: { dam: 'water', weir: 'water', mill: 'plant', kiln: 'plant' },
        fallback: 'outside',
      },
      after: { screen_readings: 'a reading without a site has no zone' },
    },
    {
      key: 'grade_pressure',
      purpose: 'grades readings by their pressure',
      operation: {
        kind: 'classify',
        field: 'level',
        of: 'pressure',
        limits: [90, 250],
        labels: ['low', 'normal', 'high'],
      },
      after: { settle_unit: 'limits are in kilopascal' },
    },
    {
      key: 'hide_serial',
      purpose: 'hides serial numbers but for their last digits',
      operation: { kind: 'mask', field: 'serial', visible: 3 },
      after: {},
    },
    {
      key: 'order_readings',
      purpose: 'puts the highest pressure first',
      operation: { kind: 'rank', field: 'position', by: 'pressure' },
      after: { settle_unit: 'pressures compare in one unit only' },
    },
  ],
  sample: [
    { id: 'r-1', sensor: ' north  inlet ', serial: 'PX-20418', site: 'dam', unit: 'bar', minute: 1, pressure: 1.3 },
    { id: 'r-2', sensor: 'North Inlet', serial: 'PX-20418', site: 'dam', unit: 'bar', minute: 1, pressure: 1.3 },
    { id: 'r-3', sensor: '', serial: 'PX-11190', site: 'mill', unit: 'kpa', minute: 2, pressure: 101 },
    { id: 'r-4', sensor: 'kiln vent', serial: 'QA-70021', site: 'kiln', unit: 'psi', minute: 2, pressure: 44 },
    { id: 'r-5', sensor: 'outfall', serial: 'QA-70377', site: 'pier', unit: 'kpa', minute: 3, pressure: 62 },
    { id: 'r-6', sensor: 'mill race', serial: 'PX-00932', site: 'mill', unit: 'kpa', minute: 4, pressure: 118.5 },
  ],
};
