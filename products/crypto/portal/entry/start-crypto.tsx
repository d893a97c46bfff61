/** Asks whether to start with crypto; the button shows the terms if they are not accepted yet, creates the user and opens the crypto area. */
import { createCryptoUser, termsVersions } from '@calmly/contract';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconCurrencyBitcoin } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { TermsCard } from '../../../clients/portal/terms/index.ts';
import { startMutation } from '../queries.ts';
import classes from './entry.module.css';

export function StartCrypto() {
  const t = useTranslations('crypto.start');
  const problemText = useProblemText();
  const { acceptedTerms } = useClient();
  const isAccepted = acceptedTerms.crypto?.version === termsVersions.crypto;
  const [isReading, setIsReading] = useState(false);
  const starting = useMutation(startMutation(() => showSnackbar(t('done'))));
  const start = () => starting.mutate({ isAccepting: !isAccepted });
  if (isReading)
    return (
      <div className={classes.terms}>
        <TermsCard
          products={['crypto']}
          busy={starting.isPending}
          problem={starting.error ? problemText(starting.error) : undefined}
          onAccept={start}
          other={
            <Button size="l" onClick={() => setIsReading(false)}>
              {t('back')}
            </Button>
          }
        />
      </div>
    );
  return (
    <>
      <EmptyState
        icon={<IconCurrencyBitcoin aria-hidden="true" />}
        title={t('question')}
        text={t('text')}
        action={
          <>
            <ButtonLink to="/dashboard" size="l">
              {t('no')}
            </ButtonLink>
            <NeedsRight endpoint={createCryptoUser} label={t('yes')} size="l">
              <Button
                variant="accent"
                size="l"
                busy={starting.isPending}
                onClick={() => (isAccepted ? start() : setIsReading(true))}
              >
                {t('yes')}
              </Button>
            </NeedsRight>
          </>
        }
      />
      <ProblemNotice error={starting.error} />
    </>
  );
}
