/**
 * Functions on beneficiaries: add, change their identity, replace bank accounts, trust, delete, look up a bank.
 *
 * All checks run before a code is requested: the rules, then the database's "one active payee per account", and only then the two-factor
 * code, whose message names payee and account. Without a code the edge rolls everything back. If a company's policy requires approval,
 * the change has been validated by then and waits (`approval.ts`). A change voids requests that relied on the previous version.
 *
 * Errors in the order checked: `not_found`, `beneficiary_deleted`, `beneficiary_changed`, `invalid_request` with the fields,
 * `beneficiary_address_needed`; `beneficiary_confidential`.
 * Source: specification sections 3, 4; server page section 7.
 */
import { hash } from 'node:crypto';
import {
  type BankDetailInput,
  type BankFound,
  type BeneficiaryInput,
  isSentForApproval,
  type PartyInput,
  type SentForApproval,
} from '@calmly/contract';
import { checkBic, checkIban } from '@calmly/domain';
import { findBankByBic } from '@calmly/domain/bank-directory';
import { audit } from '@calmly/platform/audit.ts';
import { formatMessage } from '@calmly/platform/http/calls/messages.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { type Bank, type DependingOrders, stopDepending } from '../../accounts/server/accounts/index.ts';
import { needOf, voidApprovals } from '../../approvals/server/index.ts';
import { requireCode, seesConfidential } from '../../identity/server/index.ts';
import { recordAdditions, sendAdditionsForApproval, sendForApproval, tryOut } from './approval.ts';
import { findBank } from './bank-detail-rules.ts';
import { setTrusted } from './bank-detail-store.ts';
import { tellPayeeChange } from './payee-notice.ts';
import { accountOf, shortAccounts } from './rules.ts';
import * as store from './store.ts';
import { addBeneficiaries, lockForChange, present, writeBankDetails, writeParty } from './write.ts';

/** `POST /beneficiaries`. */
export async function createBeneficiary(
  work: Work,
  actor: ClientActor,
  bank: Bank,
  input: BeneficiaryInput,
): Promise<store.BeneficiaryRecord | SentForApproval> {
  const added = await createBeneficiaries(work, actor, bank, { inputs: [input] });
  return isSentForApproval(added) ? added : present(added[0]);
}

/**
 * Adds payees, all of them or none, with one code and, where the policy asks for it, one approval. `listId`: the list that they are from, of
 * which only one may wait for approval at a time.
 */
export async function createBeneficiaries(
  work: Work,
  actor: ClientActor,
  bank: Bank,
  { inputs, listId }: { readonly inputs: readonly BeneficiaryInput[]; readonly listId?: string },
): Promise<readonly store.BeneficiaryRecord[] | SentForApproval> {
  const { clientId, personId: addedBy } = actor;
  const additions = inputs.map((input) => ({
    id: work.newId(),
    input,
    at: work.now,
    trusted: false,
    addedBy,
  }));
  const need = await needOf(work, { kind: 'payee', clientId });
  const add = () => addBeneficiaries(work.sql, clientId, bank, additions);
  const beneficiaries = need ? await tryOut(work.sql, add) : await add();
  await requireCode(work, {
    summary: additionSummary(beneficiaries),
    snapshot: hash('sha256', JSON.stringify(beneficiaries.map(snapshotOf)), 'hex'),
    money: 'stays',
  });
  if (need) return sendAdditionsForApproval(work, need, { beneficiaries, inputs, listId });
  await recordAdditions(work, clientId, addedBy, beneficiaries);
  return beneficiaries;
}

const addPayees = {
  en: '{count, plural, one {Add # payee} other {Add # payees}}',
  ru: '{count, plural, one {Добавить # получателя} few {Добавить # получателей} many {Добавить # получателей} other {Добавить # получателя}}',
};

/** Names in the message of a code; the other payees are counted. */
const mostNamed = 2;

