/** `/coming-soon?part=…`: says honestly that a part of the portal does not exist yet. */
import { IconHourglass } from '@tabler/icons-react';
import { useTranslations } from '../../i18n/index.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';

export type ComingPart = 'cards' | 'crypto' | 'payouts' | 'statements' | 'support';

export function ComingSoonPage({ part }: { part?: ComingPart | undefined }) {
  const t = useTranslations('shell.errors');
  const names = useTranslations('shell.nav');
  return (
    <>
      <PageHeader title={part ? names(part) : t('comingSoonTitle')} />
      <EmptyState
        icon={<IconHourglass aria-hidden="true" />}
        title={t('comingSoonTitle')}
        text={t('comingSoonText')}
        action={<ButtonLink to="/">{t('home')}</ButtonLink>}
      />
    </>
  );
}
