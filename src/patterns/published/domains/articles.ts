import type { Domain } from '../domain.ts';

export const articles: Domain = {
  name: 'articles',
  record: 'article',
  noun: 'article of a news site',
  fields: [
    { name: 'id', type: 'text' },
    { name: 'title', type: 'text' },
    { name: 'author', type: 'text' },
    { name: 'section', type: 'text' },
    { name: 'words', type: 'number' },
    { name: 'views', type: 'number' },
    { name: 'reach', type: 'number', derived: true },
    { name: 'desk', type: 'text', derived: true },
    { name: 'length', type: 'text', derived: true },
    { name: 'place', type: 'number', derived: true },
  ],
  stages: [
    {
      key: 'screen_articles',
      purpose: 'drops articles without a title or an author',
      operation: { kind: 'require', fields: ['title', 'author'] },
      after: {},
    },
    {
      key: 'tidy_title',
      purpose: 'brings titles to one spelling',
      operation: { kind: 'tidy', field: 'title', letters: 'lower' },
      after: { screen_articles: 'a blank title cannot be brought to one spelling' },
    },
    {
      key: 'merge_reprints',
      purpose: 'keeps the first of the articles that share a title',
      operation: { kind: 'dedupe', fields: ['title'] },
      after: { tidy_title: 'reprints are only found among titles of one spelling' },
    },
    {
      key: 'discount_archive',
      purpose: 'halves the views of archived articles',
      operation: { kind: 'adjust', field: 'views', when: 'section', equals: 'archive', factor: 0.5 },
      after: {},
    },
    {
      key: 'cap_words',
      purpose: 'keeps word counts within what readers finish',
      operation: { kind: 'clamp', field: 'words', low: 50, high: 1500 },
      after: {},
    },
    {
      key: 'find_desk',
      purpose: 'finds the desk that looks after the section',
      operation: {
        kind: 'lookup',
        field: 'desk',
        key: 'section',
        table: { city: 'local', sport: 'local', world: 'foreign', science: 'features' },
        fallback: 'night',
      },
      after: {},
    },
    {
      key: 'sum_reach',
      purpose: 'works out the words read in all',
      operation: { kind: 'product', field: 'reach', left: 'words', right: 'views' },
      after: {
        cap_words: 'words that nobody finishes are not read',
        discount_archive: 'archived views count half',
      },
    },
    {
      key: 'order_front_page',
      purpose: 'puts the article with the widest reach first',
      operation: { kind: 'rank', field: 'place', by: 'reach' },
      after: { sum_reach: 'the order is read off the reach' },
      needs: ['sum_reach'],
    },
  ],
  sample: [
    { id: 'a-1', title: ' The  Long River', author: 'Park', section: 'world', words: 2400, views: 12 },
    { id: 'a-2', title: 'the long river', author: 'Park', section: 'archive', words: 900, views: 3 },
    { id: 'a-3', title: 'Nameless', author: '', section: 'city', words: 300, views: 40 },
    { id: 'a-4', title: 'Night Trains', author: 'Okafor', section: 'archive', words: 700, views: 50 },
    { id: 'a-5', title: 'Quiet Atoms', author: 'Sato', section: 'science', words: 1100, views: 21 },
    { id: 'a-6', title: 'Derby', author: 'Lindqvist', section: 'sport', words: 20, views: 75.5 },
    { id: 'a-7', title: 'Derby', author: 'Lindqvist', section: 'archive', words: 21, views: 8 },
  ],
};
