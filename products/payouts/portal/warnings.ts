/** Where each warning is shown. */
import { isSerious, type PayoutFinding, type PayoutOverview, payoutWarnings } from '@calmly/contract';

/** Frequent warnings that are seldom a mistake: a new payee, a name in other letters, a bank that cannot check names. */
export const isMild = (code: string): boolean =>
  code === 'first_payment' || code === 'name_transliterated' || code === 'name_not_checked';

const codes: ReadonlySet<string> = new Set(payoutWarnings);

export const isWarning = ({ code }: { readonly code: string }): boolean => codes.has(code);

/** Warnings that the workbench filters by, serious ones first. */
export const shownWarnings = ({ warnings }: Pick<PayoutOverview, 'warnings'>): PayoutFinding[] =>
  warnings
    .filter(({ code }) => !isMild(code))
    .toSorted((one, other) => Number(isSerious(other.code)) - Number(isSerious(one.code)));
