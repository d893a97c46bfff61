/**
 * What a migration must not do beside servers at work: hold a lock for as long as it reads or writes a whole table. A short lock is fine, because a migration gives way
 * (platform/postgres/migrations/apply.ts).
 */
import { indexStatement, statementsOf } from '../../platform/postgres/migrations/statements.ts';

const table = String.raw`(?:if (?:not )?exists )?(?:only )?([\w."]+)`;
const headers = [/^-- serves: \d{4}$/, /^-- transaction: none$/, /^-- small: [\w.]+(?:, [\w.]+)*$/];
/** Expressions that give each row another value. */
const volatile = /\b(?:random|gen_random_uuid|clock_timestamp|nextval|uuid_generate_v\w+|timeofday)\b/;
/** What only locks a table for long, whatever its size is. */
const never = [
  [/^vacuum full\b/, 'VACUUM FULL rewrites the table'],
  [/^cluster\b/, 'CLUSTER rewrites the table'],
  [/^reindex (?!.*\bconcurrently\b)/, 'REINDEX locks writers out'],
  [/^refresh materialized view (?!concurrently\b)/, 'REFRESH locks readers out'],
  [/^lock\b/, 'LOCK keeps others out until the migration ends'],
  [/^truncate\b/, 'TRUNCATE locks readers out'],
];

/**
 * The faults of migrations, as `file: fault`.
 * @param {ReadonlyArray<{ name: string, text: string }>} migrations in their order
 */
export function findBlocking(migrations) {
  /** `table column` or `table constraint` of constraints that earlier statements added and validated. */
  const known = { notNull: new Map(), validated: new Set() };
  return migrations.flatMap(({ name, text }) => faultsIn(text, known).map((fault) => `${name}: ${fault}`));
}

function faultsIn(text, known) {
  const lines = text.split('\n');
  const unread = lines.filter(
    (line) =>
      /^--\s*(?:serves|transaction|small)\s*:/i.test(line) && !headers.some((form) => form.test(line)),
  );
  const small = /^-- small: (.*)$/m.exec(text)?.[1].split(', ') ?? [];
  const file = { harmless: new Set(small), locked: new Set(), known };
  return [...unread.map((line) => `"${line}" is not read`), ...faultsOfStatements(text, file)];
}

function faultsOfStatements(text, file) {
  return statementsOf(text).flatMap((statement) => {
    const created = new RegExp(
      `^create (?:(?:un|)logged |temp(?:orary)? )?(?:table|materialized view) ${table}`,
    ).exec(statement.plain);
    if (created) file.harmless.add(created[1]);
    return faultsOf(statement, file);
  });
}

function faultsOf({ plain, bodies }, file) {
  const found = never.find(([form]) => form.test(plain));
  if (found) return [found[1]];
  if (
    plain.startsWith('do ') &&
    bodies.some((body) => /\b(?:alter|create|update|delete|merge|execute)\b/i.test(body))
  )
    return ['DO hides what it locks; write its statements'];
  if (/^create (?:unique )?index\b/.test(plain)) return faultsOfIndex(plain, file);
  const written = new RegExp(
    String.raw`(?:^|\W)(?:update|delete from|merge into) ${table}(?: as)?(?: \w+)? (?:set|where|using)\b|^(?:update|delete from|merge into) ${table}`,
  ).exec(plain);
  if (written && /^(?:with|update|delete|merge)\b/.test(plain)) {
    const name = written[1] ?? written[2];
    return file.harmless.has(name)
      ? []
      : [`rows of ${name} are changed in one statement; make it a backfill`];
  }
  const [altered, name] = new RegExp(`^alter table ${table} `).exec(plain) ?? [];
  return altered === undefined ? [] : faultsOfAlter(name, plain.slice(altered.length), file);
}

function faultsOfIndex(plain, { harmless }) {
  if (indexStatement({ plain })) return [];
  const name = new RegExp(String.raw`\bon ${table}`).exec(plain)?.[1];
  return harmless.has(name) ? [] : [`the index on ${name} is not built concurrently`];
}

function faultsOfAlter(name, text, file) {
  const faults = file.harmless.has(name)
    ? []
    : splitActions(text).flatMap((action) => faultOfAction(name, action, file) ?? []);
  return faults;
}

/** Why this action of an ALTER TABLE blocks; undefined: it does not. */
function faultOfAction(name, action, { known, locked }) {
  const validated = /^validate constraint ([\w"]+)/.exec(action)?.[1];
  if (validated !== undefined) {
    known.validated.add(`${name} ${validated}`);
    // What holds the table until the end of this file would hold it for as long as the scan takes.
    return locked.has(name)
      ? `${validated} is validated while the table is locked; validate it in a file of its own`
      : undefined;
  }
  locked.add(name);
  const [added, constraint] = /^add constraint ([\w"]+) /.exec(action) ?? [];
  if (added !== undefined || /^add (?:check|foreign key|unique|primary key|exclude)\b/.test(action))
    return faultOfConstraint(name, constraint, action.slice(added?.length ?? 4), known);
  if (/^add\b/.test(action)) return faultOfColumn(name, action);
  if (/^alter (?:column )?[\w"]+ (?:set data )?type\b/.test(action))
    return `the type of a column of ${name} changes`;
  const [, column] = /^alter (?:column )?([\w"]+) set not null/.exec(action) ?? [];
  if (column !== undefined) {
    const check = known.notNull.get(`${name} ${column}`);
    return check !== undefined && known.validated.has(`${name} ${check}`)
      ? undefined
      : `NOT NULL of ${name}.${column} reads the table; validate a check first`;
  }
  if (/^set (?:logged|unlogged|tablespace|access method)\b/.test(action)) return `${name} is rewritten`;
  return /^attach partition\b/.test(action)
    ? `the partition of ${name} is read while it is attached`
    : undefined;
}

function faultOfConstraint(name, constraint, definition, known) {
  if (/\busing index\b/.test(definition)) return undefined;
  if (/^(?:unique|primary key|exclude)\b/.test(definition))
    return `the constraint of ${name} builds its index; add it USING INDEX`;
  if (!/\bnot valid$/.test(definition)) return `the constraint of ${name} is not NOT VALID`;
  const column = /^check \(\(?([\w"]+) is not null\)?\)/.exec(definition)?.[1];
  if (column !== undefined) known.notNull.set(`${name} ${column}`, constraint);
  return undefined;
}

function faultOfColumn(name, action) {
  const rewrites = volatile.test(action) || /\bgenerated\b|\b(?:small|big)?serial\b/.test(action);
  if (rewrites) return `a column of ${name} gets another value in each row`;
  if (/\b(?:unique|primary key|check)\b/.test(action))
    return `a column of ${name} brings a constraint that reads the table`;
  if (/\bnot null\b/.test(action) && !/\bdefault\b/.test(action))
    return `a column of ${name} is NOT NULL without a default`;
  return /\breferences\b/.test(action) && /\bdefault (?!null\b)/.test(action)
    ? `a column of ${name} brings a constraint that reads the table`
    : undefined;
}

/** The parts between commas outside brackets. */
function splitActions(text) {
  const actions = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += letter;
  }
  return actions.map((action) => action.trim());
}