function additionSummary(beneficiaries: readonly store.BeneficiaryRecord[]) {
  const [first, ...others] = beneficiaries;
  const { name, bankDetails } = present(first);
  if (others.length === 0) {
    const accounts = shortAccounts(bankDetails);
    return { en: `Add payee ${name}, ${accounts}`, ru: `Добавить получателя ${name}, ${accounts}` };
  }
  const count = beneficiaries.length;
  const names = beneficiaries
    .slice(0, mostNamed)
    .map((each) => each.name)
    .join(', ');
  const rest = count - mostNamed;
  return {
    en: `${formatMessage(addPayees.en, { count }, 'en')}: ${names}${rest > 0 ? ` and ${rest} more` : ''}`,
    ru: `${formatMessage(addPayees.ru, { count }, 'ru')}: ${names}${rest > 0 ? ` и ещё ${rest}` : ''}`,
  };
}

/** `PUT /beneficiaries/{id}`: replaces all bank accounts. */
export async function replaceBankDetails(
  work: Work,
  actor: ClientActor,
  bank: Bank,
  id: string,
  { bankDetails: inputs, version }: { bankDetails: readonly BankDetailInput[]; version?: number | undefined },
): Promise<store.BeneficiaryRecord | SentForApproval> {
  const { sql } = work;
  const { clientId } = actor;
  const before = await lockForChange(sql, { clientId, id }, version);
  const need = await needOf(work, { kind: 'payee', clientId });
  const replace = () => writeBankDetails(sql, bank, before, inputs);
  const beneficiary = need ? await tryOut(sql, replace) : await replace();
  const accounts = shortAccounts(beneficiary.bankDetails);
  await requireCode(work, {
    summary: {
      en: `Change ${beneficiary.name}’s account to ${accounts}`,
      ru: `Изменить счёт получателя ${beneficiary.name} на ${accounts}`,
    },
    snapshot: snapshotOf(beneficiary),
    money: 'stays',
  });
  if (need) return sendForApproval(work, need, { action: 'change', before, beneficiary, inputs });
  await voidApprovals(work, { subjectId: id, payee: { accounts: beneficiary.bankDetails.map(accountOf) } });
  await audit(work, {
    action: 'payee.changed',
    details: { payeeId: beneficiary.id, name: beneficiary.name, accounts },
  });
  await tellPayeeChange(work, actor.personId, beneficiary, 'accounts');
  await publish(sql, clientId, { topic: 'beneficiaries' });
  return beneficiary;
}

/** `PUT /beneficiaries/party/{id}`. */
export async function changeParty(
  work: Work,
  actor: ClientActor,
  bank: Bank,
  id: string,
  { version, ...input }: PartyInput & { version?: number | undefined },
): Promise<store.BeneficiaryRecord | SentForApproval> {
  const { sql } = work;
  const { clientId } = actor;
  const before = await lockForChange(sql, { clientId, id }, version);
  const need = await needOf(work, { kind: 'payee', clientId });
  const write = () => writeParty(work, bank, before, input);
  const beneficiary = need ? await tryOut(sql, write) : await write();
  const { name } = beneficiary;
  await requireCode(work, {
    summary:
      name === before.name
        ? { en: `Change ${name}’s details`, ru: `Изменить данные получателя ${name}` }
        : {
            en: `Change payee ${before.name} to ${name}`,
            ru: `Изменить получателя ${before.name} на ${name}`,
          },
    snapshot: JSON.stringify([before.version, input]),
    money: 'stays',
  });
  if (need) return sendForApproval(work, need, { action: 'party', before, beneficiary, input });
  await voidApprovals(work, { subjectId: id, payee: 'details' });
  await audit(work, { action: 'payee.party_changed', details: { payeeId: id, name, before: before.name } });
  await tellPayeeChange(work, actor.personId, beneficiary, 'party');
  await publish(sql, clientId, { topic: 'beneficiaries' });
  return beneficiary;
}

