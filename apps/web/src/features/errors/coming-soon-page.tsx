/** Says that a part of the portal isn't built yet, and what to do instead. Support is available by email. */

import { supportEmail } from '@calmly/domain';
import { IconMail } from '@tabler/icons-react';
import { useTranslations } from '../../i18n/index.tsx';
import { AnchorButton, ButtonLink } from '../../ui/button.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';

export type ComingPart = 'cards' | 'payouts' | 'support';

export function ComingSoonPage({ part }: { part?: ComingPart | undefined }) {
  const t = useTranslations('comingSoon');
  const names = useTranslations('shell.nav');
  return (
    <>
      <PageHeader title={part ? names(part) : t('other.title')} />
      <EmptyState
        {...pictureOf(part)}
        title={t(`${part ?? 'other'}.title`)}
        text={part === 'support' ? t('support.text', { email: supportEmail }) : t(`${part ?? 'other'}.text`)}
        action={<NextStep part={part} />}
      />
    </>
  );
}

/** What will be there, drawn. */
function pictureOf(part: ComingPart | undefined) {
  if (part === 'support') return { icon: <IconMail aria-hidden="true" /> };
  return { drawing: <Drawing name={part === 'payouts' ? 'list' : 'card'} /> };
}

/** What does the same job today. */
function NextStep({ part }: { part: ComingPart | undefined }) {
  const t = useTranslations('comingSoon');
  const home = useTranslations('shell.errors');
  switch (part) {
    case 'support':
      return <AnchorButton href={`mailto:${supportEmail}`}>{t('support.action')}</AnchorButton>;
    case 'payouts':
      return <ButtonLink to="/payments/create/{-$direction}">{t('payouts.action')}</ButtonLink>;
    default:
      return <ButtonLink to="/">{home('home')}</ButtonLink>;
  }
}
