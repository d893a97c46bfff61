/**
 * The name check: does the account that a client is about to pay belong to the name? Accounts of this bank are compared here; for others
 * the provider is asked. The answer is stored for the account and name, so that every payee with both shows it, and so does a payment to
 * another client who is not a payee.
 *
 * A name must not leak. Only a close match reveals the right name (`compareNames`), and attempts are counted before any comparison: a
 * few names per account, somewhat more per person, whatever the result. The existence of an account is not secret, because numbers are
 * sequential. A stored answer is returned without counting an attempt.
 *
 * Errors: `invalid_request` with the field `iban`, `too_many_name_checks`. Source: server page section 7.
 */
import type { NameCheck, NameChecked } from '@calmly/contract';
import { checkIban, nameKey } from '@calmly/domain';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { answerFor, type NameCheckAnswer, type NameChecks } from '@calmly/providers/name-check/name-check.ts';
import {
  type Bank,
  findAccountsByNumberOrIban,
  findOwnIbans,
  isIbanOf,
} from '../../../accounts/server/accounts/index.ts';
import { type Try, takeTries, takeTry } from '../../../identity/server/index.ts';
import { findSharing } from '../fact-store.ts';
import { findNameCheck, type NameCheckKey, upsertNameChecks } from './store.ts';

/** Names tried for one account by a client: some typing errors, each pause of which may ask, and the right one. */
const perAccount = { tries: 8, firstLockSeconds: 3_600 };
/** Names tried by one person: a morning's new payees. */
const perPerson = { tries: 30, firstLockSeconds: 600 };

/** Who knows whose account it is. */
export interface NamingBanks {
  readonly bank: Bank;
  readonly nameChecks: NameChecks;
}

/** `POST /beneficiaries/name-check`. Opens no transaction: another bank may take its time. */
export async function checkName(
  { sql, now }: Work,
  { clientId, personId }: ClientActor,
  { bank, nameChecks }: NamingBanks,
  input: { readonly name: string; readonly iban: string },
): Promise<NameChecked> {
  const iban = await requireIban(sql, clientId, input.iban);
  const key = { clientId, accountKey: iban, nameKey: nameKey(input.name) };
  const known = await findNameCheck(sql, key);
  const check = known ?? (await ask());
  return { check, sharedWith: await findSharing(sql, key) };

  async function ask(): Promise<NameCheck> {
    const counted = await countTry(sql, key, personId);
    if (!counted.allowed) throw tooMany(counted.waitSeconds);
    const answer = isIbanOf(bank, iban)
      ? await compareInside(sql, iban, input.name)
      : await nameChecks.check({ iban, name: input.name });
    return keep(sql, key, answer, now);
  }
}

/**
 * Before another client's account is paid by its number or IBAN: whether it is kept under the name that the payer gives. Undefined where
 * there is nothing to compare (no such account, an own one) and where the tries are used up: then it can be paid without a check.
 * Opens no transaction, because each try is committed by itself.
 */
export async function checkHolder(
  { sql, now }: Pick<Work, 'sql' | 'now'>,
  { clientId, personId }: ClientActor,
  input: { readonly name: string; readonly account: string },
): Promise<NameCheck | undefined> {
  const [account] = await findAccountsByNumberOrIban(sql, [input.account]);
  if (account?.status !== 'ACTIVE' || account.clientId === clientId) return undefined;
  const key = { clientId, accountKey: account.iban ?? account.number, nameKey: nameKey(input.name) };
  const known = await findNameCheck(sql, key);
  if (known) return known;
  const { allowed } = await countTry(sql, key, personId);
  return allowed ? keep(sql, key, answerFor(input.name, account.holder), now) : undefined;
}

/**
 * The same for an account at any bank. Undefined where there is nothing to compare or the tries are used up; an account at another bank is
 * asked for there.
 */
export async function checkAccount(
  work: Pick<Work, 'sql' | 'now'>,
  actor: ClientActor,
  { bank, nameChecks }: NamingBanks,
  input: { readonly name: string; readonly account: string },
): Promise<NameCheck | undefined> {
  const { sql, now } = work;
  const checked = checkIban(input.account);
  if (!checked.ok || isIbanOf(bank, checked.iban)) return checkHolder(work, actor, input);
  const { iban } = checked;
  const key = { clientId: actor.clientId, accountKey: iban, nameKey: nameKey(input.name) };
  const known = await findNameCheck(sql, key);
  if (known) return known;
  const { allowed } = await countTry(sql, key, actor.personId);
  return allowed ? keep(sql, key, await nameChecks.check({ iban, name: input.name }), now) : undefined;
}

