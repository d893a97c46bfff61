/** The map of docs/architecture.md is that of the manifests; scripts/arrows.mjs compares the manifests with the code. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { page, withMap } from './map.mjs';

const text = readFileSync(page, 'utf8');

test('the map of the products is up to date (npm run products)', () => {
  expect(withMap(text)).toBe(text);
});

const ledger = { name: 'ledger', about: 'the money', modules: { ledger: { about: 'postings', uses: [] } } };
const accounts = {
  name: 'accounts',
  about: 'accounts',
  modules: {
    accounts: { about: 'as clients see them', uses: ['ledger'] },
    statements: { about: 'of each month', uses: ['ledger', 'accounts'] },
  },
};

test('a product has a row for each module, and the diagram leaves out what another arrow implies', () => {
  const written = withMap(text, [ledger, accounts]);
  expect(written).toContain(
    [
      '| [ledger](../products/ledger) | the money | ledger: postings |  |',
      '| [accounts](../products/accounts) | accounts | accounts: as clients see them | ledger |',
      '|  |  | statements: of each month | ledger, accounts |',
    ].join('\n'),
  );
  expect(written).toContain('flowchart BT\n  accounts --> ledger\n  statements --> accounts\n```');
  expect(written).not.toBe(text);
});

test('a page without a place for the map is refused', () => {
  expect(() => withMap('# Architecture')).toThrow('no place for the map');
});
