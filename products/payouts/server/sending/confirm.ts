/**
 * What a payout comes to, and its confirmation: the code covers its version (and with it every row), its totals and the versions of all payees
 * that it pays. The sums are held in the same transaction; from then on the rows no longer change. New payees are saved as their rows are paid.
 *
 * Where the company's rules ask for it, the payout first waits for approval (`approval.ts`).
 *
 * Errors: `payout_state`, `payout_changed`, `payout_faulty`, `payout_empty`, `payout_names_pending`, `payout_warnings`,
 * `beneficiary_right_missing`, `payout_file_repeated`, `insufficient_funds`; code and cooling-off as for any payment.
 */
import { createHash } from 'node:crypto';
import type {
  confirmPayout,
  EndpointInput,
  PayoutFinding,
  PayoutPreview,
  PayoutWarning,
  SentForApproval,
} from '@calmly/contract';
import { holdsRight } from '@calmly/contract';
import { displayAmount, formatDecimal, latestPayOn, longDate, payoutAheadYears } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import type { Database } from '@calmly/platform/database.ts';
import { formatMessage } from '@calmly/platform/http/calls/messages.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { listAccountsOf } from '../../../accounts/server/accounts/index.ts';
import { countTowardsDay, needOfAll, openApproval, voidApprovals } from '../../../approvals/server/index.ts';
import { requireCode } from '../../../identity/server/index.ts';
import { balances, reserve } from '../../../ledger/server/index.ts';
import { holdBeneficiaries } from '../../../payees/server/index.ts';
import { allowanceShare } from '../../../payments/server/payments/index.ts';
import { deleteRepairs } from '../editing/repair-store.ts';
import { refusePaidFile, requireLocked, requirePayout } from '../service.ts';
import { type StoredPayout, updatePayout } from '../store.ts';
import { toRemark } from '../view.ts';
import * as store from './sending-store.ts';
import { lockConfirmations } from './warning-store.ts';
import { findWarnings, keepWarnings, type PayableWarnings, requireAcknowledged } from './warnings.ts';

export const payTask = 'payouts_pay';

/** `GET /masspayout/{id}/preview`. */
export async function previewPayout(
  work: Work,
  actor: ClientActor,
  database: Database,
  id: string,
): Promise<PayoutPreview> {
  const { sql } = work;
  const { clientId } = actor;
  const payout = await requirePayout(sql, actor, id);
  const isRead = payout.status !== 'READING';
  const warned = payout.status === 'DRAFT' ? await findWarnings(work, payout) : undefined;
  if (warned && warned.stale.length > 0) await keepWarnings(work, database, payout, warned);
  const funding = isRead ? await store.sumFunding(sql, id) : [];
  const accounts = new Map((await listAccountsOf(sql, clientId)).map((account) => [account.id, account]));
  const available = await balances(
    sql,
    funding.map(({ debtorAccountId }) => debtorAccountId),
  );
  const { payees, newPayees, strangers } = isRead
    ? await store.countPayees(sql, id)
    : { payees: 0, newPayees: 0, strangers: 0 };
  return {
    version: payout.version,
    funding: funding.flatMap(({ debtorAccountId, currency, rows, amountMinor, feeMinor, debitedMinor }) => {
      const account = accounts.get(debtorAccountId);
      const freeMinor = available.get(debtorAccountId)?.availableMinor ?? 0n;
      return account
        ? {
            accountId: account.id,
            accountName: account.name,
            accountNumber: account.number,
            currency,
            rows,
            amount: formatDecimal(amountMinor, currency),
            fees: formatDecimal(feeMinor, currency),
            total: formatDecimal(debitedMinor, currency),
            available: formatDecimal(freeMinor, currency),
            balanceAfter: formatDecimal(freeMinor - debitedMinor, currency),
          }
        : [];
    }),
    leftOut: payout.summary.faulty,
    payees,
    newPayees,
    uncomparedNames: warned?.uncompared ?? 0,
    needsApproval: (await needOfAll(sql, questionsOf(work, actor, funding, strangers))) !== undefined,
    warnings: [...(warned?.findings ?? [])],
    examples: warned ? toExamples(work, warned) : [],
  };
}

