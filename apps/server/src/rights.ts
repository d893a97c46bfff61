/**
 * `npm run rights`: prints docs/rights.md from the contract, the one place where calls name the rights that they need. A test holds
 * the page and the server against each other (test/attacks/rights.test.ts).
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  type EndpointSpec,
  endpoints,
  problems,
  type Right,
  rightNames,
  rightProblems,
} from '@calmly/contract';

const page = fileURLToPath(new URL('../../../docs/rights.md', import.meta.url));

const meanings: Readonly<Record<Right, string>> = {
  is_boss: 'manages the company: its people, rules, address and terms; holds every other right',
  can_request_trans: 'orders payments, which others may have to approve, and takes them back',
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
    '| call | address | client | right |',
    '|---|---|---|---|',
    ...calls.toSorted(byAddress).map(rowOf),
    '',
  ].join('\n');
}

const byAddress = (left: EndpointSpec, right: EndpointSpec) =>
  `${left.path} ${left.method}`.localeCompare(`${right.path} ${right.method}`, 'en');

const rowOf = ({ id, method, path, access, right }: EndpointSpec) =>
  `| \`${id}\` | \`${method} ${path}\` | ${access === 'active' ? 'active, terms accepted' : 'any'} | ${right ? `\`${right}\`` : ''} |`;

if (import.meta.main) await writeFile(page, rightsPage());
