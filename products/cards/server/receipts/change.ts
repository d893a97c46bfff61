/**
 * When a client requires receipts of card payments. Errors: `invalid_request` (above: receipt_amount, amount_precision, amount_zero),
 * `receipt_rules_changed`.
 */
import type { CardReceiptRules, CardReceiptRulesInput } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { requireUnchanged } from '@calmly/platform/edits.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields } from '@calmly/platform/problem.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { lockCardsOf } from '../card-store.ts';
import { continueCalendar } from '../lifecycle/schedule.ts';
import { cardCurrency, readAmount } from '../money/named-amounts.ts';
import { findRule, type ReceiptRule, saveRule } from './rule-store.ts';
import { ruleAfter } from './rules.ts';

/** `GET /cards/receipts`. */
export const readRules = async (
  { sql }: Pick<Work, 'sql'>,
  { clientId }: Pick<ClientActor, 'clientId'>,
): Promise<CardReceiptRules> => shown(await findRule(sql, clientId));

/** `PUT /cards/receipts`: cards are locked and unlocked as soon as it commits. */
export async function changeRules(
  work: Work,
  { clientId }: ClientActor,
  { ask, above, lockAfterDays, before: seen }: CardReceiptRulesInput,
): Promise<CardReceiptRules> {
  const { sql, now } = work;
  if (ask === 'ABOVE' && above === null) throw badFields({ field: 'above', code: 'receipt_amount' });
  const aboveMinor = ask === 'ABOVE' && above !== null ? readAmount(above, 'above') : null;
  // A client's first rule has no row to lock.
  await lockCardsOf(sql, clientId);
  const before = await findRule(sql, clientId);
  requireUnchanged(seen, shown(before), 'receipt_rules_changed');
  const asked = { ask, aboveMinor, lockAfterDays };
  const after = ruleAfter(before, asked, { now, today: await businessDay(work) });
  const rules = shown(after);
  if (JSON.stringify(rules) === JSON.stringify(shown(before))) return rules;
  await saveRule(sql, clientId, after);
  await audit(work, {
    action: 'card.receipts_changed',
    details: { ask, above: rules.above, days: rules.lockAfterDays },
  });
  await continueCalendar(work);
  await publish(sql, clientId, { topic: 'cards' });
  return rules;
}

const shown = (rule: ReceiptRule | undefined): CardReceiptRules => ({
  ask: rule?.ask ?? 'NEVER',
  above: rule?.aboveMinor == null ? null : formatDecimal(rule.aboveMinor, cardCurrency),
  lockAfterDays: rule?.lockAfterDays ?? null,
});
