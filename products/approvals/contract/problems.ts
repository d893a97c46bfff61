/** Approvals and the approval rules. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const approvalsProblems = {
  approval_changed: {
    status: 409,
    en: 'The request has changed. Review it again before you decide.',
    ru: 'Запрос изменился. Проверьте его ещё раз, прежде чем принять решение.',
  },
  approval_closed: {
    status: 409,
    en: 'This request is closed and needs no decision.',
    ru: 'Запрос закрыт, решение больше не требуется.',
  },
  approval_own_request: {
    status: 403,
    en: 'This is your own request, so another approver has to decide.',
    ru: 'Это ваш запрос, поэтому решение должен принять другой человек.',
  },
  approval_not_yours: {
    status: 403,
    en: 'Your company’s rules name other approvers for this request.',
    ru: 'По правилам компании это решение принимают другие люди.',
  },
  approval_not_your_turn: {
    status: 409,
    en: 'Another approver has to decide first.',
    ru: 'Сначала должен решить другой согласующий.',
  },
  approval_already_decided: {
    status: 409,
    en: 'You have already approved this.',
    ru: 'Вы уже согласовали этот запрос.',
  },
  approval_requester_left: {
    status: 409,
    en: 'The person who requested this may no longer do so. You can only reject it.',
    ru: 'У автора запроса больше нет такого права. Запрос можно только отклонить.',
  },
  approval_waiting: {
    status: 409,
    en: 'A change like this is already awaiting approval. Withdraw it first.',
    ru: 'Такое изменение уже ждёт согласования. Сначала отзовите его.',
  },
  company_not_active: {
    status: 403,
    en: 'This company isn’t active, so its requests can’t be approved.',
    ru: 'Компания не активна, поэтому согласовать запрос нельзя.',
  },
  policy_changed: {
    status: 409,
    en: 'The rules have been changed. Review them again before you change them.',
    ru: 'Правила изменили. Посмотрите их ещё раз, прежде чем менять.',
  },
} as const satisfies Problems;

export const approvalsFieldProblems = {
  not_an_approver: {
    en: 'This person can’t approve. Give them the right to approve first.',
    ru: 'У этого человека нет права согласовывать. Сначала дайте ему это право.',
  },
  not_a_boss: {
    en: 'Only an administrator of the company can approve.',
    ru: 'Согласовывать может только администратор компании.',
  },
  not_a_member: {
    en: 'This person isn’t a member of the company.',
    ru: 'Этот человек не числится в компании.',
  },
  nobody_to_approve: {
    en: 'There would be no one to approve requests from {name}.',
    ru: 'Запросы, которые создаёт {name}, было бы некому согласовать.',
  },
  last_day_first: {
    en: 'The last day can’t be before the first.',
    ru: 'Последний день не может быть раньше первого.',
  },
} as const satisfies FieldProblems;
