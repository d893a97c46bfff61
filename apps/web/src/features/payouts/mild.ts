/** Warnings that many rows have and that are seldom a mistake: a new payee, a name in other letters, a bank that says nothing of names. */
export const isMild = (code: string): boolean =>
  code === 'first_payment' || code === 'name_transliterated' || code === 'name_not_checked';
