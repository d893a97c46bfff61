/** What assembles the products is as `npm run products` writes it, and a new product is in it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { products } from '../../products/list.ts';
import { assembledFiles, root } from './assembled.mjs';

const base = mkdtempSync(join(tmpdir(), 'calmly-products-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

test('the files that assemble the products are up to date (npm run products)', () => {
  for (const [path, text] of assembledFiles(products, root))
    expect(readFileSync(join(root, path), 'utf8'), path).toBe(text);
});

test('a product brings its contract, its problems, its texts and its place in the navigation', () => {
  mkdirSync(join(base, 'products/notes/contract'), { recursive: true });
  writeFileSync(
    join(base, 'products/notes/contract/problems.ts'),
    'export const notesProblems = {} as const;\nexport const notesFieldProblems = {} as const;\n',
  );
  mkdirSync(join(base, 'products/notes/contract/staff'));
  for (const file of ['index.ts', 'staff/index.ts'])
    writeFileSync(join(base, 'products/notes/contract', file), 'export {};\n');
  const notes = {
    name: 'notes',
    about: 'notes',
    contract: { uses: [] },
    modules: {},
    texts: { uses: [], shell: ['notesMenu'], parts: { notes: 'notes' } },
    addresses: ['/notes'],
  };
  mkdirSync(join(base, 'products/notes/portal'));
  writeFileSync(
    join(base, 'products/notes/portal/menu.ts'),
    'export const menu: readonly MenuEntry[] = [];\n',
  );
  const written = assembledFiles([notes], base);
  expect(written.get('packages/contract/src/products.ts')).toContain(
    "export * from '@calmly/products/notes/contract/index.ts';",
  );
  expect(written.get('packages/contract/src/staff/products.ts')).toContain(
    "export * from '@calmly/products/notes/contract/staff/index.ts';",
  );
  const problems = written.get('packages/contract/src/problems/products.ts');
  expect(problems).toContain(
    "import { notesFieldProblems, notesProblems } from '@calmly/products/notes/contract/problems.ts';",
  );
  expect(problems).toMatch(/productProblems = \{\s*\.\.\.notesProblems,?\s*\}/);
  expect(problems).toMatch(/productFieldProblems = \{\s*\.\.\.notesFieldProblems,?\s*\}/);
  for (const language of ['en', 'ru'])
    expect(written.get(`packages/texts/src/${language}/index.ts`)).toContain(
      `import { notesMenu } from '@calmly/products/notes/texts/${language}/notes-menu.ts';`,
    );
  expect(written.get('packages/texts/src/parts.ts')).toContain(
    "en: () => import('@calmly/products/notes/texts/en/notes.ts')",
  );
  expect(written.get('packages/portal-kit/src/session/sign-in-targets.ts')).toContain("'/notes'");
  const menu = written.get('apps/web/src/app/shell/menu.ts');
  expect(menu).toContain("import { menu as menuOfNotes } from '@calmly/products/notes/portal/menu.ts';");
  expect(menu).toContain('menu: readonly MenuEntry[] = [...menuOfNotes];');
  expect(menu).toContain('subEntries: readonly SubEntry[] = [];');
});
