/**
 * Anna's requests for money: one paid, one partly paid, one overdue and one open. Two are settled by credits of the history that quote
 * their references; the module's jobs do this as soon as the sandbox runs.
 */

import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { createRequest } from '@calmly/products/payments/server/requests/index.ts';
import type { AccountKey } from './habits.ts';
import type { PlannedCredit } from './history.ts';
import { payers } from './people.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

interface Demand {
  readonly account: AccountKey;
  readonly amount: string;
  readonly payerName: string;
  readonly details: string;
  readonly askedDaysAgo: number;
  /** Days from now; before now when negative. */
  readonly dueInDays: number;
  readonly paid?: Pick<PlannedCredit, 'amountMinor' | 'from'> & { readonly hoursAgo: number };
}

const demands: readonly Demand[] = [
  {
    account: 'anna.everyday',
    amount: '240.00',
    payerName: 'Kertu Saar',
    details: 'Cabin in July, her half',
    askedDaysAgo: 24,
    dueInDays: -2,
    paid: { hoursAgo: 82, amountMinor: 24_000n, from: payers.friend },
  },
  {
    account: 'anna.everyday',
    amount: '960.00',
    payerName: 'Nordlys Forlag AS',
    details: 'Editing, chapters 1 to 6',
    askedDaysAgo: 17,
    dueInDays: 12,
    paid: { hoursAgo: 78, amountMinor: 40_000n, from: payers.nordlys },
  },
  {
    account: 'anna.everyday',
    amount: '150.00',
    payerName: 'Tiit Mägi',
    details: 'The old bicycle, as agreed',
    askedDaysAgo: 20,
    dueInDays: -6,
  },
  {
    account: 'anna.dollars',
    amount: '1850.00',
    payerName: payers.studio.name,
    details: 'Invoice AL-125',
    askedDaysAgo: 3,
    dueInDays: 18,
  },
];

/** Writes the requests, each at its time, and returns the credits that will settle two of them. */
export async function askForMoney(
  workAt: (at: Date) => Work,
  actor: ClientActor,
  accounts: ReadonlyMap<AccountKey, { readonly number: string }>,
  now: Date,
): Promise<PlannedCredit[]> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const credits: PlannedCredit[] = [];
  for (const { account, askedDaysAgo, dueInDays, paid, ...said } of demands) {
    const { reference } = await createRequest(workAt(before(askedDaysAgo * dayMs)), actor, {
      ...said,
      creditorAccount: accounts.get(account)?.number ?? '',
      dueOn: before(-dueInDays * dayMs)
        .toISOString()
        .slice(0, 10),
      documentIds: [],
    });
    if (!paid) continue;
    const { hoursAgo, ...money } = paid;
    credits.push({ ...money, at: before(hoursAgo * hourMs), to: account, reference });
  }
  return credits;
}
