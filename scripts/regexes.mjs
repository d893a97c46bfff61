/**
 * No regular expression of the server, the products or the packages below them may take more than linear time: recheck searches each for an attack.
 * Only
 * literals are allowed, because an expression built at run time cannot be checked. Verdicts are cached in `node_modules/.cache`.
 * Every run also checks two slow expressions without the cache: if one is not found, the check itself is broken.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

// The checker's own JavaScript, because its other two backends need Java or a binary for each platform.
process.env.RECHECK_SYNC_BACKEND = 'pure';
const { checkSync } = await import('recheck');

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = [
  'platform',
  'providers',
  'products',
  'apps/server/src',
  'apps/signer/src',
  'packages/contract/src',
  'packages/contract-kit/src',
  'packages/domain/src',
  'packages/matching/src',
];
const slowOnes = [
  { pattern: '\\d[\\s\\0]+(?:%[^\\r\\n]*[\\r\\n]+[\\s\\0]*)*obj', flags: '', type: 'exponential' },
  { pattern: '\\s+$', flags: '', type: 'polynomial' },
];
/** Only for a check that hangs; a busy machine is no reason to fail. */
const judgedWithinMs = 120_000;
const cache = join(root, 'node_modules', '.cache', 'regexes.json');

const faults = slowOnes
  .filter(({ pattern, flags, type }) => checkSync(pattern, flags).complexity?.type !== type)
  .map(({ pattern }) => `the check is broken: it does not find that /${pattern}/ is slow`);
const known = readCache();
const verdicts = {};
let read = 0;

for (const folder of folders)
  for (const file of sources(join(root, folder))) {
    const path = relative(root, file);
    const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
    if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0].message}`);
    const refuseConstructor = ({ callee }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp')
        faults.push(`${path}: RegExp() cannot be checked`);
    };
    new Visitor({
      NewExpression: refuseConstructor,
      CallExpression: refuseConstructor,
      Literal({ regex }) {
        if (!regex) return;
        read += 1;
        const text = `/${regex.pattern}/${regex.flags}`;
        verdicts[text] ??= known[text] ?? verdictOf(regex);
        if (verdicts[text] !== 'linear') faults.push(`${path}: ${text} is ${verdicts[text]}`);
      },
    }).visit(program);
  }

if (read === 0) faults.push('no expression was read: the check itself is broken');
mkdirSync(join(cache, '..'), { recursive: true });
writeFileSync(cache, JSON.stringify(verdicts));
for (const fault of faults) console.error(fault);
console.log(`${read} regular expressions read, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** `linear`, or recheck's verdict. An expression that it cannot judge counts as slow. */
function verdictOf({ pattern, flags }) {
  const { status, complexity, error } = checkSync(pattern, flags, { timeout: judgedWithinMs });
  return status === 'safe' ? 'linear' : (complexity?.summary ?? `not judged (${error?.kind})`);
}

function readCache() {
  try {
    return JSON.parse(readFileSync(cache, 'utf8'));
  } catch {
    return {};
  }
}

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      ({ parentPath, name }) =>
        /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !parentPath.includes('node_modules'),
    )
    .map(({ parentPath, name }) => join(parentPath, name));
}
