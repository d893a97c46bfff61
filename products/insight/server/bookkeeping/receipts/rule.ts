/**
 * Which outgoing payments of a client need receipts: executed payments to others, by bank or card, above an amount, from a day on. Cards have
 * additional requirements (`products/cards/server/receipts`).
 * Errors: `invalid_request` (above: amount_precision), `receipt_rules_changed`.
 */
import type { ReceiptRule, ReceiptRuleInput } from '@calmly/contract';
import { convertAtReference, currencies, formatDecimal, parseDecimal } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { requireUnchanged } from '@calmly/platform/edits.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields } from '@calmly/platform/problem.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';
import { type RawBuilder, sql } from 'kysely';
import { findLacking, type ReceiptNeeds } from '../../../../accounts/server/transactions/index.ts';
import { missingReceiptIds } from '../../../../cards/server/index.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import { deleteRule, findRule, lockRule, type StoredRule, writeRule } from './rule-store.ts';

const ruleCurrency = 'EUR';
/** To others, by bank or card. */
const schemes = ['SEPA', 'SEPA_INSTANT', 'SWIFT', 'INTERNAL', 'CARD'];

/** `GET /bookkeeping/receipts`. */
export async function readReceiptRule(db: Sql, clientId: string): Promise<ReceiptRule> {
  const rule = await findRule(db, clientId);
  return rule
    ? { above: formatDecimal(rule.aboveMinor, ruleCurrency), from: rule.from }
    : { above: null, from: null };
}

/** `PUT /bookkeeping/receipts`. Without a day the rule starts today. */
export async function changeReceiptRule(
  work: Work,
  { above, from, before }: ReceiptRuleInput,
): Promise<ReceiptRule> {
  const { clientId } = requireClientActor(work);
  const { sql: db } = work;
  await lockRule(db, clientId);
  requireUnchanged(before, await readReceiptRule(db, clientId), 'receipt_rules_changed');
  if (above === null) await deleteRule(db, clientId);
  else {
    const aboveMinor = parseDecimal(above, ruleCurrency);
    if (aboveMinor === undefined)
      throw badFields({
        field: 'above',
        code: 'amount_precision',
        params: { currency: ruleCurrency, digits: currencies[ruleCurrency].exponent },
      });
    await writeRule(db, clientId, { aboveMinor, from: from ?? (await businessDay(work)) });
  }
  const rule = await readReceiptRule(db, clientId);
  await audit(work, {
    action: 'bookkeeping.receipts_changed',
    details: { above: rule.above ?? 'NONE', from: rule.from },
  });
  await publish(db, clientId, { topic: 'payments', ids: [] });
  return rule;
}

/** The condition on a transaction (unqualified columns): the client needs a receipt for it. */
export const needsReceipt =
  (prices: PriceProvider) =>
  async (work: Pick<Work, 'sql' | 'now'>, clientId: string): Promise<RawBuilder<unknown>> => {
    const byCards = sql`id = any(array(${missingReceiptIds(clientId)}))`;
    const rule = await findRule(work.sql, clientId);
    if (!rule) return byCards;
    return sql`(${byCards} or (
      status = 'EXECUTED' and scheme = any(${schemes}::text[]) and created_at >= ${rule.from}::date
      and ${await isAbove(work, prices, rule)}))`;
  };

/** Compares in the payment's currency, at the day's reference rates. */
async function isAbove(
  { now }: Pick<Work, 'now'>,
  prices: PriceProvider,
  { aboveMinor }: StoredRule,
): Promise<RawBuilder<unknown>> {
  const { rates } = await prices.referenceRates(now);
  const limits = Object.values(currencies).flatMap(({ code, kind }): RawBuilder<unknown>[] => {
    const minor = kind === 'fiat' ? convertAtReference(aboveMinor, ruleCurrency, code, rates) : undefined;
    return minor === undefined
      ? []
      : [sql`(currency = ${code} and amount_minor > ${minor.toString()}::numeric)`];
  });
  return sql`(${sql.join(limits, sql` or `)})`;
}

/** The receipts that cards require, and those that the client's rule requires in addition. */
export const receiptNeeds = (cards: ReceiptNeeds, prices: PriceProvider): ReceiptNeeds => ({
  async missing(work, transaction) {
    const byCard = await cards.missing(work, transaction);
    if (byCard) return byCard;
    const { id, clientId } = transaction;
    const lacking = await findLacking(work.sql, [id], await needsReceipt(prices)(work, clientId));
    return lacking.has(id) ? { dueOn: null, isOverdue: false } : undefined;
  },
  counted: cards.counted,
});
