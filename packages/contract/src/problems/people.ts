/** Who works for a company: members, their rights and the invitations. */
import type { FieldProblems, Problems } from './table.ts';

export const peopleProblems = {
  last_approver: {
    status: 409,
    en: 'The approval rules could not be met any more: payments by {name} would have no one left to approve them. Change the rules first, or give someone else the right to approve.',
    ru: 'Правила согласования станет невозможно выполнить: согласовать запросы этого человека будет некому ({name}). Сначала измените правила или дайте право согласовывать кому-нибудь ещё.',
  },
  last_boss: {
    status: 409,
    en: 'A company needs at least one boss without an end date. Make somebody else a boss first.',
    ru: 'В компании должен остаться хотя бы один руководитель с бессрочными правами. Сначала назначьте другого.',
  },
  already_member: {
    status: 409,
    en: 'This person already works for the company.',
    ru: 'Этот человек уже работает в компании.',
  },
  phone_needed: {
    status: 409,
    en: 'Who requests payments or is a boss needs a confirmed telephone. It is added in the own profile, under Personal data.',
    ru: 'Чтобы создавать платежи или быть руководителем, нужен подтверждённый телефон. Его добавляют в своём профиле, в разделе «Личные данные».',
  },
  invitation_limit: {
    status: 409,
    en: '{most, plural, one {# invitation is} other {# invitations are}} open already. Take one back first.',
    ru: '{most, plural, one {Уже открыто # приглашение} few {Уже открыто # приглашения} many {Уже открыто # приглашений} other {Уже открыто # приглашения}}. Сначала отзовите одно из них.',
  },
  invitation_dead: {
    status: 422,
    en: 'This invitation was already used, taken back or has expired. Ask for another one.',
    ru: 'Это приглашение уже использовано, отозвано или устарело. Попросите прислать новое.',
  },
  invitation_for_other: {
    status: 409,
    en: 'This invitation is for another e-mail than yours. Sign in with that one, or ask to be invited with yours.',
    ru: 'Это приглашение выписано на другую почту. Войдите с ней или попросите пригласить вас по вашей.',
  },
  already_client: {
    status: 409,
    en: 'You already have a profile with this e-mail. Sign in and accept the invitation.',
    ru: 'У вас уже есть профиль с этой почтой. Войдите и примите приглашение.',
  },
} as const satisfies Problems;

export const peopleFieldProblems = {
  already_member: {
    en: 'This person already works for the company.',
    ru: 'Этот человек уже работает в компании.',
  },
  already_invited: {
    en: 'This address is invited already. You can send that invitation again.',
    ru: 'На эту почту уже отправлено приглашение. Его можно отправить ещё раз.',
  },
  end_in_past: { en: 'Choose a day in the future.', ru: 'Выберите день в будущем.' },
  end_too_far: {
    en: 'Choose a day within the next five years, or no end at all.',
    ru: 'Выберите день в ближайшие пять лет или оставьте без срока.',
  },
} as const satisfies FieldProblems;
