/** The desk queue of requests to change a company's facts: each fact now and as requested, and the new people. */
import type { CompanyPart, CompanyPerson, CorporateOwner, ResidentialAddress } from '@calmly/contract';
import { countryName } from '@calmly/domain';
import type { DeskItem, DeskQueue, DeskSheet } from '@calmly/platform/desk.ts';
import type { StoredCompany } from '../company/store.ts';
import { decideChange, type FactChangeOptions, findListed, requireStored } from './fact-changes.ts';
import { factsWith, keyOfOwner, keyOfPerson, partsOf } from './rules.ts';
import { type FactChange, factChanges } from './store.ts';

type Fact = DeskSheet['facts'][number];

/** Texts are English, for staff. A waiting request is compared with the watch list each time it is opened. */
export const factChangeQueue = (options: FactChangeOptions): DeskQueue => ({
  kind: 'company-change',
  tellsReason: true,
  roles: { decides: ['AML'], reads: [] },
  async list(sql, page) {
    return (await factChanges.listWaiting(sql, page)).map(itemOf);
  },
  async find(sql, id) {
    const change = await factChanges.find(sql, id);
    if (!change) return undefined;
    const company = await requireStored(sql, change.clientId);
    const { askedBy, reason, state, comment, documentIds } = change;
    const waits = state === 'WAITING';
    const listed = waits ? await findListed(sql, options.screening, company, change) : [];
    return {
      ...itemOf(change),
      facts: [
        ['Requested by', askedBy],
        ['Reason given', reason ?? 'none given'],
        ...(waits ? differences(company, change) : []),
        ...(waits ? [['Watch list', listed.join('; ') || 'no match among the new names'] as const] : []),
        ['State', state],
        ...(comment ? [['Reason for the decision', comment] as const] : []),
      ],
      documentIds,
    };
  },
  decide: (work, id, decision, { reason }) => decideChange(work, options, { id, decision, reason }),
});

const itemOf = ({ id, clientId, createdAt, facts }: FactChange): DeskItem => ({
  id,
  clientId,
  since: createdAt,
  subject: `change of company details: ${partsOf(facts)
    .map((part) => labels[part].toLowerCase())
    .join(', ')}`,
});

const labels: Readonly<Record<CompanyPart, string>> = {
  name: 'Name',
  registrationNumber: 'Registration number',
  country: 'Country of registration',
  legalForm: 'Legal form',
  foundedOn: 'Founded on',
  activity: 'Activity',
  address: 'Address',
  owners: 'Directors and owners',
};

/** Each fact now and as requested; for people and owners only those added, removed or changed. */
function differences(company: StoredCompany, change: FactChange): Fact[] {
  const wanted = factsWith(company, change.facts);
  return partsOf(change.facts).flatMap((part): Fact[] => {
    if (part === 'owners')
      return [
        ...compare('person', company.people, wanted.people, keyOfPerson, personText),
        ...compare('owner', company.corporateOwners, wanted.corporateOwners, keyOfOwner, ownerText),
      ];
    const text = (of: StoredCompany | typeof wanted) => {
      const value = of[part];
      return value === null ? 'nothing' : typeof value === 'string' ? value : addressText(value);
    };
    return [[labels[part], `${text(company)} → ${text(wanted)}`]];
  });
}

function compare<Item>(
  what: string,
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
  textOf: (item: Item) => string,
): Fact[] {
  const [was, shall] = [mapOf(before, keyOf), mapOf(after, keyOf)];
  const facts: Fact[] = [];
  for (const [key, item] of shall) {
    const old = was.get(key);
    if (old === undefined) facts.push([`New ${what}`, textOf(item)]);
    else if (textOf(old) !== textOf(item))
      facts.push([`Changed ${what}`, `${textOf(old)} → ${textOf(item)}`]);
  }
  for (const [key, item] of was) if (!shall.has(key)) facts.push([`Removed ${what}`, textOf(item)]);
  return facts;
}

const mapOf = <Item>(items: readonly Item[], keyOf: (item: Item) => string) =>
  new Map(items.map((item) => [keyOf(item), item]));

const shareText = (points: number | null) => (points === null ? '' : `owns ${points / 100} %`);

function personText({
  firstName,
  lastName,
  dateOfBirth,
  citizenship,
  address,
  ...part
}: CompanyPerson): string {
  const born = new Date(dateOfBirth * 1000).toISOString().slice(0, 10);
  return [
    `${firstName} ${lastName}`,
    `born ${born}`,
    `citizen of ${countryName(citizenship, 'en')}`,
    addressText(address),
    part.isDirector && 'director',
    shareText(part.shareBasisPoints),
  ]
    .filter(Boolean)
    .join(', ');
}

const ownerText = ({ name, registrationNumber, country, shareBasisPoints }: CorporateOwner): string =>
  [name, registrationNumber, countryName(country, 'en'), shareText(shareBasisPoints)].join(', ');

const addressText = ({ line1, line2, postCode, town, country }: ResidentialAddress): string =>
  [line1, line2, `${postCode} ${town}`, countryName(country, 'en')].filter(Boolean).join(', ');
