/** Writes to the bank about what is on screen. */
import type { SupportSubject } from '@calmly/contract';
import { IconMessageQuestion } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslations } from '../i18n/index.tsx';
import { ButtonLink } from '../ui/button.tsx';

interface AskAboutProps extends Pick<ComponentProps<typeof ButtonLink>, 'size' | 'variant'> {
  kind: SupportSubject;
  id: string;
}

export function AskAbout({ kind, id, size = 's', variant = 'outline' }: AskAboutProps) {
  const t = useTranslations('helpLinks');
  return (
    <ButtonLink
      to="/support"
      search={{ ask: kind, about: id }}
      size={size}
      variant={variant}
      icon={<IconMessageQuestion aria-hidden="true" />}
    >
      {t('ask')}
    </ButtonLink>
  );
}
