/**
 * Notifications: which events a person is notified of, and by which channel. Source: server page section 12.
 * A *kind* is an event; a *topic* groups kinds for the person's settings; a *way* is a channel. A notification carries facts, not a
 * text: the text is made when it is read, in the reader's language.
 */

import { pageQuery, zId, zIdParam, zPage, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

export const notificationTopics = [
  'payment_executed',
  'payment_rejected',
  'payment_received',
  'payouts',
  'requests',
  'approvals',
  'accounts',
  'thresholds',
  'cards',
  'statements',
  'support',
  'sign_in',
  'security',
  'news',
] as const;
export type NotificationTopic = (typeof notificationTopics)[number];

/** Topic of each kind. */
export const notificationKinds = {
  payment_executed: 'payment_executed',
  payment_rejected: 'payment_rejected',
  payment_received: 'payment_received',
  payment_returned: 'payment_rejected',
  payment_in_review: 'payment_rejected',
  payment_document_wanted: 'payment_rejected',
  payment_canceled: 'payment_rejected',
  card_payment_declined: 'cards',
  card_payment_abroad: 'cards',
  order_missed: 'payment_rejected',
  order_suspended: 'payment_rejected',
  payout_done: 'payouts',
  payout_rows_unpaid: 'payouts',
  request_paid: 'requests',
  request_part_paid: 'requests',
  request_overdue: 'requests',
  request_unmatched: 'requests',
  approval_wanted: 'approvals',
  approval_reminder: 'approvals',
  approval_decided: 'approvals',
  approval_ended: 'approvals',
  crypto_received: 'payment_received',
  crypto_sent: 'payment_executed',
  crypto_failed: 'payment_rejected',
  balance_low: 'thresholds',
  large_amount_in: 'thresholds',
  large_amount_out: 'thresholds',
  iban_issued: 'accounts',
  iban_refused: 'accounts',
  card_issued: 'cards',
  card_shipped: 'cards',
  card_delivered: 'cards',
  card_blocked: 'cards',
  card_expiring: 'cards',
  card_expired: 'cards',
  card_closed: 'cards',
  card_locked: 'cards',
  card_unlocked: 'cards',
  card_receipt_missing: 'cards',
  card_receipt_due: 'cards',
  card_dispute: 'cards',
  statements_ready: 'statements',
  statement_restated: 'statements',
  statement_file_ready: 'statements',
  statement_file_failed: 'statements',
  support_answered: 'support',
  support_closed: 'support',
  new_device: 'sign_in',
  password_changed: 'security',
  factor_added: 'security',
  factor_removed: 'security',
  recovery_codes_made: 'security',
  contact_changed: 'security',
  address_changed: 'security',
  payee_changed: 'security',
  profile_frozen: 'security',
  membership_changed: 'security',
  colleague_changed: 'security',
  company_invitation: 'security',
  company_changed: 'security',
  application_connected: 'security',
  news: 'news',
} as const satisfies Record<string, NotificationTopic>;
export type NotificationKind = keyof typeof notificationKinds;

const kinds = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]];

