/**
 * A conversation's subject as its reader may currently see it: a name, a number, a state. Only ids are stored with the conversation, so a withdrawn
 * right hides the data again.
 */
import {
  holdsRight,
  type SupportSubject,
  type SupportSubjectCard,
  type SupportSubjectFacts,
} from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import type { ClientActor, Locale, Sql } from '@calmly/platform/work.ts';
import { findAccountsById } from '../../accounts/server/accounts/index.ts';
import { findTransaction, type StoredTransaction } from '../../accounts/server/transactions/index.ts';
import { findCard } from '../../cards/server/index.ts';
import { seesConfidential } from '../../identity/server/index.ts';
import { findBeneficiaries } from '../../payees/server/index.ts';
import { findRequest } from '../../payments/server/requests/index.ts';
import { findPayout } from '../../payouts/server/index.ts';

/** The reader: a person of the client, or the bank's staff for it. */
export interface SubjectReader {
  readonly clientId: string;
  readonly seesConfidential: boolean;
  readonly seesCards: boolean;
  readonly locale: Locale;
}

/** With current rights, not those at the time the conversation started. */
export const readerOf = (actor: ClientActor, locale: Locale): SubjectReader => ({
  clientId: actor.clientId,
  seesConfidential: seesConfidential(actor),
  seesCards: holdsRight(actor, 'can_plast_view'),
  locale,
});

interface Key {
  readonly clientId: string;
  readonly id: string;
}

type Find = (sql: Sql, reader: SubjectReader, key: Key) => Promise<SupportSubjectFacts | undefined>;

const none = { number: null, status: null, amount: null, currency: null } as const;

const confidentialPayout: Readonly<Record<Locale, string>> = {
  en: 'Confidential payout {number}',
  ru: 'Конфиденциальная выплата {number}',
};

const finders: Readonly<Record<SupportSubject, Find>> = {
  async payment(sql, reader, { id }) {
    const payment = await findTransaction(sql, reader, id);
    return payment && ofPayment(payment, reader.locale);
  },
  async card(sql, { seesCards }, key) {
    const card = seesCards ? await findCard(sql, key) : undefined;
    return card && { ...none, name: card.name, number: card.lastFour, status: card.status };
  },
  async payout(sql, reader, key) {
    const payout = await findPayout(sql, key);
    if (!payout) return undefined;
    const isHidden = payout.confidential && !reader.seesConfidential;
    const { number, status, name } = payout;
    return { ...none, name: isHidden ? '' : name, number, status };
  },
  async account(sql, _reader, { clientId, id }) {
    const account = (await findAccountsById(sql, [id])).get(id);
    if (account?.clientId !== clientId) return undefined;
    const { name, iban, number, status, currency } = account;
    return { ...none, name, number: (iban ?? number).slice(-4), status, currency };
  },
  async payee(sql, reader, key) {
    const [payee] = await findBeneficiaries(sql, [key], reader.seesConfidential ? 'all' : 'open');
    return payee && { ...none, name: payee.name, status: payee.status };
  },
  async request(sql, _reader, key) {
    const request = await findRequest(sql, key);
    return (
      request && {
        name: request.payerName,
        number: request.reference,
        status: request.status,
        amount: formatDecimal(request.amountMinor, request.currency),
        currency: request.currency,
      }
    );
  },
};

function ofPayment(payment: StoredTransaction, locale: Locale): SupportSubjectFacts {
  const { audience, direction, creditorName, debtorName, number, reference, status, amountMinor, currency } =
    payment;
  const counterparty = direction === 'DEBIT' ? creditorName : debtorName;
  return {
    // The line of a confidential payout has the payout's number as its reference.
    name: audience === 'MASK' ? confidentialPayout[locale].replace('{number}', reference) : counterparty,
    number,
    status,
    amount: formatDecimal(amountMinor, currency),
    currency,
  };
}

/** The facts of a subject; null for a reader who may not see it, or if it does not exist. */
export async function readSubject(
  sql: Sql,
  reader: SubjectReader,
  { kind, id }: { readonly kind: SupportSubject; readonly id: string },
): Promise<SupportSubjectCard> {
  const facts = await finders[kind](sql, reader, { clientId: reader.clientId, id });
  return { kind, id, facts: facts ?? null };
}
