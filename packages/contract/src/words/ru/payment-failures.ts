import type { FailureSentences } from '../en/payment-failures.ts';

export const failureSentences: FailureSentences = {
  account_closed: 'Этот счёт закрыт в банке получателя.',
  account_unknown: 'В банке получателя нет такого счёта.',
  beneficiary_deceased: 'Банк получателя сообщил, что владелец счёта умер.',
  bank_unreachable: 'Не удалось связаться с банком получателя.',
  regulatory: 'Банк получателя отказал из-за требований регулятора.',
  name_mismatch: 'Имя не совпадает со счётом.',
  creditor_refused: 'Получатель отказался от платежа.',
  bank_refused: 'Банк получателя отказал, не назвав причины.',
  not_permitted: 'Мы не можем провести этот платёж.',
  canceled_by_client: 'Отменён по вашей просьбе.',
  approval_rejected: 'Отклонён при согласовании.',
  approval_recalled: 'Отозван тем, кто его создал.',
  approval_expired: 'Не согласован вовремя.',
  approval_requester_left: 'Автор платежа больше не может платить.',
  no_funds: 'На счёте не хватило денег.',
};
