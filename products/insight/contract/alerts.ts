/**
 * Personal alerts: thresholds of an account's amounts, sent as notifications of the topic `thresholds`, and digests by email. They belong to one
 * person in one client.
 * Source: server page section 12.
 */

import { zAmount, zAmountInput, zCurrency, zId, zIdParam, zTimeZone } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { statementAccountKinds } from '../../accounts/contract/statements.ts';

/**
 * LOW_BALANCE: the available balance fell below the amount; once, until it is at or above the amount again. LARGE_IN and LARGE_OUT: a single booking
 * of at least the amount, in or out.
 */
export const thresholdKinds = ['LOW_BALANCE', 'LARGE_IN', 'LARGE_OUT'] as const;
export type ThresholdKind = (typeof thresholdKinds)[number];

/** Maximum number of a person's thresholds in one client. */
export const thresholdsMax = 60;

export const zThreshold = wire({
  id: ['Id', zId],
  accountId: ['AccountId', zId],
  kind: ['Kind', z.enum(thresholdKinds)],
  amount: ['Amount', zAmount],
  currency: ['Currency', zCurrency],
});
export type Threshold = z.output<typeof zThreshold>;

/** An account, card or wallet that may have thresholds. */
const zAlertAccount = wire({
  id: ['AccountId', zId],
  kind: ['Kind', z.enum(statementAccountKinds)],
  name: ['Name', z.string()],
  /** As shown to people: an IBAN or a number, the last digits of a card, the network of a wallet. */
  number: ['Number', z.string()],
  currency: ['Currency', zCurrency],
});
export type AlertAccount = z.output<typeof zAlertAccount>;

const alerts = { tag: 'Notifications', access: 'active', presence: 'required' } as const;

export const listThresholds = endpoint({
  ...alerts,
  id: 'listThresholds',
  method: 'GET',
  path: '/alerts/thresholds',
  summary: "List the caller's thresholds, and the accounts that may have some",
  response: wire({
    items: ['Items', z.array(zThreshold)],
    accounts: ['Accounts', z.array(zAlertAccount)],
  }),
});

export const saveThreshold = endpoint({
  ...alerts,
  id: 'saveThreshold',
  method: 'PUT',
  path: '/alerts/thresholds',
  summary: 'Set or change the threshold of a kind for an account',
  body: wire({
    accountId: ['AccountId', zId],
    kind: ['Kind', z.enum(thresholdKinds)],
    amount: ['Amount', zAmountInput],
  }),
  response: zThreshold,
});
export type ThresholdInput = z.output<(typeof saveThreshold)['body']>;

export const removeThreshold = endpoint({
  ...alerts,
  id: 'removeThreshold',
  method: 'DELETE',
  path: '/alerts/thresholds/{id}',
  summary: 'Remove a threshold',
  params: zIdParam,
});

/** A digest by email. */
export const digestFrequencies = ['OFF', 'DAILY', 'WEEKLY'] as const;
export type DigestFrequency = (typeof digestFrequencies)[number];

const digestFields = {
  frequency: ['Frequency', z.enum(digestFrequencies)],
  /** ISO 8601, Monday is 1; only WEEKLY uses it. */
  weekday: ['Weekday', z.number().int().min(1).max(7)],
  /** Hour of the day in `timeZone`. */
  hour: ['Hour', z.number().int().min(0).max(23)],
  timeZone: ['TimeZone', zTimeZone],
} as const;

export const zDigest = wire(digestFields);
export type Digest = z.output<typeof zDigest>;
export type DigestInput = Digest;

export const getDigest = endpoint({
  ...alerts,
  id: 'getDigest',
  method: 'GET',
  path: '/alerts/digest',
  summary: "Read when the caller's digest of this profile is sent",
  response: zDigest,
});

export const saveDigest = endpoint({
  ...alerts,
  id: 'saveDigest',
  method: 'PUT',
  path: '/alerts/digest',
  summary: 'Change or turn off the digest',
  body: zDigest,
  response: zDigest,
});
