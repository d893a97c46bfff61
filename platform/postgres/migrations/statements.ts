/** The statements of a migration's text, for what has to run one by one and for the check of what blocks (scripts/migrations). */

interface Statement {
  /** As PostgreSQL gets it. */
  readonly text: string;
  /** In lower case and on one line, without comments; strings and bodies of functions are empty: `''`. */
  readonly plain: string;
  /** The texts between dollar quotes. */
  readonly bodies: readonly string[];
}

/** What ends a comment, a string or a quoted name, and whether it is part of the plain text. */
const piece =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<dollar>\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|(?<text>(?<![\w$])e'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*')|(?<name>"[^"]*")|(?<end>;)|(?<rest>[\s\S])/giy;

export function statementsOf(migration: string): Statement[] {
  const statements: Statement[] = [];
  let text = '';
  let plain = '';
  let bodies: string[] = [];
  const finish = () => {
    if (plain.trim() !== '')
      statements.push({ text: text.trim(), plain: plain.replace(/\s+/g, ' ').trim(), bodies });
    [text, plain, bodies] = ['', '', []];
  };
  for (const { 0: found, groups = {} } of migration.matchAll(piece)) {
    if (groups.end !== undefined) {
      finish();
      continue;
    }
    text += found;
    if (groups.comment !== undefined) plain += ' ';
    else if (groups.dollar !== undefined) {
      const quotes = (groups.tag ?? '').length + 2;
      bodies.push(found.slice(quotes, -quotes));
      plain += `''`;
    } else if (groups.text !== undefined) plain += `''`;
    else plain += groups.name ?? found.toLowerCase();
  }
  finish();
  return statements;
}

interface IndexStatement {
  readonly verb: 'create' | 'drop';
  /** Without the schema, which is that of the table. */
  readonly name: string;
  /** Of a new index. */
  readonly table: string | undefined;
}

const creates = /^create (?:unique )?index concurrently (\w+) on (?:only )?([\w.]+)/;
const drops = /^drop index concurrently (?:if exists )?([\w.]+)$/;

/** What a `create index concurrently` or `drop index concurrently` is about; undefined: another statement, or one without the index's name. */
export function indexStatement({ plain }: Pick<Statement, 'plain'>): IndexStatement | undefined {
  const [, created, table] = creates.exec(plain) ?? [];
  if (created !== undefined && created !== 'if') return { verb: 'create', name: created, table };
  const [, dropped] = drops.exec(plain) ?? [];
  return dropped === undefined ? undefined : { verb: 'drop', name: dropped, table: undefined };
}
