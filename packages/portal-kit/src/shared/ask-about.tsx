/** Starts a message to the bank about the displayed item. */
import type { SupportSubject } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Menu } from '@calmly/ui/layers/popovers/menu.tsx';
import type { MenuAction } from '@calmly/ui/layers/popovers/menu-panel.tsx';
import { IconDots, IconMessageQuestion } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';

interface Subject {
  readonly kind: SupportSubject;
  readonly id: string;
}

/** The question as an action in the item's menu. */
export function useAskAbout({ kind, id }: Subject): MenuAction {
  const t = useTranslations('helpLinks');
  const navigate = useNavigate();
  return {
    text: t('ask'),
    icon: <IconMessageQuestion aria-hidden="true" />,
    onChoose: () => void navigate({ to: '/support', search: { ask: kind, about: id } }),
  };
}

/** A menu for an item without other actions; `alone` if nothing is next to it. */
export function AskMenu({ alone = false, ...subject }: Subject & { alone?: boolean }) {
  const t = useTranslations('helpLinks');
  const ask = useAskAbout(subject);
  return (
    <Menu icon={<IconDots aria-hidden="true" />} label={t('menu')} labelShown={alone} above actions={[ask]} />
  );
}
