/** The demo company's policy and waiting requests: payments that Clara and Boris requested. */
import type { PaymentRule, PolicyRules } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { adoptPolicy } from '@calmly/products/approvals/server/index.ts';
import { findColleagues } from '@calmly/products/identity/server/index.ts';
import { submitPayments } from '@calmly/products/payments/server/payments/index.ts';
import { createSandboxScreening } from '@calmly/providers/screening/sandbox.ts';
import type { AccountKey, PayeeKey } from './habits.ts';
import { colleagues } from './northwind.ts';
import { type Cast, pastRail } from './write.ts';

const minuteMs = 60_000;

/** Above 1,000 € any administrator; above 20,000 € Boris and then Maria; all of a day together count too. */
const rules = (borisId: string, mariaId: string): PolicyRules => {
  const rule: Pick<PaymentRule, 'requesterIds' | 'currency'> = { requesterIds: [], currency: 'EUR' };
  const anyBoss = [{ personIds: [] }];
  return {
    paymentRules: [
      { ...rule, above: '1000.00', measure: 'PAYMENT', steps: anyBoss },
      {
        ...rule,
        above: '20000.00',
        measure: 'PAYMENT',
        steps: [{ personIds: [borisId] }, { personIds: [mariaId] }],
      },
      { ...rule, above: '5000.00', measure: 'DAY', steps: anyBoss },
    ],
    payeeSteps: anyBoss,
    cardSteps: [],
    peopleSteps: anyBoss,
    policySteps: anyBoss,
    standIns: [],
    expiryDays: 7,
  };
};

interface WaitingPayment {
  readonly by: 'boris' | 'clara';
  readonly minutesAgo: number;
  readonly from: AccountKey;
  readonly to: PayeeKey;
  readonly amount: string;
  readonly reference: string;
}

const waiting: readonly WaitingPayment[] = [
  {
    by: 'clara',
    minutesAgo: 1_240,
    from: 'northwind.operating',
    to: 'northwind.ceramics',
    amount: '21400.00',
    reference: 'Order 2214, spring collection',
  },
  {
    by: 'clara',
    minutesAgo: 310,
    from: 'northwind.operating',
    to: 'northwind.photographer',
    amount: '1850.00',
    reference: 'Invoice 118, catalogue',
  },
  {
    by: 'boris',
    minutesAgo: 45,
    from: 'northwind.operating',
    to: 'northwind.lamps',
    amount: '3260.00',
    reference: 'Invoice VS-907',
  },
];

/** Puts the policy in force and requests the payments; `boss` is Boris acting for the company. */
export async function agreeOnApprovals(work: Work, cast: Cast, boss: ClientActor): Promise<void> {
  const { clientId, personId: borisId } = boss;
  const people = await findColleagues(work.sql, [clientId]);
  const idOf = (who: keyof typeof colleagues) => {
    const name = `${colleagues[who].firstName} ${colleagues[who].lastName}`;
    const found = people.find((person) => person.name === name);
    if (!found) throw new Error(`seed: ${name} does not work here`);
    return found.personId;
  };
  const boris = people.find(({ personId }) => personId === borisId);
  await adoptPolicy(
    { ...work, actor: boss },
    clientId,
    { version: 0, after: rules(borisId, idOf('maria')) },
    { personId: borisId, name: boris?.name ?? '' },
  );
  const actors = {
    boris: boss,
    clara: { ...boss, personId: idOf('clara'), rights: colleagues.clara.rights },
  };
  for (const payment of waiting) await ask(work, cast, actors[payment.by], payment);
}

async function ask(work: Work, cast: Cast, actor: ClientActor, payment: WaitingPayment): Promise<void> {
  const { minutesAgo, from, to, amount, reference } = payment;
  const at = new Date(work.now.getTime() - minutesAgo * minuteMs);
  const asking: Work = { ...work, actor, now: at, newId: () => newId(at.getTime()) };
  const command = {
    clientId: actor.clientId,
    debtorAccount: cast.accounts.get(from)?.number ?? '',
    beneficiaryId: cast.payees.get(to) ?? '',
    amount,
    reference,
    chargeBearer: 'SHA' as const,
    confirmed: { at, coolingOffKept: true },
  };
  const screening = createSandboxScreening({ paymentsPerHour: 0 });
  const [verdict] = await submitPayments({ bank: cast.bank, screening, rail: pastRail }, work.sql, [
    { work: asking, command },
  ]);
  if (!verdict?.ok) throw new Error(`seed: ${reference} was refused`, { cause: verdict?.error });
}
