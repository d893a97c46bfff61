/** Who is paid, and the bank details they are paid by. */
import type { FieldProblems, Problems } from './table.ts';

export const beneficiariesProblems = {
  beneficiary_deleted: {
    status: 422,
    en: 'This beneficiary was deleted. Choose or add another.',
    ru: 'Этот получатель удалён. Выберите или добавьте другого.',
  },
} as const satisfies Problems;

export const beneficiariesFieldProblems = {
  iban_checksum: {
    en: 'The check digits do not fit. Please compare the IBAN with the original.',
    ru: 'Контрольные цифры не сходятся. Сверьте IBAN с оригиналом.',
  },
  iban_length: {
    en: 'An IBAN of this country has {expected} characters, this one has {actual}.',
    ru: 'В IBAN этой страны {expected} знаков, а здесь {actual}.',
  },
  iban_country: { en: 'This country has no IBAN.', ru: 'В этой стране нет IBAN.' },
  iban_structure: {
    en: 'This IBAN has letters or digits where its country does not allow them.',
    ru: 'Буквы и цифры в этом IBAN стоят не так, как принято в его стране.',
  },
  iban_required: {
    en: 'A payment to this country needs an IBAN.',
    ru: 'Для платежа в эту страну нужен IBAN.',
  },
  bic_invalid: {
    en: 'A BIC has 8 or 11 letters and digits, like HASPDEHHXXX.',
    ru: 'BIC состоит из 8 или 11 букв и цифр, например HASPDEHHXXX.',
  },
  bic_country: {
    en: 'The BIC and the account are of different countries.',
    ru: 'BIC и счёт относятся к разным странам.',
  },
  sort_code_invalid: { en: 'A sort code has six digits.', ru: 'Сорт-код состоит из шести цифр.' },
  account_number_invalid: { en: 'This account number is not valid.', ru: 'Неверный номер счёта.' },
  routing_invalid: {
    en: 'This routing number is not valid.',
    ru: 'Неверный номер маршрутизации.',
  },
  own_account: {
    en: 'This is your own account. Use a transfer between accounts.',
    ru: 'Это ваш собственный счёт. Используйте перевод между счетами.',
  },
  duplicate_payee: {
    en: 'You already have a beneficiary with this account.',
    ru: 'Получатель с этим счётом уже есть.',
  },
} as const satisfies FieldProblems;
