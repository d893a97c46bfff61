/** Style modules: every class is used, every class that is used is there, and what many modules would say alike is said once, by a primitive. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const folders = '{packages/{ui,portal-kit}/src,apps/{web,office}/src,products/*/{portal,office}}';
const load = (pattern) =>
  Object.fromEntries(
    globSync(`${folders}/**/${pattern}`, { cwd: root }).map((file) => [
      file,
      readFileSync(join(root, file), 'utf8'),
    ]),
  );

/** Each rule with its selector and its declarations in the order of their names; rules inside `@media` and `@layer` count as any other. */
function rulesOf(css) {
  const rules = [];
  for (const [, head, body] of css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
    const selector = head.trim();
    const declarations = body.split(/;\s/).map((text) => text.trim().replace(/\s+/g, ' ').replace(/;$/, ''));
    if (!/^(from|to|[\d.]+%|@)/.test(selector))
      rules.push({ selector, declarations: declarations.filter(Boolean).sort() });
  }
  return rules;
}

const classesOf = (css) =>
  new Set(
    rulesOf(css).flatMap(({ selector }) =>
      [...selector.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => name),
    ),
  );

/** What a source takes from style modules: `name`, and `name*` for a name that is put together or not written down. */
function usesOf(file, source) {
  const code = source.replace(/^import .*$/gm, '');
  return [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, local, path]) => {
    const module = path.startsWith('.')
      ? normalize(join(dirname(file), path))
      : path.replace('@calmly/', '').replace(/^(ui|portal-kit)\//, 'packages/$1/src/');
    const names = [
      ...code.matchAll(
        new RegExp(`\\b${local}(?:\\.(\\w+)|\\[(?:'([^']+)'|\`([^$\`]*)[^\\]]*|[^\\]]*)\\])`, 'g'),
      ),
    ];
    return names.map(([, name, quoted, start]) => `${module} ${name ?? quoted ?? `${start ?? ''}*`}`);
  });
}

function composedIn(file, css) {
  return [...css.matchAll(/composes:\s*([\w\s-]+?)(?:\s+from\s+"([^"]+)")?;/g)].flatMap(([, names, path]) =>
    names.split(/\s+/).map((name) => `${path ? normalize(join(dirname(file), path)) : file} ${name}`),
  );
}

/** `unused`: classes that no source and no other module takes; `absent`: classes that a source takes and no module has. */
function compare(modules, sources) {
  const used = new Set([
    ...Object.entries(sources).flatMap(([file, text]) => usesOf(file, text)),
    ...Object.entries(modules).flatMap(([file, css]) => composedIn(file, css)),
  ]);
  const starts = [...used].filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  const present = new Set(
    Object.entries(modules).flatMap(([file, css]) => [...classesOf(css)].map((name) => `${file} ${name}`)),
  );
  return {
    unused: [...present].filter((name) => !used.has(name) && !starts.some((start) => name.startsWith(start))),
    absent: [...used].filter((name) => !name.endsWith('*') && !present.has(name)),
  };
}

/** Blocks of three declarations and more that stand in more than two modules, with the number of these. */
function repeated(modules) {
  const places = new Map();
  for (const [file, css] of Object.entries(modules))
    for (const { declarations } of rulesOf(css))
      if (declarations.length >= 3) {
        const block = declarations.join('; ');
        places.set(block, (places.get(block) ?? new Set()).add(file));
      }
  return [...places]
    .filter(([, files]) => files.size > 2)
    .map(([block, files]) => `${files.size} × ${block}`);
}

const modules = load('*.module.css');
const sources = load('*.{ts,tsx}');

test('every class of a style module is used, and every class that is used is there', () => {
  expect(Object.keys(modules).length).toBeGreaterThan(100);
  expect(compare(modules, sources)).toEqual({ unused: [], absent: [] });
});

test('a block of three declarations and more stands in two modules at most, but for those that are left', () => {
  // The ceiling: what was left when the primitives came. It may only become lower; `Stack`, `Inline`, `Grid`, `Text` and `Circle` say the like.
  const left = [
    '12 × color: var(--ink-2); font-size: var(--t-13); line-height: var(--l-13)',
    '3 × border-spacing: 0; font-size: var(--t-13); font-variant-numeric: tabular-nums; line-height: var(--l-13); width: 100%',
    '3 × content: ""; inset: 0; position: absolute',
    '3 × font-size: var(--t-15); letter-spacing: 0; line-height: var(--l-15)',
    '3 × height: 16px; margin-top: 2px; width: 16px',
    '3 × margin-inline: auto; max-width: 640px; width: 100%',
    '4 × font-size: var(--t-24); letter-spacing: -0.015em; line-height: var(--l-24)',
    '4 × font-weight: var(--w-label); margin-bottom: 8px; padding: 0',
    '5 × color: var(--ink-2); display: block; font-size: var(--t-13); line-height: var(--l-13)',
    '5 × overflow: hidden; text-overflow: ellipsis; white-space: nowrap',
  ];
  expect(repeated(modules).sort()).toEqual(left);
});

const shop = (css, tsx) =>
  compare({ 'a/shop.module.css': css }, { 'a/shop.tsx': `import classes from './shop.module.css';\n${tsx}` });
// `@` stands for the dollar sign.
test.each([
  [
    'a class that nothing uses',
    '.shelf { gap: 0; }\n@media print { .till { gap: 0; } }',
    'classes.shelf',
    { unused: ['a/shop.module.css till'], absent: [] },
  ],
  [
    'a class that is not there',
    '.shelf { gap: 0; }',
    'classes.shelf + classes.till',
    { unused: [], absent: ['a/shop.module.css till'] },
  ],
  [
    'only the name of another',
    '.shelf.till { gap: 0; }',
    'classes.shelfTill, classes.till',
    { unused: ['a/shop.module.css shelf'], absent: ['a/shop.module.css shelfTill'] },
  ],
  [
    'a name that is put together',
    '.gap-4 { gap: 4px; }',
    'classes[`gap-@{gap}`]',
    { unused: [], absent: [] },
  ],
  [
    'a class that another is composed of',
    '.shelf { gap: 0; }\n.till { composes: shelf; }',
    'classes.till',
    { unused: [], absent: [] },
  ],
])('control: %s', (_, css, tsx, found) => {
  expect(shop(css, tsx.replace('@', '$'))).toEqual(found);
});

test('control: a block is found in any order and under any condition, and short ones are left alone', () => {
  const block = 'color: red;\n  gap: 4px;\n  display: grid;';
  const other = 'display: grid;\n  gap: 4px;\n  color: red;';
  const three = {
    a: `.a {\n  ${block}\n}`,
    b: `/* why */\n.b {\n  ${other}\n}`,
    c: `@media print {\n.c {\n  ${block}\n}\n}`,
  };
  expect(repeated(three)).toEqual(['3 × color: red; display: grid; gap: 4px']);
  expect(repeated({ ...three, c: '.c {\n  color: red;\n  gap: 4px;\n}' })).toEqual([]);
});
