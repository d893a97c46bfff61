/**
 * The demo: people with accounts, payees and two years of history, and a company of one of them with colleagues and a year, so that a
 * sandbox is not empty. Written once per database, in one transaction, by the modules' own functions, so its books are as correct as any
 * client's.
 */

import { allRights } from '@calmly/contract';
import { networks } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import type { Log } from '@calmly/platform/log.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { type Bank, bankOf, openAccounts } from '@calmly/products/accounts/server/accounts/index.ts';
import type { WalletTools } from '@calmly/products/crypto/server/wallets/index.ts';
import { createPersonClient } from '@calmly/products/identity/server/index.ts';
import { addBeneficiaries, deleteBeneficiary } from '@calmly/products/payees/server/index.ts';
import { dependingOrders } from '@calmly/products/payments/server/orders/index.ts';
import type { SandboxWorld } from '@calmly/providers/chain/sandbox-world.ts';
import { createSandboxPrices } from '@calmly/providers/price/index.ts';
import { sql as query } from 'kysely';
import { agreeOnApprovals } from './approvals.ts';
import { annasCards, handOutCards, northwindCards, splitForCards } from './cards.ts';
import { averageMonthsBefore, foundNorthwind, hireColleagues } from './company.ts';
import { type DemoChains, liveWithCrypto, startCrypto } from './crypto.ts';
import type { DemoAccount, DemoPayee } from './demo-shapes.ts';
import type { AccountKey, PayeeKey } from './habits.ts';
import { type Phase, planCompany, planHistory } from './history.ts';
import { northwind, northwindPayees } from './northwind.ts';
import { planAhead } from './orders.ts';
import { annasPayees, borisPayees, type DemoPerson, people } from './people.ts';
import { askForMoney } from './requests.ts';
import { type Cast, writePhase } from './write.ts';

const openedMonthsAgo = 26;
const foundedMonthsAgo = 14;
const hourMs = 3_600_000;

export interface SeedOptions {
  readonly log: Log;
  /** Determines amounts and hours. */
  readonly seed: string;
  /** Differences from Calmly's own details. */
  readonly bank?: Parameters<typeof bankOf>[0];
  readonly now?: Date;
  /** Keys that seal the numbers of the demo's cards. */
  readonly secretKeys: readonly Buffer[];
  /** The configured chains, for the seed's transaction. The demo has crypto if all of them are the sandbox's. */
  readonly chainsIn: (database: Pick<Database, 'sql' | 'inTransaction'>) => {
    readonly wallets: WalletTools;
    readonly world: SandboxWorld | undefined;
  };
}

/** Writes the demo unless this database has it; returns whether it did. */
export async function seedSandbox(database: Database, options: SeedOptions): Promise<boolean> {
  const now = options.now ?? new Date();
  return database.inTransaction(async (sql) => {
    // Another server may be writing it, which takes longer than calls may wait.
    await query`set local lock_timeout = '2min'`.execute(sql);
    await query`set local statement_timeout = '2min'`.execute(sql);
    // Planning two years takes a busy machine longer than other transactions may be idle.
    await query`set local idle_in_transaction_session_timeout = '2min'`.execute(sql);
    const { rows } = await query`
      insert into sandbox.seed (name, seeded_at) values ('demo', ${now}) on conflict do nothing returning name
    `.execute(sql);
    if (rows.length === 0) return false;
    await writeDemo(sql, now, options);
    return true;
  });
}

