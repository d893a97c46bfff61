/** Accounts: opening, naming, closing, and the IBAN of one. */
import type { Problems } from './table.ts';

export const accountsProblems = {
  account_limit: {
    status: 409,
    en: 'There are {count} accounts in {currency} already, the most there may be.',
    ru: 'Больше счетов в валюте {currency} открыть нельзя: их уже {count}.',
  },
  account_not_empty: {
    status: 409,
    en: 'There is still {amount} on this account. Move it away first.',
    ru: 'На счёте ещё {amount}. Сначала переведите деньги.',
  },
  account_reserved: {
    status: 409,
    en: '{amount} is reserved for payments on their way. Close the account once they have arrived.',
    ru: 'На счёте зарезервировано {amount} под платежи в пути. Закрыть счёт можно после их исполнения.',
  },
  account_last: {
    status: 409,
    en: 'This is the last account. Open another one before you close it.',
    ru: 'Это последний счёт. Сначала откройте другой.',
  },
  account_closed: {
    status: 409,
    en: 'This account is closed.',
    ru: 'Этот счёт закрыт.',
  },
  iban_terms_needed: {
    status: 409,
    en: 'Accept the terms of IBAN accounts first.',
    ru: 'Сначала примите условия для счетов с IBAN.',
  },
  iban_pending: {
    status: 409,
    en: 'An IBAN in {currency} has been asked for and is on its way.',
    ru: 'IBAN в валюте {currency} уже запрошен и скоро появится.',
  },
  iban_exists: {
    status: 409,
    en: 'This account has an IBAN.',
    ru: 'У этого счёта уже есть IBAN.',
  },
} as const satisfies Problems;
