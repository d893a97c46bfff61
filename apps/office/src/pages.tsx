/** Pages for what is not there or went wrong. */
import { ApiProblem } from '@calmly/contract';
import { isSignedIn } from '@calmly/products/office/office/session/state.ts';
import { DocumentTitle, ScreenTitle } from '@calmly/products/office/office/shared/title.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { useOnline } from '@calmly/ui/online.ts';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState, OfflineState } from '@calmly/ui/states.tsx';
import { IconCloudOff } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import classes from './pages.module.css';

export function NotFoundPage() {
  const t = useTranslations('office.shell');
  const inShell = isSignedIn();
  const Frame = inShell ? 'div' : 'main';
  return (
    <Frame className={classes.page}>
      {inShell ? <ScreenTitle title={t('notFound')} /> : <DocumentTitle title={t('notFound')} />}
      <EmptyState
        level={inShell ? 2 : 1}
        drawing={<Drawing name="text" />}
        title={t('notFound')}
        text={t('notFoundText')}
        action={
          <ButtonLink to="/work" variant="solid">
            {t('toWork')}
          </ButtonLink>
        }
      />
    </Frame>
  );
}

/** The bank did not answer when the office began, or a screen failed. */
export function BrokenPage({ error }: Partial<ErrorComponentProps>) {
  const t = useTranslations('office.shell');
  const ui = useTranslations('ui');
  const router = useRouter();
  const online = useOnline();
  const isUnanswered = error instanceof ApiProblem;
  const title = isUnanswered ? t('startFailed') : t('broken');
  return (
    <main className={classes.page}>
      <DocumentTitle title={online ? title : ui('offlineTitle')} />
      {online ? (
        <EmptyState
          level={1}
          icon={<IconCloudOff aria-hidden="true" />}
          title={title}
          text={isUnanswered ? t('startFailedText') : t('brokenText')}
          action={
            <Button
              variant="solid"
              onClick={() => (isUnanswered ? void router.invalidate() : location.reload())}
            >
              {isUnanswered ? ui('tryAgain') : t('reload')}
            </Button>
          }
        />
      ) : (
        <OfflineState level={1} />
      )}
    </main>
  );
}