async function writeDemo(
  sql: Sql,
  now: Date,
  { log, seed, secretKeys, chainsIn, ...options }: SeedOptions,
): Promise<void> {
  const bank = bankOf(options.bank);
  const workAt = (at: Date): Work => ({
    sql,
    now: at,
    actor: { kind: 'system', name: 'sandbox' },
    newId: () => newId(at.getTime()),
    log,
  });
  const opening = workAt(averageMonthsBefore(now, openedMonthsAgo));
  const anna = await openClient(opening, bank, 'anna', people.anna);
  const boris = await openClient(opening, bank, 'boris', people.boris);
  const founding = workAt(averageMonthsBefore(now, foundedMonthsAgo));
  const company = await foundNorthwind({ ...founding, actor: boris.actor }, boris.actor);
  const companyAccounts = await openDemoAccounts(founding, bank, company, 'northwind', northwind.accounts);
  const hired = await hireColleagues(workAt, company, now);

  const payees = new Map<PayeeKey, string>();
  const add = async (
    actor: ClientActor,
    prefix: 'anna' | 'boris' | 'northwind',
    list: Readonly<Record<string, DemoPayee>>,
  ) => {
    const additions = Object.entries(list).map(([key, { monthsAgo, input, trusted = false }]) => {
      const at = averageMonthsBefore(now, monthsAgo);
      const id = newId(at.getTime());
      payees.set(`${prefix}.${key}` as PayeeKey, id);
      return { id, input, at, trusted, incomplete: true as const };
    });
    await addBeneficiaries(sql, actor.clientId, bank, additions);
  };
  await add(anna.actor, 'anna', { ...annasPayees, boris: insidePayee(people.boris, boris.mainIban) });
  await add(boris.actor, 'boris', { ...borisPayees, anna: insidePayee(people.anna, anna.mainIban) });
  await add(company, 'northwind', northwindPayees);

  const cast: Cast = {
    bank,
    accounts: new Map([...anna.accounts, ...boris.accounts, ...companyAccounts]),
    payees,
    actors: new Map([
      ['anna', anna.actor],
      ['boris', boris.actor],
      ['northwind', company],
    ]),
    prices: createSandboxPrices(seed),
  };
  const asked = await askForMoney(workAt, anna.actor, cast.accounts, now);
  const work: Work = { ...workAt(now), newId: () => newId() };
  const write = async (phases: readonly Phase[]) => {
    for (const phase of phases) await writePhase(work, cast, phase);
  };
  const accountOf = (key: AccountKey) => cast.accounts.get(key)?.number ?? '';
  const ofPeople = splitForCards(planHistory(seed, now, asked), now);
  await write(ofPeople.before);
  await handOutCards(workAt(ofPeople.at), { bank, secretKeys }, anna.actor, {
    cards: annasCards,
    account: accountOf('anna.everyday'),
    holders: { anna: holderOf(anna.actor) },
  });
  const chains = demoChains(sql, chainsIn);
  const crypto = chains && { workAt, chains, anna: anna.actor };
  if (crypto)
    await startCrypto(crypto, {
      at: new Date(ofPeople.at.getTime() + hourMs),
      account: accountOf('anna.savings'),
    });
  await write(ofPeople.after);
  if (crypto) await liveWithCrypto(crypto, now, seed);
  const ofCompany = splitForCards(planCompany(seed, now), now);
  await write(ofCompany.before);
  await handOutCards(workAt(ofCompany.at), { bank, secretKeys }, company, {
    cards: northwindCards,
    account: accountOf('northwind.operating'),
    holders: { boris: holderOf(boris.actor), ...hired },
  });
  await write(ofCompany.after);
  await agreeOnApprovals(work, cast, company);
  await planAhead(workAt, anna.actor, { ...cast, accounts: anna.accounts }, now);
  for (const [key, payee] of Object.entries<DemoPayee>(annasPayees))
    if (payee.deleted)
      await deleteBeneficiary(work, anna.actor, dependingOrders, {
        id: payees.get(`anna.${key}` as PayeeKey) ?? '',
      });
}

/** Undefined if a chain is real, which must not contain anything of the demo. */
function demoChains(sql: Sql, chainsIn: SeedOptions['chainsIn']): DemoChains | undefined {
  const { wallets, world } = chainsIn({ sql, inTransaction: (run) => run(sql) });
  return world?.networks.length === networks.length ? { wallets, world } : undefined;
}

const holderOf = ({ personId, personName: name }: ClientActor) => ({ personId, name });

/** A person with profile, accepted terms and accounts. */
async function openClient(work: Work, bank: Bank, key: keyof typeof people, person: DemoPerson) {
  const { personId, clientId } = await createPersonClient(work, person.profile);
  const { firstName, lastName } = person.profile;
  const actor: ClientActor = {
    kind: 'client',
    personId,
    clientId,
    sessionId: '',
    displayName: `${firstName} ${lastName}`,
    personName: `${firstName} ${lastName}`,
    state: 'ACTIVE',
    role: 'INDIVIDUAL',
    termsAccepted: true,
    rights: allRights,
    isStale: false,
  };
  const accounts = await openDemoAccounts(work, bank, actor, key, person.accounts);
  return { actor, accounts, mainIban: [...accounts.values()][0]?.iban ?? '' };
}

/** Opens the accounts of a client, by the keys used in the history. */
async function openDemoAccounts(
  work: Work,
  bank: Bank,
  { clientId }: ClientActor,
  holder: keyof typeof people | 'northwind',
  accounts: Readonly<Record<string, DemoAccount>>,
) {
  const openings = Object.entries(accounts);
  const opened = await openAccounts(
    work,
    bank,
    openings.map(([, account]) => ({ clientId, ...account })),
  );
  return new Map(
    opened.map((account, index) => [`${holder}.${openings[index]?.[0]}` as AccountKey, account] as const),
  );
}

/** One of the demo's people as the payee of another. */
function insidePayee({ profile }: DemoPerson, iban: string): DemoPayee {
  const { firstName, lastName, residence, addressTown } = profile;
  return {
    monthsAgo: 25,
    input: {
      legalStatus: 'INDIVIDUAL',
      firstName,
      lastName,
      country: residence ?? '',
      town: addressTown ?? '',
      bankDetails: [{ iban, currency: 'EUR' }],
    },
  };
}
