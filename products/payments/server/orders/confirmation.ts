/** The code of a standing order: it names payee, amount and dates, and is valid for exactly what would be paid now. */
import { displayAmount, type Frequency, longDate, type Schedule, shortIban } from '@calmly/domain';
import type { Work } from '@calmly/platform/work.ts';
import { type Confirmed, requireCode } from '../../../identity/server/index.ts';
import { futureOutflows, type PaymentPlan } from '../payments/index.ts';

const every: Readonly<Record<'en' | 'ru', Record<Exclude<Frequency, 'ONCE'>, string>>> = {
  en: {
    WEEKLY: 'every week',
    BIWEEKLY: 'every two weeks',
    MONTHLY: 'every month',
    QUARTERLY: 'every three months',
    YEARLY: 'every year',
  },
  ru: {
    WEEKLY: 'каждую неделю',
    BIWEEKLY: 'каждые две недели',
    MONTHLY: 'каждый месяц',
    QUARTERLY: 'каждые три месяца',
    YEARLY: 'каждый год',
  },
};

/**
 * Continues only with a code, except between own accounts, where no money leaves the client. `orderedSince` is when a changed order was
 * created: a payee who is not a beneficiary is known since then.
 */
export async function confirmOrder(
  work: Work,
  plan: PaymentPlan,
  schedule: Schedule,
  dueOn: string,
  { clientId, orderedSince = work.now }: { readonly clientId: string; readonly orderedSince?: Date },
): Promise<Confirmed> {
  if (plan.scheme === 'OWN') return { at: work.now, coolingOffKept: false };
  const { frequency, startOn, endOn, times, restDays } = schedule;
  const { amountMinor, feeMinor, currency, scheme, chargeBearer, creditor, payee } = plan;
  const amount = displayAmount(amountMinor, currency).text;
  const to = `${creditor.name}, ${shortIban(creditor.account)}`;
  const leaving = { plan, at: work.now, command: { clientId, orderedSince } };
  const count = frequency === 'ONCE' ? 1 : (times ?? 'endless');
  return requireCode(work, {
    money: await futureOutflows(work.sql, { ...leaving, count }),
    summary:
      frequency === 'ONCE'
        ? {
            en: `Pay ${amount} to ${to}, on ${longDate(dueOn, 'en')}`,
            ru: `Перевести ${amount} ${longDate(dueOn, 'ru')} получателю ${to}`,
          }
        : {
            en: `Pay ${amount} ${every.en[frequency]} to ${to}, first on ${longDate(dueOn, 'en')}`,
            ru: `Переводить ${amount} ${every.ru[frequency]} получателю ${to}, первый платёж ${longDate(dueOn, 'ru')}`,
          },
    snapshot: JSON.stringify([
      [`${amountMinor}`, `${feeMinor}`, currency, scheme, chargeBearer],
      [creditor.name, creditor.account, payee?.version ?? 0],
      [frequency, startOn, endOn, times, restDays, dueOn],
    ]),
  });
}
