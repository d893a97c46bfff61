/**
 * The demo's cards: Anna's own, one of them blocked, and the company's, each with a person. They were issued some months ago, between two phases of
 * the history, because the ledger books in chronological order.
 */
import { termsVersions } from '@calmly/contract';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import type { Bank } from '@calmly/products/accounts/server/accounts/index.ts';
import { createDemoCard, type DemoCard } from '@calmly/products/cards/server/index.ts';
import { acceptTerms } from '@calmly/products/identity/server/index.ts';
import type { Phase } from './history.ts';
import { northwind } from './northwind.ts';
import { people } from './people.ts';

/** A card without its client and the account that paid for it. */
type PlannedCard<Holder extends string> = Omit<DemoCard, 'clientId' | 'role' | 'holder' | 'account'> & {
  readonly holder: Holder;
};

const home = {
  line: people.anna.profile.addressLine1,
  postCode: people.anna.profile.addressPostCode,
  city: people.anna.profile.addressTown,
  country: people.anna.profile.addressCountry,
};
const { line1, postCode, town, country } = northwind.facts.address;
const office = { line: line1, postCode, city: town, country };

export const annasCards: ReadonlyArray<PlannedCard<'anna'>> = [
  { holder: 'anna', kind: 'VIRTUAL', name: 'Software', design: 'ink', topUpMinor: 18_000n },
  { holder: 'anna', kind: 'PLASTIC', name: 'Travel', design: 'coral', topUpMinor: 35_000n, address: home },
  {
    holder: 'anna',
    kind: 'VIRTUAL',
    name: 'Subscriptions',
    design: 'sand',
    topUpMinor: 2_500n,
    isBlocked: true,
  },
];

export const northwindCards: ReadonlyArray<PlannedCard<'boris' | 'maria' | 'clara'>> = [
  { holder: 'boris', kind: 'PLASTIC', name: 'Fairs', design: 'ink', topUpMinor: 120_000n, address: office },
  {
    holder: 'maria',
    kind: 'PLASTIC',
    name: 'Fuel',
    design: 'sand',
    topUpMinor: 40_000n,
    address: office,
    limits: { perMonth: '500.00' },
  },
  {
    holder: 'clara',
    kind: 'VIRTUAL',
    name: 'Advertising',
    design: 'coral',
    topUpMinor: 60_000n,
    limits: { inTotal: '1500.00' },
  },
];

const cardDaysAgo = 70;
const dayMs = 86_400_000;
const beforePhaseMs = 3 * 3_600_000;

/** A history in two parts, and the time between them at which cards are issued. */
export function splitForCards(
  phases: readonly Phase[],
  now: Date,
): { readonly before: readonly Phase[]; readonly at: Date; readonly after: readonly Phase[] } {
  const beginning = ({ credits }: Phase) => credits[0]?.at.getTime() ?? Number.POSITIVE_INFINITY;
  const index = phases.findIndex((phase) => beginning(phase) > now.getTime() - cardDaysAgo * dayMs);
  const next = phases[index];
  if (!next) throw new Error('seed: the history has no month for the cards');
  return {
    before: phases.slice(0, index),
    at: new Date(beginning(next) - beforePhaseMs),
    after: phases.slice(index),
  };
}

/** Accepts the card terms and issues the cards, paid from the account. */
export async function handOutCards<Holder extends string>(
  work: Work,
  tools: { readonly secretKeys: readonly Buffer[]; readonly bank: Bank },
  actor: ClientActor,
  {
    cards,
    account,
    holders,
  }: {
    readonly cards: ReadonlyArray<PlannedCard<Holder>>;
    readonly account: string;
    readonly holders: Readonly<Record<Holder, DemoCard['holder']>>;
  },
): Promise<void> {
  const { clientId, role } = actor;
  const acting = { ...work, actor };
  await acceptTerms(acting, actor, { cards: { version: termsVersions.cards } });
  for (const { holder, ...card } of cards)
    await createDemoCard(acting, tools, { ...card, clientId, role, account, holder: holders[holder] });
}
