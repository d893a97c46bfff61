import { failureSentences } from '@calmly/contract/words/ru/payment-failures';
import { paymentStatuses } from '@calmly/contract/words/ru/payment-statuses';
import type { Translated } from '@calmly/texts/translated.ts';
import type { paymentCourse as source } from '../en/payment-course.ts';

export const paymentCourse: Translated<typeof source> = {
  steps: paymentStatuses,
  next: {
    CREATED: 'Отправим, как только его согласуют.',
    SUBMITTED: 'Проверим его, обычно это занимает несколько секунд.',
    TO_AML_REVIEW: 'Проверяем имена и суммы, обычно это занимает несколько секунд.',
    UNDER_REVIEW: 'Платёж проверяет наш сотрудник. От вас ничего не нужно.',
    HOLD_AML: 'Если что-то понадобится, мы вам напишем.',
    HOLD_OTHER: 'До его получения платёж приостановлен.',
    AML_APPROVED: 'Проверка завершена. Дальше отправим платёж.',
    IN_PROCESS: 'Отправляем в платёжную сеть.',
    PENDING_FINANCE_INSTITUTION: 'Платёж отправлен, ждём ответа банка получателя.',
    PENDING_NETWORK: 'Транзакция в сети, ждём подтверждений.',
    OVERDUE: 'Срок прошёл, а оплата ещё не поступила.',
  },
  done: {
    PENDING_FINANCE_INSTITUTION: 'Отправлен через {way}',
    PENDING_NETWORK: 'Транзакция отправлена в сеть',
    EXECUTED_OUT: 'Получил банк: {bank}',
    EXECUTED_INSIDE: 'Деньги на счёте',
    EXECUTED_NETWORK: 'Подтверждено сетью',
    EXECUTED_IN: 'Зачислено на счёт «{account}»',
    REJECTED: 'Деньги вернулись на счёт «{account}».',
    CANCELED: 'Деньги вернулись на счёт «{account}».',
    theirBank: 'банк получателя',
  },
  byCard: {
    approved: 'Одобрена',
    held: 'Деньги удержаны, пока магазин их не спишет.',
    collected: 'Магазин списал деньги',
  },
  deposit: {
    confirming: 'Подтверждается',
    seen: 'Перевод виден в сети и ждёт подтверждений.',
  },
  reasons: {
    ...failureSentences,
    under_review: 'Мы проверяем этот платёж.',
    checks_passed: 'Проверка пройдена',
    document_needed: 'Нужен документ, подтверждающий, за что платёж.',
    document_received: 'Документ получен, мы его проверяем.',
    instant_unavailable:
      'Банк получателя сейчас не принимает мгновенные переводы, поэтому отправляем обычным платежом.',
    returned: 'Банк получателя вернул деньги.',
    card_released: 'Магазин не списал деньги, и они снова доступны на карте.',
    card_declined: 'Оплата картой отклонена.',
    card_dispute_reversed:
      'Магазин вернул деньги за оплату, спор о которой вы выиграли, поэтому мы отменили зачисление по спору.',
    chain_reorganised: 'Сеть отменила это поступление до подтверждения.',
    deposit_too_small: 'Сумма меньше минимальной для поступления.',
    chain_failed: 'Сеть отклонила транзакцию. Средства снова в кошельке.',
  },
};
