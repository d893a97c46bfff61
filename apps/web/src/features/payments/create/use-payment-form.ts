/**
 * The state of the form for a new payment: what is typed (kept as a draft with every change), what is not right yet, and what
 * the server said about a field. Problems of a field show once it was left or sending was tried.
 */
import type { Account } from '@calmly/contract';
import { checkSepaText, exponentOf, scheduleAheadYears } from '@calmly/domain';
import { useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { useUploads } from '../../../shared/files/use-uploads.ts';
import { checkDraft, type DraftField, type DraftProblem } from '../model/check-draft.ts';
import { amountCurrencyOf } from '../model/conversion.ts';
import { changed, emptyDraft, forgetDraft, keepDraft, type PaymentDraft, readDraft } from '../model/draft.ts';
import { type ChosenPayee, payeeName } from '../model/payee.ts';
import type { ResolvedDraft } from '../model/resolved-draft.ts';

export type FieldTexts = Partial<Record<DraftField, string>>;

/** What a link brings into the form: over the kept draft, or over an empty one. */
export interface DraftStart {
  readonly patch: Partial<PaymentDraft>;
  readonly fresh: boolean;
  /** What was wrong with the payment that is sent again, by field. */
  readonly blamed?: FieldTexts;
}

/** What is typed, and the draft it is kept as. An order whose outcome is unknown is never written over by a link. */
export function usePaymentDraft(start: DraftStart | undefined) {
  const [kept, setKept] = useState(() => {
    const before = readDraft();
    if (!start || before?.intent) return before;
    return keepDraft(changed((!start.fresh && before?.values) || emptyDraft, start.patch));
  });
  const [refused, setRefused] = useState<FieldTexts>(start?.blamed ?? {});
  const [shown, setShown] = useState<ReadonlySet<DraftField> | 'all'>(new Set());
  const values = kept?.values ?? emptyDraft;

  /** Changes the draft from what it is then: a file may arrive while someone types. */
  const changeFrom = (patchOf: (draft: PaymentDraft) => Partial<PaymentDraft>, field?: DraftField) => {
    const before = readDraft()?.values ?? values;
    setKept(keepDraft(changed(before, patchOf(before))));
    if (field) setRefused(({ [field]: _mended, ...others }) => others);
  };
  const uploads = useUploads(values.attachments, (next) =>
    changeFrom((draft) => ({ attachments: [...next(draft.attachments)] }), 'attachments'),
  );
  const leave = (field: DraftField) =>
    setShown((before) => (before === 'all' ? before : new Set([...before, field])));
  const startOver = () => {
    forgetDraft();
    setKept(undefined);
    setRefused({});
    setShown(new Set());
  };

  return {
    values,
    savedAt: kept?.savedAt,
    change: (patch: Partial<PaymentDraft>, field?: DraftField) => changeFrom(() => patch, field),
    changeFrom,
    /** Here, not in the field: a file that is refused or still on its way holds the whole form. */
    uploads,
    leave,
    startOver,
    shown,
    showAll: () => setShown('all'),
    refused,
    setRefused,
  };
}
export type PaymentDraftState = ReturnType<typeof usePaymentDraft>;

/** The account that pays: the chosen one; until one is chosen, the first in the payee's currency, else the first. */
export function debtorAccountOf(
  values: PaymentDraft,
  accounts: readonly Account[],
  payee: ChosenPayee | undefined,
): Account | undefined {
  const wanted = payee?.kind === 'beneficiary' ? payee.bankDetail.currency : undefined;
  return (
    accounts.find((account) => account.id === values.debtorAccountId) ??
    accounts.find((account) => account.currency === wanted) ??
    accounts[0]
  );
}

/** What to say under each field now; `answered` is what the server said of what stands there. */
export function useFieldTexts(
  draft: ResolvedDraft,
  state: PaymentDraftState,
  answered: FieldTexts,
): FieldTexts {
  const t = useTranslations('payments.create.problems');
  const orders = useTranslations('orders.problems');
  const { currency, payee, debtorAccount, values } = draft;
  const amountCurrency = amountCurrencyOf(draft);
  const say = (problem: DraftProblem): string => {
    switch (problem) {
      case 'amount_precision':
        return t(problem, { currency: amountCurrency, digits: exponentOf(amountCurrency) });
      case 'amount_ambiguous':
        return t(problem, {
          decimal: values.amount.replace(',', '.'),
          thousands: values.amount.replace(',', ''),
        });
      case 'sepa_characters': {
        const text = checkSepaText(values.reference);
        return t(problem, { characters: text.ok ? '' : text.characters.join(' ') });
      }
      case 'currency':
        return t(problem, {
          account: debtorAccount?.name ?? '',
          accountCurrency: currency,
          payee: payee ? payeeName(payee) : '',
          payeeCurrency: payee?.kind === 'beneficiary' ? payee.bankDetail.currency : '',
        });
      case 'startOnFar':
        return orders(problem, { years: String(scheduleAheadYears) });
      case 'startOn':
      case 'endOn':
      case 'times':
        return orders(problem);
      default:
        return t(problem);
    }
  };
  const found: FieldTexts = { ...answered };
  for (const [field, problem] of Object.entries(checkDraft(draft)) as [DraftField, DraftProblem][])
    found[field] = say(problem);
  const isShown = (field: string) => state.shown === 'all' || state.shown.has(field as DraftField);
  const texts = Object.fromEntries(Object.entries(found).filter(([field]) => isShown(field)));
  return { ...texts, ...state.refused };
}
