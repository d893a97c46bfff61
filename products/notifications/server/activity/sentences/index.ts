/**
 * The sentence of every audited action in the activity log, in both languages (ICU messages). The placeholders are the names of the
 * record's details. Those in `people` are ids of persons and are replaced by their names.
 *
 * An action without a sentence is shown by its name. `staffOnly` actions are never shown, because they record the bank's own suspicions.
 */
import type { ActivityKind } from '@calmly/contract';
import { accessSentences } from './access.ts';
import { moneySentences } from './money.ts';
import type { Sentence } from './sentence.ts';

export const sentences: Readonly<Record<string, Sentence>> = { ...moneySentences, ...accessSentences };

/** Never shown to a client. */
export const staffOnly: readonly string[] = [
  'application.closed',
  'application.registered',
  'crypto.fee_raise_ordered',
  'exception.approved',
  'exception.rejected',
  'held_payment.approved',
  'held_payment.held',
  'held_payment.rejected',
  'job.retried',
  'prices.rate_accepted',
  'sealed_secrets.forgotten',
  'sealed_secrets.resealed',
  'support.assigned',
  'suspense.kept',
  'suspense.sent_back',
  'watch_list.imported',
  'watch_list.removed',
  'verification.contradicted',
  'verification.kept',
  'verification.let_in',
  'verification.refused',
  'verification.unconfirmed',
  'verification.withdrawn',
];

/** Actions of the person alone, in any profile. */
export const personalActions: readonly string[] = Object.entries(sentences)
  .filter(([, { personal }]) => personal)
  .map(([action]) => action);

/** The actions of a kind; undefined for `other`, which is everything without a sentence. */
export const actionsOf = (kind: ActivityKind): readonly string[] | undefined =>
  kind === 'other'
    ? undefined
    : Object.entries(sentences)
        .filter(([, sentence]) => sentence.kind === kind)
        .map(([action]) => action);