/** The first rows of each serious warning, with its sentence in the reader's language. */
export const toExamples = ({ request }: Work, { examples }: PayableWarnings): PayoutPreview['examples'] =>
  examples.map(({ row, remark }) => ({
    code: remark.code as PayoutWarning,
    position: row.position,
    name: row.name,
    account: row.account,
    amount: formatDecimal(row.amountMinor, row.currency),
    currency: row.currency,
    message: toRemark(remark, request?.locale ?? 'en').message,
  }));

async function requireUnpaidFile(work: Work, payout: StoredPayout, isAllowed: boolean): Promise<void> {
  if (payout.sha256 !== null && !isAllowed) await refusePaidFile(work, payout, payout.sha256);
}

type ConfirmInput = EndpointInput<typeof confirmPayout>['body'];

/** `POST /masspayout/{id}/confirm`. */
export async function confirm(
  work: Work,
  actor: ClientActor,
  id: string,
  {
    version,
    mode,
    payOn,
    allowRepeat = false,
    skipNameCheck = false,
    acknowledgedWarnings = [],
  }: ConfirmInput,
): Promise<StoredPayout | SentForApproval> {
  const { sql, now } = work;
  const payout = await requireLocked(sql, actor, id, { statuses: ['DRAFT'], version });
  const { rows, faulty } = payout.summary;
  if (rows === faulty) throw new Problem('payout_empty');
  if (mode === 'ALL' && faulty > 0) throw new Problem('payout_faulty', { params: { count: faulty } });
  if (payOn !== null) requireDay(payOn, await businessDay(work));
  const repeatAllowed = payout.repeatAllowed || allowRepeat;
  await lockConfirmations(sql, actor.clientId);
  await requireUnpaidFile(work, payout, repeatAllowed);

  const funding = await store.sumFunding(sql, id);
  const { payees, newPayees, strangers } = await store.countPayees(sql, id);
  if (strangers > 0 && !holdsRight(actor, 'can_create_benef')) throw new Problem('beneficiary_right_missing');
  const warned = await findWarnings(work, payout);
  const { uncompared } = warned;
  if (uncompared > 0 && !skipNameCheck)
    throw new Problem('payout_names_pending', { params: { count: uncompared } });
  const serious = requireAcknowledged(warned, acknowledgedWarnings);
  const questions = questionsOf(work, actor, funding, strangers);
  const need = await needOfAll(sql, questions);
  const content = await contentOf(sql, actor.clientId, id, funding);
  if (!need) await requireFunds(sql, funding);
  const confirmed = await requireCode(work, {
    money: outflowsOf(funding, now),
    summary: summaryOf(payout, funding, payees, payOn),
    snapshot: JSON.stringify([version, mode, payOn, skipNameCheck, content, warned.digest]),
  });
  await countTowardsDay(sql, questions);
  // Payees that wait for a separate approval are saved with the payout now.
  await voidApprovals(work, { subjectId: id });
  await deleteRepairs(sql, id);
  await audit(work, {
    action: 'payout.confirmed',
    details: {
      number: payout.number,
      rows: rows - faulty,
      ...(serious.length > 0 && { acknowledged: listed(serious) }),
      ...(uncompared > 0 && { uncompared }),
    },
  });
  const changed = await updatePayout(sql, id, now, {
    status: need ? 'WAITING' : 'PAYING',
    mode,
    payOn,
    confirmedBy: actor.personId,
    confirmedAt: confirmed.at,
    coolingOffKept: confirmed.coolingOffKept,
    repeatAllowed,
    version: version + 1,
  });
  if (!need) return begin(work, changed, funding);
  await publish(sql, actor.clientId, { topic: 'payouts', ids: [id] });
  const { number, name } = payout;
  const [single, ...others] = funding;
  return openApproval(
    work,
    {
      kind: 'payout',
      clientId: actor.clientId,
      subjectId: id,
      content,
      ...(single &&
        others.length === 0 && { money: { amountMinor: single.amountMinor, currency: single.currency } }),
      facts: {
        number,
        // Approvers decide by the figures, even if they may not see the rows.
        name: payout.confidential ? number : name,
        ...(payout.confidential && { confidential: 'true' }),
        rows: `${rows - faulty}`,
        payees: `${payees}`,
        ...(newPayees > 0 && { newPayees: `${newPayees}` }),
        amounts: funding
          .map(({ amountMinor, currency }) => `${formatDecimal(amountMinor, currency)} ${currency}`)
          .join(', '),
        ...(payOn !== null && { payOn }),
        ...(warned.findings.length > 0 && { warned: listed(warned.findings) }),
      },
      warnings: [...new Set(warned.findings.map(({ code }) => code as PayoutWarning))],
    },
    need,
  );
}

