/**
 * Anna's planned payments: the monthly rent, a tax bill, two templates and an unfinished payment. They start far enough in the future
 * that a sandbox whose calendar is moved by days still shows its initial balances.
 */
import type { TypedForm } from '@calmly/contract';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { keepForm, writeOrder } from '@calmly/products/payments/server/orders/index.ts';
import type { AccountKey, PayeeKey } from './habits.ts';
import type { Cast } from './write.ts';

const dayMs = 86_400_000;
const aheadMs = 40 * dayMs;
const madeDaysAgo = 9;

interface Plan {
  readonly from: AccountKey;
  readonly to: PayeeKey;
  readonly amount: string;
  readonly reference: string;
  readonly frequency: 'ONCE' | 'MONTHLY';
  readonly dayOfMonth: number;
}

const plans: readonly Plan[] = [
  {
    from: 'anna.savings',
    to: 'anna.landlord',
    amount: '890.00',
    reference: 'Rent, Vana-Kalamaja 21-4',
    frequency: 'MONTHLY',
    dayOfMonth: 1,
  },
  {
    from: 'anna.everyday',
    to: 'anna.taxOffice',
    amount: '1284.00',
    reference: 'Income tax, 48903110227',
    frequency: 'ONCE',
    dayOfMonth: 15,
  },
];

interface Kept {
  readonly kind: 'DRAFT' | 'TEMPLATE';
  readonly name: string;
  readonly from: AccountKey;
  readonly to: PayeeKey;
  readonly amount: string;
  readonly reference: string;
}

const forms: readonly Kept[] = [
  {
    kind: 'TEMPLATE',
    name: 'Dinner with Boris',
    from: 'anna.everyday',
    to: 'anna.boris',
    amount: '',
    reference: 'Dinner',
  },
  {
    kind: 'TEMPLATE',
    name: 'Farm box',
    from: 'anna.everyday',
    to: 'anna.farm',
    amount: '45.00',
    reference: 'Farm box',
  },
  {
    kind: 'DRAFT',
    name: 'Сергей Орлов',
    from: 'anna.everyday',
    to: 'anna.photographer',
    amount: '220.00',
    reference: '',
  },
];

/** Writes all of it as if she had done it some days ago. */
export async function planAhead(
  workAt: (at: Date) => Work,
  actor: ClientActor,
  {
    accounts,
    payees,
    bank,
  }: Pick<Cast, 'payees' | 'bank'> & {
    readonly accounts: ReadonlyMap<AccountKey, { readonly id: string; readonly number: string }>;
  },
  now: Date,
): Promise<void> {
  const work: Work = { ...workAt(new Date(now.getTime() - madeDaysAgo * dayMs)), actor };
  for (const { from, to, dayOfMonth, ...plan } of plans)
    await writeOrder(work, bank, actor, {
      ...plan,
      debtorAccount: accounts.get(from)?.number ?? '',
      beneficiaryId: payees.get(to),
      startOn: firstAhead(now, dayOfMonth),
      endOn: null,
      times: null,
      restDays: 'AFTER',
      chargeBearer: 'SHA',
    });
  for (const { kind, name, from, to, ...typed } of forms)
    await keepForm(work, {
      kind,
      name,
      form: {
        ...blank,
        ...typed,
        debtorAccountId: accounts.get(from)?.id ?? '',
        beneficiaryId: payees.get(to) ?? '',
      },
    });
}

const blank: TypedForm = {
  between: 'someone',
  debtorAccountId: '',
  payeeKind: 'beneficiary',
  beneficiaryId: '',
  bankAccount: '',
  clientAccount: '',
  clientName: '',
  creditorAccountId: '',
  amount: '',
  reference: '',
  chargeBearer: 'SHA',
  instant: false,
  purpose: '',
  frequency: 'NOW',
  startOn: '',
  ends: 'NEVER',
  endOn: '',
  times: '',
  restDays: 'AFTER',
};

/** The first such day of a month that is far enough ahead. */
function firstAhead(now: Date, dayOfMonth: number): string {
  const from = new Date(now.getTime() + aheadMs);
  const monthsOn = from.getUTCDate() <= dayOfMonth ? 0 : 1;
  return new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + monthsOn, dayOfMonth))
    .toISOString()
    .slice(0, 10);
}
