/** The draft's errors in words, by field. */
import { checkSepaText, exponentOf, scheduleAheadYears } from '@calmly/domain';
import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { checkDraft, type DraftProblem } from '../model/check-draft.ts';
import { amountCurrencyOf } from '../model/conversion.ts';
import { payeeName } from '../model/payee.ts';
import type { ResolvedDraft } from '../model/resolved-draft.ts';

/** Only what the form itself finds; the bank's refusals are added by the caller. */
export function useDraftFaults(draft: ResolvedDraft): Faults {
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
  return Object.fromEntries(
    Object.entries(checkDraft(draft)).map(([field, problem]) => [field, say(problem)]),
  );
}
