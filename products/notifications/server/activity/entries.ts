/**
 * The activity log: the audit record of a profile merged with the orders from its accounts, by their ids, which begin with the time. A
 * company's log omits what its members did for their own security. The person's own log contains it, from any profile.
 *
 * Errors: `invalid_request` for an invalid cursor. Source: product, "Activity log"; server page section 4.
 */
import { type Activity, type ActivityKind, type ActivitySubject, activityExportMax } from '@calmly/contract';
import { formatDecimal, isCurrency, parseDecimal } from '@calmly/domain';
import type { Sentence } from '@calmly/platform/activity.ts';
import { csvOf } from '@calmly/platform/files/csv.ts';
import { formatMessage } from '@calmly/platform/http/calls/messages.ts';
import { firstIdAfter, firstIdFrom } from '@calmly/platform/ids.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { daysIn } from '@calmly/platform/time/zoned-days.ts';
import type { ClientActor, Locale, Sql } from '@calmly/platform/work.ts';
import { viewerOf } from '../../../accounts/server/transactions/index.ts';
import { clientName, findPersonNames, namesOf } from '../../../identity/server/index.ts';
import { listOrdered, type OrderedPayment } from '../../../payments/server/payments/index.ts';
import { exportTexts } from './export-texts.ts';
import { orderedText } from './ordered-text.ts';
import type { Sentences } from './sentences.ts';
import { type AuditRecord, listRecords } from './store.ts';

export interface ActivityFilter {
  readonly person?: string | undefined;
  readonly kind?: ActivityKind | undefined;
  /** First and last day, UTC. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Where the log is read, and what it says. */
export interface ActivityLog {
  readonly sql: Sql;
  readonly sentences: Sentences;
}

const unknownSentence = { en: 'Action “{action}”', ru: 'Действие «{action}»' } as const;

type Entry = { readonly id: string } & (
  | { readonly record: AuditRecord }
  | { readonly order: OrderedPayment }
);

/** `GET /activity`: a page of it. */
export async function listEntries(
  log: ActivityLog,
  actor: ClientActor,
  locale: Locale,
  {
    limit,
    cursor,
    ...filter
  }: ActivityFilter & { readonly limit: number; readonly cursor?: string | undefined },
) {
  const entries = await readEntries(log, actor, filter, limit + 1, cursorId(cursor));
  const page = pageOf(entries, limit);
  return { ...page, Items: await present(log, actor, page.Items, locale) };
}

/** `GET /activity/export`: a line for each entry, under a line of headings. */
export async function exportEntries(
  log: ActivityLog,
  actor: ClientActor,
  { locale, timeZone, ...filter }: ActivityFilter & { readonly locale: Locale; readonly timeZone: string },
): Promise<Uint8Array> {
  const entries = await readEntries(log, actor, filter, activityExportMax, undefined);
  const texts = exportTexts[locale];
  const zone = daysIn(timeZone);
  const lines = await present(log, actor, entries, locale);
  return csvOf([
    texts.headings.map((heading) => heading.replace('{timeZone}', timeZone)),
    ...lines.map(({ at, kind, text, amount, currency, person, profileName, ip, browser, system }) => [
      zone.timeOf(new Date(at)),
      texts.kinds[kind],
      text,
      amount ?? '',
      currency ?? '',
      person?.name ?? texts.bank,
      profileName,
      ip,
      [browser, system].filter((part) => part !== null).join(', '),
    ]),
  ]);
}

async function readEntries(
  { sql, sentences }: ActivityLog,
  actor: ClientActor,
  { person, kind, from, to }: ActivityFilter,
  limit: number,
  after: string | undefined,
): Promise<Entry[]> {
  const { clientId, personId, role } = actor;
  const end = to === undefined ? undefined : firstIdAfter(to);
  const bounds = {
    clientId,
    personId: person,
    fromId: from === undefined ? undefined : firstIdFrom(from),
    belowId: [after, end].filter((id) => id !== undefined).sort()[0],
    limit,
  };
  const isCompany = role === 'LEGAL';
  const records = await listRecords(sql, {
    ...bounds,
    only: kind && sentences.ofKind(kind),
    never: [
      ...sentences.staffOnly,
      ...(isCompany ? sentences.personal : []),
      ...(kind === 'other' ? sentences.actions : []),
    ],
    own: isCompany ? undefined : { personId, actions: sentences.personal },
  });
  const orders =
    kind === undefined || kind === 'payments'
      ? await listOrdered(sql, { ...bounds, viewer: viewerOf(actor) })
      : [];
  return [
    ...records.map((record) => ({ id: record.id, record })),
    ...orders.map((order) => ({ id: order.id, order })),
  ]
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, limit);
}

