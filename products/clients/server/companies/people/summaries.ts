/** What a code confirms about people, in both languages: who, and with which rights. Pure. */
import { type Right, type Rights, rightNames } from '@calmly/contract';
import { longDate } from '@calmly/domain';
import type { Locale } from '@calmly/platform/work.ts';

type Summary = Readonly<Record<Locale, string>>;

const rightWords: Readonly<Record<Locale, Readonly<Record<Right, string>>>> = {
  en: {
    is_boss: 'all administrator rights',
    can_request_trans: 'request payments',
    can_approve: 'approve payments and payees',
    can_create_benef: 'manage payees',
    can_plast_view: 'view cards',
    can_plast_perform: 'manage cards',
    can_view_documents: 'view documents',
    can_view_statements: 'view statements',
    can_view_confidential: 'view confidential payouts',
  },
  ru: {
    is_boss: 'все права администратора',
    can_request_trans: 'создавать платежи',
    can_approve: 'согласовывать платежи и получателей',
    can_create_benef: 'управлять получателями',
    can_plast_view: 'видеть карты',
    can_plast_perform: 'управлять картами',
    can_view_documents: 'видеть документы',
    can_view_statements: 'видеть выписки',
    can_view_confidential: 'видеть конфиденциальные выплаты',
  },
};

const onlyLook: Summary = { en: 'see accounts and payments', ru: 'видеть счета и платежи' };

/** The rights in words; an administrator's rights are one word. */
export function rightsInWords(rights: Rights, locale: Locale): string {
  const words = rightWords[locale];
  if (rights.is_boss) return words.is_boss;
  const held = rightNames.filter((name) => rights[name]).map((name) => words[name]);
  return held.length === 0 ? onlyLook[locale] : held.join(', ');
}

/** The granted rights as a fact of an approval: names of the matrix. */
export const rightsAsFact = (rights: Rights): string => rightNames.filter((name) => rights[name]).join(',');

function given(rights: Rights, validUntil: string | null, locale: Locale): string {
  const words = rightsInWords(rights, locale);
  if (validUntil === null) return words;
  // In UTC, like the portal's forms.
  return `${words}; ${locale === 'en' ? 'until' : 'до'} ${longDate(validUntil, locale)}`;
}

interface Offered {
  readonly rights: Rights;
  readonly validUntil: string | null;
}

/** `validUntil` is shown as a day in UTC. */
export const inviteSummary = (email: string, { rights, validUntil }: Offered): Summary => ({
  en: `Invite ${email}: ${given(rights, validUntil, 'en')}`,
  ru: `Пригласить ${email}: ${given(rights, validUntil, 'ru')}`,
});

/** Names all rights that the member will have, not only the new ones. */
export const changeSummary = (name: string, { rights, validUntil }: Offered): Summary => ({
  en: `New rights for ${name}: ${given(rights, validUntil, 'en')}`,
  ru: `Новые права: ${name} — ${given(rights, validUntil, 'ru')}`,
});

export const suspendSummary = (name: string, company: string): Summary => ({
  en: `Suspend ${name}’s access to ${company}`,
  ru: `Приостановить доступ к ${company}: ${name}`,
});

export const resumeSummary = (name: string, company: string): Summary => ({
  en: `Restore ${name}’s access to ${company}`,
  ru: `Восстановить доступ к ${company}: ${name}`,
});

export const removeSummary = (name: string, company: string): Summary => ({
  en: `Remove ${name} from ${company}`,
  ru: `Удалить из ${company}: ${name}`,
});

export const offerSummary = (name: string, company: string): Summary => ({
  en: `Hand over your administrator role at ${company} to ${name}`,
  ru: `Передать вашу роль администратора ${company}: ${name}`,
});

export const takeOverSummary = (company: string): Summary => ({
  en: `Become an administrator of ${company}`,
  ru: `Стать администратором ${company}`,
});

/** Names every right that the invitation grants, and until when (a day in UTC). */
export const acceptSummary = (company: string, { rights, validUntil }: Offered): Summary => ({
  en: `Accept the invitation from ${company}: ${given(rights, validUntil, 'en')}`,
  ru: `Принять приглашение ${company}: ${given(rights, validUntil, 'ru')}`,
});
