/** Explains that a part of the portal isn't available, and what to do instead. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';

export type ComingPart = 'cards' | 'payouts';

export function ComingSoonPage({ part }: { part?: ComingPart | undefined }) {
  const t = useTranslations('comingSoon');
  const names = useTranslations('shell.nav');
  return (
    <>
      <PageHeader title={part ? names(part) : t('other.title')} />
      <EmptyState
        drawing={<Drawing name={part === 'payouts' ? 'list' : 'card'} />}
        title={t(`${part ?? 'other'}.title`)}
        text={t(`${part ?? 'other'}.text`)}
        action={<NextStep part={part} />}
      />
    </>
  );
}

/** An existing alternative. */
function NextStep({ part }: { part: ComingPart | undefined }) {
  const t = useTranslations('comingSoon');
  const home = useTranslations('shell.errors');
  switch (part) {
    case 'payouts':
      return <ButtonLink to="/payments/create/{-$direction}">{t('payouts.action')}</ButtonLink>;
    default:
      return <ButtonLink to="/">{home('home')}</ButtonLink>;
  }
}
