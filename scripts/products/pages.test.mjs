/** The pages of docs/ say what the manifests and the descriptions of tables say; scripts/arrows.mjs compares the manifests with the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './assembled.mjs';
import { mapOf } from './map.mjs';
import { pages, withPart } from './pages.mjs';
import { personalDataIn, schemasOf } from './tables.mjs';

test('the pages are up to date (npm run products)', async () => {
  for (const [page, text] of await pages()) expect(readFileSync(join(root, page), 'utf8'), page).toBe(text);
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
  const written = mapOf([ledger, accounts]);
  expect(written).toContain(
    [
      '| [ledger](../products/ledger) | the money | ledger: postings |  |',
      '| [accounts](../products/accounts) | accounts | accounts: as clients see them | ledger |',
      '|  |  | statements: of each month | ledger, accounts |',
    ].join('\n'),
  );
  expect(written).toContain('flowchart BT\n  accounts --> ledger\n  statements --> accounts\n```');
});

const tables = [
  {
    schemas: {
      support: {
        about: 'conversations',
        tables: { message: 'What was written.', queue: 'Who waits.', closed: 'How many were closed.' },
      },
    },
    personal: [
      {
        tables: ['support.message', 'support.queue'],
        data: 'texts',
        reason: 'answers',
        kept: '1 year',
        deletedBy: 'purge',
      },
    ],
  },
  { schemas: { cards: { about: 'cards', tables: { card: 'A card.' } } }, personal: [] },
];

test('each schema has its tables', () => {
  expect(schemasOf(tables)).toBe(
    [
      '## `support`: conversations\n',
      '| table | holds |\n|---|---|',
      '| `message` | What was written. |\n| `queue` | Who waits. |\n| `closed` | How many were closed. |\n',
      '## `cards`: cards\n',
      '| table | holds |\n|---|---|',
      '| `card` | A card. |',
    ].join('\n'),
  );
});

test('tables with personal data have their row, the others are named below', () => {
  const written = personalDataIn(tables);
  expect(written).toContain('| `support.message` `support.queue` | texts | answers | 1 year | purge |');
  expect(written).toContain('## Without personal data\n\n- `support.closed`\n- `cards.card`');
});

test('a page without a place for its part is refused', () => {
  expect(() => withPart('docs/schema.md', '# Schema', '')).toThrow(
    'docs/schema.md has no place for its part',
  );
});