export const zNotification = wire({
  id: ['Id', zId],
  kind: ['Kind', z.enum(kinds)],
  /**
   * Facts by name: `amount` (decimal) with `currency`, `counterparty`, `reason`, `device`, `factor`, `text`. Of a company's
   * payments: `person`, who ordered it, where it was a colleague; `by`, who cancelled it, of payment_canceled. Of approvals:
   * `approvalKind`, `company` (or the person's own name), `person` (who asked; of approval_decided: who decided), `outcome` (a
   * closed approval's state), `reason` in that person's words, `application` (what requested it in the person's name); of a payout `amounts` (each with its currency) and `rows` (how many). Of people: `company`, `person` (whom it concerns), `by`, `event`
   * (joined, declined, changed, suspended, resumed, removed, offered, boss; overruled, with the `date` on which what they would decide goes ahead without them). Of an invitation: `company`, `by`. Of a
   * company's facts: `company`, `by`, `event` (asked, approved, rejected). Of applications: `application`,
   * `operator`, `by` (empty for a former administrator). Of requests for money: `details`; of request_unmatched `reason`
   * (OTHER_CURRENCY, AFTER_CANCEL). Of standing orders: `date` and `reason` (insufficient_funds, or why it is suspended). Of IBANs:
   * `currency`, and `account` (the account's name) or `reason`. Of payouts: `number`, and counts of rows: `paid`, `pending`, `failed`,
   * `leftOut` of payout_done, `count` of payout_rows_unpaid. Of cards: `card` (its name), `lastFour`, and `number` (tracking) and
   * `date` of card_shipped, `date` (last day) of card_expiring, `person` who issued, blocked or closed it if it was another than its holder.
   * Of receipts: `counterparty` (the shop), and `date` (the last day to attach one) of card_receipt_due. Of card_dispute: `counterparty` and `event`
   * (a dispute's status, or REVERSED).
   * Of crypto: `counterparty` (the address or its label, shortened) of a withdrawal, the network of a deposit.
   * Of thresholds: `account` (its name), `accountKind` (ACCOUNT, CARD, WALLET); of balance_low `amount` is the available balance and `limit` the
   * person's amount; of large_amount_in and large_amount_out `counterparty`, or `payout` (its number) of a confidential payout as a whole.
   * Of statements: `month` (`2026-10`) of statements_ready and statement_restated, the latter also `account` (its name); of prepared files `from` and
   * `to` (days), and `account` unless it has all.
   * Of card payments: also `reason` (a decline reason) of card_payment_declined, `country` of card_payment_abroad.
   */
  params: ['Params', z.record(z.string(), z.string())],
  /** What it leads to: a payment, an approval, a request for money, a standing order, a payout, an invitation, a card, a conversation, or an account that has an IBAN or whose statement was corrected. */
  subjectId: ['SubjectId', zId.nullable()],
  createdAt: ['CreatedAt', zTime],
  read: ['Read', z.boolean()],
});
export type Notification = z.output<typeof zNotification>;

export const listNotifications = endpoint({
  id: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  tag: 'Notifications',
  summary: 'List the notifications of this person in this profile, newest first',
  access: 'client',
  presence: 'required',
  query: z.strictObject({ ...pageQuery, state: z.enum(['unread']).optional() }),
  response: zPage(zNotification),
});

export const countUnread = endpoint({
  id: 'countUnread',
  method: 'GET',
  path: '/notifications/unread',
  tag: 'Notifications',
  summary: 'Count the unread notifications; more than 99 count as 100',
  access: 'client',
  presence: 'open',
  response: wire({ count: ['Count', z.number().int().min(0).max(100)] }),
});

export const markRead = endpoint({
  id: 'markRead',
  method: 'PUT',
  path: '/notifications/{id}/read',
  tag: 'Notifications',
  summary: 'Mark a notification as read',
  access: 'client',
  presence: 'open',
  params: zIdParam,
});

export const markAllRead = endpoint({
  id: 'markAllRead',
  method: 'PUT',
  path: '/notifications/read',
  tag: 'Notifications',
  summary: 'Mark a notification and all earlier ones as read',
  access: 'client',
  presence: 'open',
  body: wire({ upTo: ['UpTo', zId] }),
});

const choiceFields = {
  topic: ['Topic', z.enum(notificationTopics)],
  portal: ['Portal', z.boolean()],
  email: ['Email', z.boolean()],
  sms: ['Sms', z.boolean()],
  /** In the browsers that this person turned on; see `web-push.ts`. */
  push: ['Push', z.boolean()],
} as const;

export const zNotificationChoice = wire({
  ...choiceFields,
  /** It protects the account and cannot be switched off. */
  fixed: ['Fixed', z.boolean()],
  /** Whether the topic may be sent by SMS. */
  smsOffered: ['SmsOffered', z.boolean()],
});
export type NotificationChoice = z.output<typeof zNotificationChoice>;

const choices = wire({ choices: ['Choices', z.array(zNotificationChoice)] });

export const getNotificationChoices = endpoint({
  id: 'getNotificationChoices',
  method: 'GET',
  path: '/notifications/choices',
  tag: 'Notifications',
  summary: 'Read the notification settings',
  access: 'client',
  presence: 'required',
  response: choices,
});

export const saveNotificationChoice = endpoint({
  id: 'saveNotificationChoice',
  method: 'PUT',
  path: '/notifications/choices',
  tag: 'Notifications',
  summary: 'Change the channels of one topic; security topics cannot be changed',
  access: 'client',
  presence: 'required',
  body: wire(choiceFields),
  response: choices,
});
export type NotificationChoiceInput = z.output<(typeof saveNotificationChoice)['body']>;
