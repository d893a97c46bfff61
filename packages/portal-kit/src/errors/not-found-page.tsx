/** The page for an unknown address: the specification's sentence and a link to the homepage. In the shell its title is in the top bar. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { DocumentTitle, PageHeader } from '@calmly/ui/page-header.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';

export function NotFoundPage({ inShell = false }: { inShell?: boolean }) {
  const t = useTranslations('shell.errors');
  return (
    <>
      {inShell ? <PageHeader title={t('notFoundShort')} /> : <DocumentTitle title={t('notFoundTitle')} />}
      <EmptyState
        level={inShell ? 2 : 1}
        drawing={<Drawing name="text" />}
        title={t('notFoundTitle')}
        text={t('notFoundText')}
        action={
          <ButtonLink to="/" variant="solid">
            {t('home')}
          </ButtonLink>
        }
      />
    </>
  );
}