/** `PUT /beneficiaries/trust/{id}`, for the accounts that the payee has now: trusting requires a code, ending it does not. */
export async function setTrust(
  work: Work,
  actor: ClientActor,
  id: string,
  trusted: boolean,
): Promise<store.BeneficiaryRecord> {
  const { sql } = work;
  const key = { clientId: actor.clientId, id };
  const before = await lockForChange(sql, key);
  if (trusted && before.trusted) return before;
  const { name } = before;
  if (trusted)
    await requireCode(work, {
      summary: {
        en: `Send small payments to ${name} without a code, ${shortAccounts(before.bankDetails)}`,
        ru: `Отправлять получателю ${name} небольшие суммы без кода, ${shortAccounts(before.bankDetails)}`,
      },
      snapshot: snapshotOf(before),
      money: 'stays',
    });
  if (!(await setTrusted(sql, key, trusted))) return before;
  await audit(work, { action: 'payee.trusted', details: { payeeId: id, name, trusted: `${trusted}` } });
  if (trusted) await tellPayeeChange(work, actor.personId, before, 'trusted');
  await publish(sql, actor.clientId, { topic: 'beneficiaries' });
  return { ...before, trusted };
}

/** Refuses to change a confidential payee, which exists only for those who see it: its next payout says what holds. */
export async function refuseConfidential(sql: Sql, actor: ClientActor, id: string): Promise<void> {
  if (!seesConfidential(actor)) return;
  const [payee] = await store.findBeneficiaries(sql, [{ clientId: actor.clientId, id }], 'all');
  if (payee?.confidential) throw new Problem('beneficiary_confidential');
}

/** `DELETE /beneficiaries/{id}` with the orders that pay it; deleting again changes nothing. */
export async function deleteBeneficiary(
  work: Work,
  actor: ClientActor,
  orders: DependingOrders,
  { id, known }: { readonly id: string; readonly known?: string | undefined },
): Promise<void> {
  const key = { clientId: actor.clientId, id };
  const on = { clientId: actor.clientId, beneficiaryId: id };
  const locked = await orders.lock(work.sql, on);
  const beneficiary = await store.lockBeneficiary(work.sql, key, seesConfidential(actor) ? 'all' : 'open');
  if (!beneficiary) throw new Problem('not_found');
  if (beneficiary.status === 'DELETED') return;
  await stopDepending(work, actor, orders, { on, locked, known });
  await store.markDeleted(work.sql, key);
  await voidApprovals(work, { subjectId: id, payee: 'deleted' });
  await audit(work, { action: 'payee.deleted', details: { payeeId: id, name: beneficiary.name } });
  await publish(work.sql, actor.clientId, { topic: 'beneficiaries' });
}

/** `GET /banks/lookup`: what is known of an IBAN or else of a BIC; nulls for a bank that is not. */
export function lookUpBank(
  by: { iban?: string | undefined; bic?: string | undefined },
  bank: Bank,
): BankFound {
  if (by.iban) {
    const iban = checkIban(by.iban);
    if (!iban.ok) {
      const { ok: _, code, ...params } = iban;
      throw badFields({ field: 'iban', code, params });
    }
    return found(findBank(iban.iban, bank), iban.country);
  }
  if (!by.bic) throw badFields({ field: 'iban', code: 'required' });
  const bic = checkBic(by.bic);
  if (!bic.ok) throw badFields({ field: 'bic', code: bic.code });
  return found(bic.bic === bank.bic ? bank : findBankByBic(bic.bic), bic.country);
}

const found = (
  bank: { bic: string; name: string; address: string } | undefined,
  country: string,
): BankFound => ({
  bic: bank?.bic ?? null,
  bankName: bank?.name ?? null,
  bankAddress: bank?.address ?? null,
  bankCountry: country,
});

/** What a code approves: this payee with these accounts. A name check that is answered meanwhile changes neither. */
const snapshotOf = ({ name, version, bankDetails }: store.BeneficiaryRecord): string =>
  JSON.stringify({ name, version, bankDetails: bankDetails.map(({ nameCheck: _, ...detail }) => detail) });
