/** `/coming-soon?part=…`: says honestly that a part of the portal does not exist yet. Support is there already, by e-mail. */
import { IconHourglass, IconMail } from '@tabler/icons-react';
import { useTranslations } from '../../i18n/index.tsx';
import { supportEmail } from '../../session/support-email.ts';
import { AnchorButton, ButtonLink } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';

export type ComingPart = 'cards' | 'crypto' | 'payouts' | 'statements' | 'support';

export function ComingSoonPage({ part }: { part?: ComingPart | undefined }) {
  const t = useTranslations('shell.errors');
  const names = useTranslations('shell.nav');
  return (
    <>
      <PageHeader title={part ? names(part) : t('comingSoonTitle')} />
      {part === 'support' ? (
        <EmptyState
          icon={<IconMail aria-hidden="true" />}
          title={t('supportTitle')}
          text={t('supportText', { email: supportEmail })}
          action={<AnchorButton href={`mailto:${supportEmail}`}>{t('supportWrite')}</AnchorButton>}
        />
      ) : (
        <EmptyState
          icon={<IconHourglass aria-hidden="true" />}
          title={t('comingSoonTitle')}
          text={t('comingSoonText')}
          action={<ButtonLink to="/">{t('home')}</ButtonLink>}
        />
      )}
    </>
  );
}