/** Each warning with the number of its rows: `paid_before 2, first_payment 3`. */
function listed(findings: readonly PayoutFinding[]): string {
  const rows = new Map<string, number>();
  for (const { code, rows: more } of findings) rows.set(code, (rows.get(code) ?? 0) + more);
  return [...rows].map(([code, count]) => `${code} ${count}`).join(', ');
}

/** As for the day of a row, because its money is held until then. */
function requireDay(payOn: string, today: string): void {
  if (payOn < today) throw badFields({ field: 'payOn', code: 'date_past' });
  if (payOn > latestPayOn(today))
    throw badFields({ field: 'payOn', code: 'schedule_too_far', params: { years: payoutAheadYears } });
}

/** The questions for the company's rules: one payment of each account's sum. */
const questionsOf = (
  work: Work,
  { clientId }: ClientActor,
  funding: readonly store.Funding[],
  strangers: number,
) =>
  funding.map(({ amountMinor, currency }) => ({
    work,
    question: {
      kind: 'payment',
      clientId,
      money: { amountMinor, currency },
      newPayee: strangers > 0,
    } as const,
  }));

/** Payees are not examined individually: during cooling-off, the whole payout counts as paid to new payees. */
export const outflowsOf = (funding: readonly store.Funding[], knownSince: Date) =>
  funding.map(({ debitedMinor, currency }) => ({
    knownSince,
    worthMinor: allowanceShare(debitedMinor, currency),
  }));

/** The content of the consent besides the rows, which can no longer change: the figures, and the payees in their current versions. */
export async function contentOf(sql: Sql, clientId: string, id: string, funding: readonly store.Funding[]) {
  return { figures: figuresOf(funding), payees: await payeesHash(sql, clientId, id) };
}

/** Holds the money and has the rows paid: the payout is locked, and the rows are unchanged since the confirmation. */
export async function begin(
  work: Work,
  payout: StoredPayout,
  funding: readonly store.Funding[],
): Promise<StoredPayout> {
  const { sql, now } = work;
  const { id, clientId } = payout;
  await holdMoney(work, payout, funding);
  const { nextOn } = await store.readUnpaid(sql, payout);
  const waits = nextOn !== null && nextOn > (await businessDay(work));
  const of = funding.reduce((sum, { rows }) => sum + rows, 0);
  const begun = await updatePayout(sql, id, now, {
    status: waits ? 'SCHEDULED' : 'PAYING',
    progress: { step: 'paying', done: 0, of, ...(waits && { nextOn }) },
  });
  await addJobs(sql, [{ task: payTask, payload: id, key: `${payTask} ${id}` }]);
  await publish(sql, clientId, { topic: 'payouts', ids: [id] });
  await publish(sql, clientId, { topic: 'accounts' });
  return begun;
}

const figuresOf = (funding: readonly store.Funding[]) =>
  funding.map(({ debtorAccountId, currency, rows, debitedMinor }) => [
    debtorAccountId,
    currency,
    rows,
    `${debitedMinor}`,
  ]);

