import type { PaymentStatuses } from '../en/payment-statuses.ts';

export const paymentStatuses: PaymentStatuses = {
  CREATED: 'Ждёт согласования',
  SUBMITTED: 'Принят',
  TO_AML_REVIEW: 'Проверяется',
  UNDER_REVIEW: 'На проверке',
  HOLD_AML: 'На проверке',
  HOLD_OTHER: 'Приостановлен',
  AML_APPROVED: 'Проверен',
  AML_REJECTED: 'Не прошёл проверку',
  IN_PROCESS: 'Отправляется',
  PENDING_FINANCE_INSTITUTION: 'Отправлен',
  EXECUTED: 'Исполнен',
  REJECTED: 'Отклонён',
  CANCELED: 'Отменён',
  OVERDUE: 'Просрочен',
};