/** A name that a client has written beside an account: an IBAN, or the number of an account of this bank. */
export interface NamedAccount {
  readonly account: string;
  readonly name: string;
}

/** Banks that are asked at the same time for one list. */
const askedAtOnce = 10;

/**
 * Compares names of a list, of different accounts. Tries are counted by account only: how many accounts are asked about in a time is up to the
 * caller. Nothing is kept where no one can be asked or the tries are used up. Opens no transaction.
 */
export async function checkListed(
  { sql, now }: Pick<Work, 'sql' | 'now'>,
  clientId: string,
  { bank, nameChecks }: NamingBanks,
  subjects: readonly NamedAccount[],
): Promise<void> {
  const inside = await findAccountsByNumberOrIban(
    sql,
    subjects.map(({ account }) => account),
  );
  const canAsk = ({ account }: NamedAccount) =>
    nameChecks.name !== 'none' && !isIbanOf(bank, account) && checkIban(account).ok;
  const askable = subjects.flatMap((subject, place) => {
    const own = inside[place];
    const isMeant = own ? own.status === 'ACTIVE' && own.clientId !== clientId : canAsk(subject);
    const key = { clientId, accountKey: subject.account, nameKey: nameKey(subject.name) };
    return isMeant ? [{ ...subject, key, holder: own?.holder }] : [];
  });
  if (askable.length === 0) return;
  const allowed = await takeTries(
    sql,
    askable.map(({ key }) => accountTries(key)),
    perAccount,
  );
  const asked = askable.filter(({ key }) => allowed.has(accountTries(key)));
  const answers: Array<{ readonly key: NameCheckKey; readonly check: NameCheck }> = [];
  const waiting = asked.values();
  await Promise.all(
    Array.from({ length: askedAtOnce }, async () => {
      for (const { key, account, name, holder } of waiting) {
        const answer =
          holder === undefined ? await nameChecks.check({ iban: account, name }) : answerFor(name, holder);
        answers.push({ key, check: checkOf(answer, now) });
      }
    }),
  );
  await upsertNameChecks(sql, answers);
}

const accountTries = ({ clientId, accountKey }: NameCheckKey) =>
  `name_check:account:${clientId}:${accountKey}`;

async function keep(sql: Sql, key: NameCheckKey, answer: NameCheckAnswer, now: Date): Promise<NameCheck> {
  const check = checkOf(answer, now);
  await upsertNameChecks(sql, [{ key, check }]);
  return check;
}

const checkOf = (answer: NameCheckAnswer, now: Date): NameCheck => ({
  result: answer.result,
  suggestedName: answer.result === 'close_match' ? answer.suggestedName : null,
  checkedAt: now.toISOString(),
});

async function requireIban(sql: Sql, clientId: string, text: string): Promise<string> {
  const checked = checkIban(text);
  if (!checked.ok) {
    const { ok: _, code, ...params } = checked;
    throw badFields({ field: 'iban', code, params });
  }
  if ((await findOwnIbans(sql, clientId)).has(checked.iban))
    throw badFields({ field: 'iban', code: 'own_account' });
  return checked.iban;
}

/** Each counter is committed by itself before anything is compared: parallel guesses buy nothing. */
async function countTry(sql: Sql, key: NameCheckKey, personId: string): Promise<Try> {
  const ofPerson = await takeTry(sql, `name_check:person:${personId}`, perPerson);
  return ofPerson.allowed ? takeTry(sql, accountTries(key), perAccount) : ofPerson;
}

const tooMany = (waitSeconds: number) =>
  new Problem('too_many_name_checks', {
    params: { minutes: Math.ceil(waitSeconds / 60) },
    retryAfterSeconds: waitSeconds,
  });

async function compareInside(sql: Sql, iban: string, name: string): Promise<NameCheckAnswer> {
  const [account] = await findAccountsByNumberOrIban(sql, [iban]);
  if (account?.status !== 'ACTIVE') throw badFields({ field: 'iban', code: 'iban_not_here' });
  return answerFor(name, account.holder);
}
