/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, approvals } from '@calmly/platform/activity.ts';

const subjectWords = {
  en: '{kind, select, payment {a payment} payout {a payout} withdrawal {a crypto withdrawal} payee {a payee} people {a change of people and rights} policy {new approval rules} card {a card} other {a request}}',
  ru: '{kind, select, payment {платёж} payout {выплата} withdrawal {вывод криптовалюты} payee {получатель} people {изменение людей и прав} policy {новые правила согласования} card {карта} other {запрос}}',
};

export const activity: ActivityTexts = {
  'approval.approved': approvals(`Approved: ${subjectWords.en}`, `Согласовано: ${subjectWords.ru}`),
  'approval.consented': approvals(
    `Approved, more approvals needed: ${subjectWords.en}`,
    `Согласовано, нужны ещё согласования: ${subjectWords.ru}`,
  ),
  'approval.expired': approvals(
    `Approval expired: ${subjectWords.en}`,
    `Срок согласования истёк: ${subjectWords.ru}`,
  ),
  'approval.ended': approvals(
    `Closed, the requester may no longer ask for it: ${subjectWords.en}`,
    `Закрыто, у автора больше нет права: ${subjectWords.ru}`,
  ),
  'approval.lapsed': approvals(
    `Approvals of absent administrators no longer needed: ${subjectWords.en}`,
    `Согласование отсутствующих администраторов больше не нужно: ${subjectWords.ru}`,
  ),
  'approval.recalled': approvals(`Withdrawn: ${subjectWords.en}`, `Запрос отозван: ${subjectWords.ru}`),
  'approval.rejected': approvals(`Rejected: ${subjectWords.en}`, `Отклонено: ${subjectWords.ru}`),
  'approval.requested': approvals(
    `Awaiting approval: ${subjectWords.en}{via, select, application {, requested by {application}} other {}}`,
    `Ждёт согласования: ${subjectWords.ru}{via, select, application {, запрос приложения {application}} other {}}`,
  ),
  'approval.voided': approvals(
    `Approvals cancelled after a change: ${subjectWords.en}`,
    `Согласования отменены после изменения: ${subjectWords.ru}`,
  ),
  'policy.changed': approvals('Approval rules changed', 'Правила согласования изменены'),
};
