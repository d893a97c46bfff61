/**
 * `npm run rights`: generates docs/rights.md from the contract, where each call names the right it needs. A test compares the page with
 * the server (test/attacks/rights/rights.test.ts).
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  type EndpointSpec,
  endpoints,
  type Presence,
  problems,
  type Right,
  rightNames,
  rightProblems,
} from '@calmly/contract';

const page = fileURLToPath(new URL('../../../docs/rights.md', import.meta.url));

const meanings: Readonly<Record<Right, string>> = {
  is_boss: 'administrator: manages the company’s members, rules, address and terms; has every other right',
  can_request_trans: 'creates payments, which may need approval, and withdraws them',
  can_approve: 'approves payments and payees of others',
  can_create_benef: 'adds, changes and deletes payees',
  can_plast_view: 'sees the cards',
  can_plast_perform: 'issues, changes, blocks and closes cards',
  can_view_documents: 'reads uploaded documents and payment confirmations',
  can_view_statements: 'reads account statements',
  can_view_confidential:
    'sees confidential payouts (salaries): their rows, payments and payees; connected applications never do',
};

const introduction = `# Rights

What a member of a company may do. An administrator (\`is_boss\`) may do everything, and so may a person in their own profile. The server checks each
call in this order: a valid session, an ACTIVE client with accepted main terms (where the call needs it), the right. A changed right applies
to the next call. Suspending, removing or ending a membership ends the sessions that act for the company. The portal reads the browser's
cookie \`rights\` only to show or hide parts; the server never trusts it.

This page is printed from the contract (\`npm run rights\`).
`;

/** The expected page. */
export function rightsPage(): string {
  const calls = Object.values(endpoints).filter(({ access }) => access !== 'public');
  return [
    introduction,
    '## The rights\n',
    '| right | who holds it | without it (403) |',
    '|---|---|---|',
    ...rightNames.map((right) => {
      const code = rightProblems[right];
      return `| \`${right}\` | ${meanings[right]} | \`${code}\`: ${problems[code].en} |`;
    }),
    '',
    '## The calls\n',
    'Calls without a session are not listed.\n',
    afterIdleness,
    '| call | address | client | right | after 300 s |',
    '|---|---|---|---|---|',
    ...calls.toSorted(byAddress).map(rowOf),
    '',
  ].join('\n');
}

const afterIdleness = `The last column shows what the call needs after 300 s without activity (\`presence\` in the contract). \`nothing\`: the call shows
balances or counts, writes harmless settings or removes access. \`code\`: one code re-enables all calls of the session. \`own code\`:
the call always asks for its own code. \`code if older\`: a code for payments older than 90 days (Delegated Regulation (EU) 2018/389, article 10). Until then
the client's own record is shown without personal data. A session that is not remembered ends after 900 s. Calls that the page makes automatically and the
websocket do not count as activity.
`;

function needAfterIdleness(presence: Presence): string {
  if (typeof presence === 'object') return 'code if older';
  return { open: 'nothing', required: 'code', own: 'own code' }[presence];
}

const byAddress = (left: EndpointSpec, right: EndpointSpec) =>
  `${left.path} ${left.method}`.localeCompare(`${right.path} ${right.method}`, 'en');

const rowOf = ({ id, method, path, access, right, presence }: EndpointSpec) =>
  `| \`${id}\` | \`${method} ${path}\` | ${access === 'active' ? 'active, terms accepted' : 'any'} | ${right ? `\`${right}\`` : ''} | ${needAfterIdleness(presence)} |`;

if (import.meta.main) await writeFile(page, rightsPage());
