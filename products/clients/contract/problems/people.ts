/** A company's members, their rights and invitations. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const peopleProblems = {
  member_changed: {
    status: 409,
    en: 'This person’s rights or end date were changed in the meantime. Check them and try again.',
    ru: 'Права или срок доступа этого человека тем временем изменили. Проверьте их и повторите.',
  },
  last_approver: {
    status: 409,
    en: 'This would leave no one to approve payments by {name}. Change the rules first, or give someone else the right to approve.',
    ru: 'Согласовать платежи стало бы некому ({name}). Сначала измените правила или дайте право согласовывать другому человеку.',
  },
  last_boss: {
    status: 409,
    en: 'A company needs at least one administrator without an end date. Make someone else an administrator first.',
    ru: 'В компании должен остаться хотя бы один администратор с бессрочными правами. Сначала назначьте другого.',
  },
  already_member: {
    status: 409,
    en: 'This person already works for the company.',
    ru: 'Этот человек уже работает в компании.',
  },
  phone_needed: {
    status: 409,
    en: 'To request payments or be an administrator, this person needs a confirmed phone number. They can add it in their own profile, under Personal data.',
    ru: 'Чтобы создавать платежи или быть администратором, нужен подтверждённый телефон. Его можно добавить в личном профиле, в разделе «Личные данные».',
  },
  invitation_limit: {
    status: 409,
    en: 'You already have {most, plural, one {# open invitation} other {# open invitations}}. Withdraw one first.',
    ru: '{most, plural, one {Уже открыто # приглашение} few {Уже открыто # приглашения} many {Уже открыто # приглашений} other {Уже открыто # приглашения}}. Сначала отзовите одно из них.',
  },
  invitation_dead: {
    status: 422,
    en: 'This invitation was used, withdrawn or has expired. Ask for a new one.',
    ru: 'Это приглашение уже использовано, отозвано или устарело. Попросите прислать новое.',
  },
  invitation_for_other: {
    status: 409,
    en: 'This invitation is for a different email address. Sign in with that one, or ask for an invitation to yours.',
    ru: 'Это приглашение отправлено на другую почту. Войдите с ней или попросите пригласить вас по вашей.',
  },
  already_client: {
    status: 409,
    en: 'You already have a profile with this email. Sign in to accept the invitation.',
    ru: 'У вас уже есть профиль с этой почтой. Войдите, чтобы принять приглашение.',
  },
} as const satisfies Problems;

export const peopleFieldProblems = {
  already_member: {
    en: 'This person is already a member of the company.',
    ru: 'Этот человек уже числится в компании.',
  },
  already_invited: {
    en: 'We’ve already sent an invitation to this address. You can send it again.',
    ru: 'На эту почту уже отправлено приглашение. Его можно отправить ещё раз.',
  },
  end_in_past: { en: 'Choose a date in the future.', ru: 'Выберите дату в будущем.' },
  end_too_far: {
    en: 'Choose a date within the next five years, or leave it empty.',
    ru: 'Выберите дату в ближайшие пять лет или оставьте поле пустым.',
  },
} as const satisfies FieldProblems;