/** The entries in the contract's form, with names instead of ids. */
async function present(
  { sql, sentences }: ActivityLog,
  actor: ClientActor,
  entries: readonly Entry[],
  locale: Locale,
): Promise<Activity[]> {
  const names = await findPersonNames(sql, [
    ...new Set(entries.flatMap((entry) => personIdsOf(entry, sentences))),
  ]);
  const profiles = await profileNames(sql, actor, entries);
  const nameOf = (id: string) => names.get(id) ?? id;
  const personOf = (id: string | null) => (id === null ? null : { id, name: nameOf(id) });
  return entries.map((entry) => {
    if ('order' in entry) return ordered(entry.order, personOf(entry.order.personId), locale);
    const { record } = entry;
    return {
      id: record.id,
      at: record.at.toISOString(),
      kind: sentences.of(record.action)?.kind ?? 'other',
      text: textOf(record, sentences.of(record.action), nameOf, locale),
      // The bank's actions are shown as the bank's, even if they are about a person.
      person: record.actor === null ? personOf(record.personId) : null,
      profileName: profiles.get(record.clientId) ?? null,
      ...placeOf(record.actor === null ? record : { ip: null, userAgent: null }),
      ...moneyOf(record),
      subject: subjectOf(record),
    };
  });
}

function ordered(order: OrderedPayment, person: Activity['person'], locale: Locale): Activity {
  return {
    id: order.id,
    at: order.at.toISOString(),
    kind: 'payments',
    text: orderedText(order, locale),
    person,
    profileName: null,
    ...placeOf(order),
    amount: formatDecimal(order.amountMinor, order.currency),
    currency: order.currency,
    subject: { kind: 'payment', id: order.id },
  };
}

/** An amount in the details, if it is a decimal; an earlier version formatted those of withdrawals for people. */
function moneyOf({ details: { amount, currency } }: AuditRecord): Pick<Activity, 'amount' | 'currency'> {
  const isMoney =
    typeof amount === 'string' &&
    typeof currency === 'string' &&
    isCurrency(currency) &&
    parseDecimal(amount, currency) !== undefined;
  return isMoney ? { amount, currency } : { amount: null, currency: null };
}

const subjectDetails: Readonly<Record<string, ActivitySubject>> = {
  paymentId: 'payment',
  orderId: 'order',
  payeeId: 'payee',
  approvalId: 'approval',
  accountId: 'account',
};

/** The subject that the record identifies; a deleted payee cannot be opened. */
function subjectOf({ action, details }: AuditRecord): Activity['subject'] {
  if (action === 'payee.deleted') return null;
  for (const [name, kind] of Object.entries(subjectDetails)) {
    const id = details[name];
    if (typeof id === 'string') return { kind, id };
  }
  return null;
}

function textOf(
  { action, details }: AuditRecord,
  sentence: Sentence | undefined,
  nameOf: (personId: string) => string,
  locale: Locale,
): string {
  if (!sentence) return formatMessage(unknownSentence[locale], { action }, locale);
  const params = Object.fromEntries(
    placeholdersIn(sentence[locale]).map((name) => {
      const value = String(details[name] ?? '');
      return [name, sentence.people?.includes(name) ? nameOf(value) : value];
    }),
  );
  return formatMessage(sentence[locale], params, locale);
}

/** Details used in a sentence; one missing in an old record becomes empty instead of failing. */
const placeholdersIn = (text: string): string[] =>
  Array.from(text.matchAll(/\{(\w+)[,}]/g), ([, name]) => name ?? '');

function personIdsOf(entry: Entry, sentences: Sentences): string[] {
  if ('order' in entry) return [entry.order.personId];
  const { personId, action, details } = entry.record;
  const named = (sentences.of(action)?.people ?? []).map((name) => details[name]);
  return [personId, ...named].filter((id) => typeof id === 'string');
}

/** Names of the other profiles under which entries were made. */
async function profileNames(
  sql: Sql,
  { clientId }: ClientActor,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string | null, string>> {
  const others = new Set<string>();
  for (const entry of entries)
    if ('record' in entry && entry.record.clientId !== null && entry.record.clientId !== clientId)
      others.add(entry.record.clientId);
  const names = new Map<string, string>();
  for (const id of others) names.set(id, await clientName(sql, id));
  return names;
}

const placeOf = ({ ip, userAgent }: { readonly ip: string | null; readonly userAgent: string | null }) => ({
  ip,
  ...(userAgent === null ? { browser: null, system: null } : namesOf(userAgent)),
});
