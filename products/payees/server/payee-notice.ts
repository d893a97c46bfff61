/**
 * The notice that a payee was added or changed, by email and in the portal: if an attacker adds a payee, the owner of the access
 * notices. It names the payee and the last digits of the account, and cannot be switched off.
 */
import { notify } from '@calmly/platform/notify/notices.ts';
import type { Locale, Sql, Work } from '@calmly/platform/work.ts';
import { sendEmail } from '@calmly/providers/email/index.ts';
import { findRecipients } from '../../identity/server/index.ts';
import { shortAccounts } from './rules.ts';
import type { BeneficiaryRecord } from './store.ts';

export type PayeeChange = 'added' | 'accounts' | 'party' | 'trusted';

const texts: Readonly<
  Record<
    Locale,
    {
      readonly subject: Readonly<Record<PayeeChange, (name: string) => string>>;
      readonly text: (name: string, accounts: string) => string;
      readonly many: (count: number) => string;
      readonly rest: (count: number) => string;
      readonly closing: string;
    }
  >
> = {
  en: {
    subject: {
      added: (name) => `New payee: ${name}`,
      accounts: (name) => `The account of ${name} has changed`,
      party: (name) => `The details of ${name} have changed`,
      trusted: (name) => `Small payments to ${name} no longer need a code`,
    },
    text: (name, accounts) => `Payee: ${name}, ${accounts}.`,
    many: (count) => `${count} new payees`,
    rest: (count) => `And ${count} more.`,
    closing: 'If this wasn’t you, freeze your access in the portal under Security and write to us.',
  },
  ru: {
    subject: {
      added: (name) => `Новый получатель: ${name}`,
      accounts: (name) => `Изменён счёт получателя: ${name}`,
      party: (name) => `Изменены данные получателя: ${name}`,
      trusted: (name) => `Небольшие платежи без кода: ${name}`,
    },
    text: (name, accounts) => `Получатель: ${name}, ${accounts}.`,
    many: (count) => `Новые получатели: ${count}`,
    rest: (count) => `И ещё ${count}.`,
    closing:
      'Если это были не вы, заморозьте доступ в портале, в разделе «Безопасность», и свяжитесь с нами.',
  },
};

/** The person as a reader of messages about the profile; undefined once they may no longer act for it. */
async function findReader(
  sql: Sql,
  { clientId, personId }: { readonly clientId: string; readonly personId: string },
) {
  const recipients = await findRecipients(sql, { clientIds: [clientId], personIds: [] });
  const found = recipients.find((each) => each.personId === personId);
  if (!found) return undefined;
  const { email: to, locale, profileName: name } = found;
  return { to, locale, profile: name === null ? undefined : { id: clientId, name } };
}

/** Tells the person who changed a payee, or who asked for the change; not one who has left since. */
export async function tellPayeeChange(
  work: Work,
  personId: string,
  payee: Pick<BeneficiaryRecord, 'id' | 'clientId' | 'name' | 'bankDetails'>,
  change: PayeeChange,
): Promise<void> {
  const reader = await findReader(work.sql, { clientId: payee.clientId, personId });
  if (!reader) return;
  const { to, locale, profile } = reader;
  const { subject, text, closing } = texts[locale];
  const paragraphs = [text(payee.name, shortAccounts(payee.bankDetails))];
  await sendEmail(
    work.sql,
    { to, locale, subject: subject[change](payee.name), paragraphs, profile, closing },
    { personId, about: [{ clientId: payee.clientId, audience: null }] },
  );
  await notify(work, [
    { kind: 'payee_changed', personId, clientId: payee.clientId, params: { text: payee.name } },
  ]);
}

/** Payees that are named in one message; the others are counted. */
const mostNamed = 20;

/** The same of payees that were added: one message, however many there are. */
export async function tellPayeesAdded(
  work: Work,
  personId: string,
  payees: ReadonlyArray<Pick<BeneficiaryRecord, 'id' | 'clientId' | 'name' | 'bankDetails'>>,
): Promise<void> {
  const [first, ...others] = payees;
  if (!first) return;
  if (others.length === 0) return tellPayeeChange(work, personId, first, 'added');
  const reader = await findReader(work.sql, { clientId: first.clientId, personId });
  if (!reader) return;
  const { to, locale, profile } = reader;
  const { text, many, rest, closing } = texts[locale];
  const paragraphs = payees
    .slice(0, mostNamed)
    .map(({ name, bankDetails }) => text(name, shortAccounts(bankDetails)));
  if (payees.length > mostNamed) paragraphs.push(rest(payees.length - mostNamed));
  const subject = many(payees.length);
  await sendEmail(
    work.sql,
    { to, locale, subject, paragraphs, profile, closing },
    { personId, about: [{ clientId: first.clientId, audience: null }] },
  );
  await notify(work, [
    { kind: 'payee_changed', personId, clientId: first.clientId, params: { text: subject } },
  ]);
}
