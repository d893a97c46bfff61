/**
 * Rules about a company's people: how long offers are valid, which rights imply others, who needs a phone, which end date a membership
 * may have. Pure. The rules that keep a company from losing its last administrator are identity's.
 */
import { handoverDays, invitationDays, type Rights } from '@calmly/contract';
import type { FieldRejection } from '@calmly/platform/problem.ts';

const day = 86_400;

export const invitationSeconds = invitationDays * day;
export const handoverSeconds = handoverDays * day;
export const phoneCodeSeconds = 300;
export const resendSeconds = 9;
export const codeTries = 5;

/** Maximum number of emails per invitation, and of a company's invitation emails before a pause that doubles. */
export const mostMails = 5;
export const mailLimit = { tries: 100, firstLockSeconds: 3600 };
/** Invitation emails to one address, from any company. */
export const mailboxLimit = { tries: 10, firstLockSeconds: 3600 };
/** Codes texted for one invitation, to one phone, and requested from one network. */
export const textLimit = { tries: 10, firstLockSeconds: 3600 };
export const originLimit = { tries: 30, firstLockSeconds: 900 };
/** Wrong codes for one invitation. */
export const wrongCodeLimit = { tries: 10, firstLockSeconds: 900 };

/** Far enough for any plan, yet it catches typing errors. */
const mostYears = 5;

/** Why a membership cannot end then; undefined if it can, or has no end. */
export function checkEnd(validUntil: string | null, now: Date): FieldRejection | undefined {
  if (validUntil === null) return undefined;
  const end = new Date(validUntil).getTime();
  const latest = Date.UTC(now.getUTCFullYear() + mostYears, now.getUTCMonth(), now.getUTCDate() + 1);
  if (end <= now.getTime()) return { field: 'validUntil', code: 'end_in_past' };
  return end > latest ? { field: 'validUntil', code: 'end_too_far' } : undefined;
}

/** People who order or approve payments, or grant rights, need a phone. */
export const needsPhone = (rights: Rights): boolean =>
  rights.is_boss || rights.can_request_trans || rights.can_approve;
