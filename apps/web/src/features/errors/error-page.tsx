/** Any error that a screen did not handle itself: a generic title and a link to continue. */
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslations } from '../../i18n/index.tsx';
import { Button } from '../../ui/button.tsx';
import { DocumentTitle } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import classes from './errors.module.css';

export function ErrorPage() {
  const t = useTranslations('shell.errors');
  return (
    <main className={classes.page}>
      <DocumentTitle title={t('genericTitle')} />
      <EmptyState
        level={1}
        icon={<IconCloudOff aria-hidden="true" />}
        title={t('genericTitle')}
        text={t('genericText')}
        action={
          <Button variant="solid" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        }
      />
    </main>
  );
}
