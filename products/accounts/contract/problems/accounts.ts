/** Accounts: opening, naming, closing and getting an IBAN. */
import type { Problems } from '@calmly/contract-kit/problem-table.ts';

export const accountsProblems = {
  account_limit: {
    status: 409,
    en: 'You already have {count, plural, one {# account} other {# accounts}} in {currency}, which is the maximum.',
    ru: 'Больше счетов в валюте {currency} открыть нельзя: их уже {count}.',
  },
  account_not_empty: {
    status: 409,
    en: 'The account still holds {amount}. Move the money to another account first.',
    ru: 'На счёте осталось {amount}. Сначала переведите деньги на другой счёт.',
  },
  account_reserved: {
    status: 409,
    en: '{amount} is reserved for payments in progress. You can close the account once they’re complete.',
    ru: '{amount} зарезервировано под незавершённые платежи. Когда они завершатся, счёт можно будет закрыть.',
  },
  account_last: {
    status: 409,
    en: 'This is your only account. Open another one before you close it.',
    ru: 'Это ваш единственный счёт. Сначала откройте другой.',
  },
  account_changed: {
    status: 409,
    en: 'This account was renamed in the meantime. Check the name and try again.',
    ru: 'Счёт тем временем переименовали. Проверьте название и повторите.',
  },
  account_closed: {
    status: 409,
    en: 'This account is closed.',
    ru: 'Этот счёт закрыт.',
  },
  iban_terms_needed: {
    status: 409,
    en: 'Accept the IBAN terms first.',
    ru: 'Сначала примите условия по IBAN.',
  },
  iban_pending: {
    status: 409,
    en: 'You’ve already requested an IBAN in {currency}. It’s on its way.',
    ru: 'IBAN в валюте {currency} уже запрошен и скоро появится.',
  },
  iban_exists: {
    status: 409,
    en: 'This account already has an IBAN.',
    ru: 'У этого счёта уже есть IBAN.',
  },
} as const satisfies Problems;
