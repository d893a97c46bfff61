/**
 * `/confirm?token=…`: the target of the emailed link, in any browser. It needs a click: programs that scan emails open links, and must
 * not confirm an address for someone else.
 */
import { confirmEmailByLink } from '@calmly/contract';
import { ApiProblem, bank } from '@calmly/portal-kit/session/bank.ts';
import { rereadClient } from '@calmly/portal-kit/session/session.ts';
import { useSession } from '@calmly/portal-kit/session/state.ts';
import { useLinkToken } from '@calmly/portal-kit/shared/navigation/use-link-token.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconMailCheck, IconMailOpened, IconMailX } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import classes from '../onboarding.module.css';

type Outcome = 'asked' | 'confirmed' | 'dead';

export function ConfirmPage() {
  const t = useTranslations('onboarding.link');
  const signedIn = useSession().status === 'signed-in';
  const token = useLinkToken('/confirm', useSearch({ from: '/entry/confirm' }).token);
  const [outcome, setOutcome] = useState<Outcome>(token ? 'asked' : 'dead');
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await bank.call(confirmEmailByLink, { body: { token } });
      setOutcome('confirmed');
      await rereadClient();
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 422) setOutcome('dead');
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const on = signedIn ? (
    <ButtonLink to="/" variant="accent" size="l">
      {t('goOn')}
    </ButtonLink>
  ) : (
    <ButtonLink to="/login" variant="accent" size="l">
      {t('signIn')}
    </ButtonLink>
  );

  return (
    <div className={classes.link}>
      <DocumentTitle title={t('title')} />
      <ProblemNotice error={failure} />
      {outcome === 'asked' && (
        <EmptyState
          level={1}
          icon={<IconMailOpened aria-hidden="true" />}
          title={t('title')}
          text={t('text')}
          action={
            <Button variant="accent" size="l" busy={busy} onClick={() => void confirm()}>
              {t('confirm')}
            </Button>
          }
        />
      )}
      {outcome === 'confirmed' && (
        <EmptyState
          level={1}
          icon={<IconMailCheck aria-hidden="true" />}
          title={t('doneTitle')}
          text={signedIn ? undefined : t('doneText')}
          action={on}
        />
      )}
      {outcome === 'dead' && (
        <EmptyState
          level={1}
          icon={<IconMailX aria-hidden="true" />}
          title={t('deadTitle')}
          text={signedIn ? t('deadSignedIn') : t('deadText')}
          action={on}
        />
      )}
    </div>
  );
}
