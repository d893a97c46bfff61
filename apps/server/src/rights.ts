/**
 * `npm run rights`: prints docs/rights.md from the contract, the one place where calls name the rights that they need. A test holds
 * the page and the server against each other (test/attacks/rights.test.ts).
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
  is_boss: 'manages the company: its people, rules, address and terms; holds every other right',
  can_request_trans: 'orders payments, which others may have to approve, and takes them back',
  can_approve: 'approves payments and beneficiaries that others ordered or changed',
  can_create_benef: 'adds, changes and deletes beneficiaries',
  can_plast_view: 'sees the cards',
  can_plast_perform: 'issues, changes, blocks and closes cards',
  can_view_documents: 'reads papers: documents handed in, confirmations of payments',
  can_view_statements: 'reads statements of account',
};

const introduction = `# Rights

What a member of a company may do there. A boss may do everything; in the own profile everybody may. The server's gate asks with each
call, in this order: is there a live session, is the client ACTIVE and are the main terms accepted (where the call needs it), does the
member hold the right. A right that is given or taken away counts with the next call; a membership that is suspended, removed or over
ends the sessions that act for the company. What a browser says of its rights (the cookie \`rights\`) is for the portal to show, nobody asks it.

This page is printed from the contract (\`npm run rights\`).
`;

/** The page as it should be. */
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
    'Calls that are open without a session are not in the table.\n',
    afterIdleness,
    '| call | address | client | right | after 300 s |',
    '|---|---|---|---|---|',
    ...calls.toSorted(byAddress).map(rowOf),
    '',
  ].join('\n');
}

const afterIdleness = `The last column says what an active client's session without activity for 300 s needs (the contract's \`presence\`). \`nothing\`: the call shows
balances or counts, writes what harms nobody, or takes access away. \`code\`: once a code was given, the session may do everything again. \`own code\`:
the call asks for its own. \`code if older\`: for payments more than 90 days old (Delegated Regulation (EU) 2018/389, article 10). The client's own record is
shown without personal data until then. After 900 s a session that is not remembered has ended. Calls that the page makes by itself and the
websocket are no activity.
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
