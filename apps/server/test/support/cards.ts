/** Cards with money on them, and messages of the card processor, for tests of card payments. */

import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { expireHolds } from '@calmly/products/cards/server/authorizations/hold-expiry.ts';
import { createCardPayments } from '@calmly/products/cards/server/authorizations/module.ts';
import { newControls, type StoredCard } from '@calmly/products/cards/server/card.ts';
import { insertCard } from '@calmly/products/cards/server/card-store.ts';
import { keepCalendar } from '@calmly/products/cards/server/lifecycle/calendar.ts';
import { balances, bankAccount, openAccounts, post } from '@calmly/products/ledger/server/index.ts';
import type {
  AuthorizationRequest,
  Clearing,
  DisputeNews,
  Expiry,
  IssuerEvent,
  Refund,
  Reversal,
} from '@calmly/providers/issuer/issuer.ts';
import { createSandboxPrices } from '@calmly/providers/price/index.ts';
import { systemWork } from './work.ts';

export interface TestCard {
  readonly card: StoredCard;
  balance(): Promise<{ readonly posted: bigint; readonly reserved: bigint }>;
}

/** A virtual card with all uses allowed. */
export const plainCard = {
  kind: 'VIRTUAL',
  status: 'ACTIVE',
  version: 1,
  name: 'Travel',
  nameOnCard: 'ANNA TAMM',
  design: 'ink',
  currency: 'EUR',
  lastFour: '4471',
  expiresOn: '2099-12-31',
  validUntil: null,
  isSingleUse: false,
  controls: newControls,
  blockedAt: null,
  blockedBy: null,
  lock: null,
  pinTries: 0,
  replaces: null,
  atProcessor: false,
  closedAt: null,
} as const satisfies Partial<StoredCard>;

/** Inserts a card with this balance into the database. */
export async function addCard(
  database: Database,
  owner: { readonly clientId: string; readonly holderId: string },
  { fundedMinor = 10_000n, ...more }: Partial<StoredCard> & { readonly fundedMinor?: bigint } = {},
): Promise<TestCard> {
  const at = new Date();
  const ids = { id: newId(), accountId: newId() };
  const card: StoredCard = { ...plainCard, ...ids, createdAt: at, updatedAt: at, ...owner, ...more };
  const { accountId, clientId, currency } = card;
  await database.inTransaction(async (sql) => {
    await openAccounts(sql, [{ id: accountId, kind: 'card', currency, clientId, allowNegative: false }]);
    await insertCard(sql, card);
    await addMoney(database, accountId, fundedMinor, sql);
  });
  return {
    card,
    async balance() {
      const found = (await balances(database.sql, [accountId])).get(accountId);
      if (!found) throw new Error('the account of the card is not in the ledger');
      return { posted: found.postedMinor, reserved: found.reservedMinor };
    },
  };
}

/** Money on a card, as after a top-up. */
export async function addMoney(
  { sql: outside }: Pick<Database, 'sql'>,
  accountId: string,
  amountMinor: bigint,
  sql = outside,
): Promise<void> {
  if (amountMinor === 0n) return;
  const [verdict] = await post(sql, [
    {
      id: newId(),
      debitAccountId: await bankAccount(sql, 'nostro', 'EUR'),
      creditAccountId: accountId,
      amountMinor,
      code: 'own',
      at: new Date(),
    },
  ]);
  if (!verdict?.ok) throw new Error(`the card got no money: ${verdict?.reason}`);
}

const grocer = { name: 'Rimi', city: 'Tallinn', country: 'EE', mcc: '5411' };

/** Messages about one payment; the amount is in euro by default. */
export function paymentWith({ id: cardId }: Pick<StoredCard, 'id'>, reference: string = newId()) {
  const message = () =>
    ({ id: newId(), reference, cardId, currency: 'EUR', merchant: grocer, channel: 'CHIP' }) as const;
  const checks = { securityCode: 'absent', expiry: 'absent', pin: 'absent' } as const;
  return {
    reference,
    ask: (amount: string, more: Partial<AuthorizationRequest> = {}): AuthorizationRequest => ({
      ...message(),
      kind: 'authorization',
      amount,
      checks,
      ...more,
    }),
    clear: (amount: string, more: Partial<Clearing> = {}): Clearing => ({
      ...message(),
      kind: 'clearing',
      amount,
      isFinal: true,
      ...more,
    }),
    reverse: (cardAmount?: string): Reversal => ({ ...message(), kind: 'reversal', cardAmount }),
    refund: (amount: string, more: Partial<Refund> = {}): Refund => ({
      ...message(),
      kind: 'refund',
      amount,
      ...more,
    }),
    expire: (): Expiry => ({ ...message(), kind: 'expiry' }),
  };
}

/** The processor: each message is a separate call, now or in the past. */
export function processorOf(database: Database, at?: Date) {
  const { sink } = createCardPayments(database, createSandboxPrices('tests'));
  const workOf = (sql: Sql): Work =>
    at ? { ...systemWork(sql), now: at, newId: () => newId(at.getTime()) } : systemWork(sql);
  return {
    decide: (request: AuthorizationRequest) =>
      database.inTransaction((sql) => sink.decide(workOf(sql), request)),
    take: (event: IssuerEvent | DisputeNews) =>
      database.inTransaction((sql) => sink.take(workOf(sql), event)),
  };
}

/** Runs the check of the cards' calendar, like its job. */
export const lookAtCards = ({ database }: { readonly database: Database }) =>
  keepCalendar(database).outside(systemWork(database.sql), {});

/** Releases expired holds, like the job. */
export const freeHolds = ({ database }: { readonly database: Database }) =>
  expireHolds(database).outside(systemWork(database.sql), {});
