/** A member's rights in a few words, for a row. */
import { type Rights, rightNames } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';

/** `const inWords = useRightsInWords(); … inWords(member.rights)`; an administrator's rights are one word. */
export function useRightsInWords(): (rights: Rights) => string {
  const t = useTranslations('rights');
  return (rights) => {
    if (rights.is_boss) return t('is_boss.text');
    const held = rightNames.filter((name) => rights[name]);
    return held.length === 0 ? t('always.name') : held.map((name) => t(`${name}.name`)).join(' · ');
  };
}