/** The saved payees in their current versions, locked until the transaction ends. */
async function payeesHash(sql: Sql, clientId: string, payoutId: string): Promise<string> {
  const ids = await store.listPayeeIds(sql, payoutId);
  const versions = await holdBeneficiaries(
    sql,
    ids.map((id) => ({ clientId, id })),
    'all',
  );
  return hashPayees(ids, (id) => versions.get(id) ?? 0);
}

/** Payees by id in these versions; 0 for a deleted one. */
export function hashPayees(ids: readonly string[], versionOf: (id: string) => number): string {
  const hash = createHash('sha256');
  for (const id of ids) hash.update(`${id} ${versionOf(id)}\n`);
  return hash.digest('hex');
}

const counted = {
  row: {
    en: '{count, plural, one {# row} other {# rows}}',
    ru: '{count, plural, one {# строка} few {# строки} many {# строк} other {# строки}}',
  },
  account: {
    en: '{count, plural, one {# account} other {# accounts}}',
    ru: '{count, plural, one {# счёт} few {# счёта} many {# счетов} other {# счёта}}',
  },
} as const;

const plural = (count: number, what: keyof typeof counted, locale: 'en' | 'ru'): string =>
  formatMessage(counted[what][locale], { count }, locale);

function summaryOf(
  { number }: StoredPayout,
  funding: readonly store.Funding[],
  payees: number,
  payOn: string | null,
) {
  // The debits, as shown on the page and its button.
  const totals = funding.map(({ debitedMinor, currency }) => displayAmount(debitedMinor, currency).text);
  const hasFees = funding.some(({ feeMinor }) => feeMinor > 0n);
  const paid = {
    en: `${totals.join(', ')}${hasFees ? ' with fees' : ''}`,
    ru: `${totals.join(', ')}${hasFees ? ' с комиссией' : ''}`,
  };
  const rows = funding.reduce((sum, each) => sum + each.rows, 0);
  return {
    en: `Pay ${plural(rows, 'row', 'en')} of payout ${number}${payOn === null ? '' : ` on ${longDate(payOn, 'en')}`}: ${paid.en} to ${plural(payees, 'account', 'en')}`,
    ru: `Оплатить выплату ${number}${payOn === null ? '' : `, дата исполнения ${longDate(payOn, 'ru')}`}: ${paid.ru}, ${plural(rows, 'row', 'ru')} на ${plural(payees, 'account', 'ru')}`,
  };
}

/** One reservation for each account. */
async function holdMoney(work: Work, { id }: StoredPayout, funding: readonly store.Funding[]): Promise<void> {
  const holds = funding.map(({ debtorAccountId, currency, debitedMinor }) => ({
    debtorAccountId,
    currency,
    amountMinor: debitedMinor,
    reservationId: work.newId(),
  }));
  const verdicts = await reserve(
    work.sql,
    holds.map(({ debtorAccountId: accountId, amountMinor, reservationId }) => ({
      id: reservationId,
      accountId,
      amountMinor,
    })),
  );
  const short = holds[verdicts.findIndex(({ ok }) => !ok)];
  if (short) throw await shortOf(work.sql, short);
  await store.insertHolds(work.sql, id, holds);
}

/** Checked before a code is requested; a payout that needs approval holds its money once it is approved. */
async function requireFunds(sql: Sql, funding: readonly store.Funding[]): Promise<void> {
  const found = await balances(
    sql,
    funding.map(({ debtorAccountId }) => debtorAccountId),
  );
  const short = funding.find(
    ({ debtorAccountId, debitedMinor }) => (found.get(debtorAccountId)?.availableMinor ?? 0n) < debitedMinor,
  );
  if (short) throw await shortOf(sql, { ...short, amountMinor: short.debitedMinor });
}

async function shortOf(
  sql: Sql,
  { debtorAccountId, currency, amountMinor }: Omit<store.Hold, 'reservationId'>,
): Promise<Problem> {
  const available = (await balances(sql, [debtorAccountId])).get(debtorAccountId)?.availableMinor ?? 0n;
  return new Problem('insufficient_funds', {
    params: {
      needed: displayAmount(amountMinor, currency).text,
      available: displayAmount(available, currency).text,
    },
  });
}
