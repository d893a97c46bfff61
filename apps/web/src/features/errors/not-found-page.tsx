/** What an unknown address shows: the specification's sentence and a link to the homepage. */
import { IconMapOff } from '@tabler/icons-react';
import { useTranslations } from '../../i18n/index.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { DocumentTitle } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function NotFoundPage() {
  const t = useTranslations('shell.errors');
  return (
    <>
      <DocumentTitle title={t('notFoundTitle')} />
      <EmptyState
        level={1}
        icon={<IconMapOff aria-hidden="true" />}
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
