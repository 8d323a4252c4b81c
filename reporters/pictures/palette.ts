/**
 * Colours that people with any common kind of colour blindness tell apart (Okabe and Ito). Pictures are drawn on a light
 * card, so that they look the same in a light and in a dark page.
 */
export const PALETTE = {
  found: '#009e73',
  missed: '#9a9a9a',
  hallucinated: '#d55e00',
  f1: '#0072b2',
  precision: '#cc79a7',
  recall: '#009e73',
  attainable: '#555555',
  text: '#222222',
  quiet: '#6b6b6b',
  line: '#d9d9d9',
  card: '#ffffff',
} as const;

/** For series of any kind, in order. */
export const SERIES = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#555555', '#f0e442'] as const;

export const FONT = 'Helvetica, Arial, sans-serif';
