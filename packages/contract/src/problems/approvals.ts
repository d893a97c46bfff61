/** Decisions on what somebody else asked for, and the policy that says whose they are. */
import type { FieldProblems, Problems } from './table.ts';

export const approvalsProblems = {
  approval_changed: {
    status: 409,
    en: 'What was asked for has changed meanwhile. Look at it again before you decide.',
    ru: 'За это время запрос изменился. Посмотрите его ещё раз, прежде чем решать.',
  },
  approval_closed: {
    status: 409,
    en: 'This no longer waits for a decision.',
    ru: 'Решение по этому запросу больше не требуется.',
  },
  approval_own_request: {
    status: 403,
    en: 'You asked for this yourself, so somebody else has to decide.',
    ru: 'Вы сами отправили этот запрос, поэтому решать должен кто-то другой.',
  },
  approval_not_yours: {
    status: 403,
    en: 'The policy names other people for this decision.',
    ru: 'По правилам компании это решение принимают другие люди.',
  },
  approval_not_your_turn: {
    status: 409,
    en: 'Somebody else has to decide before you.',
    ru: 'Сначала должен решить другой человек.',
  },
  approval_already_decided: {
    status: 409,
    en: 'You have already approved this.',
    ru: 'Вы уже одобрили этот запрос.',
  },
  approval_waiting: {
    status: 409,
    en: 'Such a change already waits for approval. Take it back first.',
    ru: 'Такое изменение уже ждёт одобрения. Сначала отзовите его.',
  },
  company_not_active: {
    status: 403,
    en: 'This company is not active, so nothing can be approved for it.',
    ru: 'Компания не активна, поэтому одобрить запрос нельзя.',
  },
  policy_changed: {
    status: 409,
    en: 'The policy was changed meanwhile. Look at it again before you change it.',
    ru: 'За это время правила изменили. Посмотрите их ещё раз, прежде чем менять.',
  },
} as const satisfies Problems;

export const approvalsFieldProblems = {
  not_an_approver: {
    en: 'This person may not approve. Give them the right to approve first.',
    ru: 'У этого человека нет права согласовывать. Сначала дайте ему это право.',
  },
  not_a_boss: {
    en: 'Only a boss of the company can approve.',
    ru: 'Одобрять могут только руководители компании.',
  },
  not_a_member: {
    en: 'This person does not work for the company.',
    ru: 'Этот человек не работает в компании.',
  },
  nobody_to_approve: {
    en: 'What {name} asks for could never be approved: nobody else would be left.',
    ru: 'Запросы, которые отправляет {name}, было бы некому одобрить.',
  },
  last_day_first: {
    en: 'The last day cannot be before the first.',
    ru: 'Последний день не может быть раньше первого.',
  },
} as const satisfies FieldProblems;
