/**
 * An account without an IBAN: what that means, and the request for one, which includes its terms; then its progress. The live channel
 * updates it.
 */
import { type Account, requestIban, termsVersions } from '@calmly/contract';
import { newIdempotencyKey } from '@calmly/portal-kit/session/bank.ts';
import { isRefusal } from '@calmly/portal-kit/session/outcome.ts';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { HelpLink } from '@calmly/ui/help-link.tsx';
import dialog from '@calmly/ui/layers/dialog.module.css';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Card, Notice } from '@calmly/ui/surface.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { TermsCard } from '../../../clients/portal/terms/index.ts';
import classes from './accounts.module.css';
import { acceptIbanTermsMutation, ibanRequestsQuery, requestIbanMutation } from './queries.ts';

export function IbanCard({ account }: { account: Account }) {
  const t = useTranslations('accounts');
  const requests = useQuery(ibanRequestsQuery);
  const [key, setKey] = useState(newIdempotencyKey);
  const asking = useMutation(requestIbanMutation(account, key));
  const accepted = useClient().acceptedTerms.iban_mdle?.version === termsVersions.iban_mdle;
  const [terms, setTerms] = useState(false);

  const newest = requests.data?.find(({ accountId }) => accountId === account.id);
  if (newest?.status === 'REQUESTED')
    return (
      <Notice tone="info" title={t('ibanPending')}>
        {t('ibanPendingText')} <HelpLink of="ibanPending" />
      </Notice>
    );
  const ask = () =>
    asking.mutate(undefined, {
      onSuccess: () => {
        showSnackbar(t('ibanAsked'));
        setKey(newIdempotencyKey());
      },
      // After a lost answer, another click repeats the same request; otherwise it is a new one.
      onError: (error) => isRefusal(error) && setKey(newIdempotencyKey()),
    });
  return (
    <Card>
      <Grid gap={24} rowGap={8} align="center" className={classes.iban}>
        <div>
          <h3>{t('ibanTitle')}</h3>
          <p>{t('ibanText')}</p>
        </div>
        <NeedsRight endpoint={requestIban} label={t('ibanAsk')} align="end">
          <Button variant="solid" busy={asking.isPending} onClick={() => (accepted ? ask() : setTerms(true))}>
            {t('ibanAsk')}
          </Button>
        </NeedsRight>
        {newest?.reason && (
          <Notice tone="warning" title={t('ibanRefused')}>
            {t(`ibanRefusals.${newest.reason}`)}
          </Notice>
        )}
        <ProblemNotice error={asking.error} />
      </Grid>
      {terms && (
        <IbanTerms
          onDone={() => setTerms(false)}
          onAccepted={() => {
            setTerms(false);
            ask();
          }}
        />
      )}
    </Card>
  );
}

function IbanTerms({ onDone, onAccepted }: { onDone: () => void; onAccepted: () => void }) {
  const t = useTranslations();
  const id = useId();
  const problemText = useProblemText();
  const accepting = useMutation(acceptIbanTermsMutation);
  return (
    <Dialog labelledBy={id} onCancel={onDone}>
      <h2 id={id} className={`${dialog.title} ${classes.termsTitle}`}>
        {t('accounts.ibanTermsTitle')}
      </h2>
      <TermsCard
        products={['iban_mdle']}
        busy={accepting.isPending}
        problem={accepting.error ? `${t('terms.failed')} ${problemText(accepting.error)}` : undefined}
        onAccept={() => accepting.mutate(undefined, { onSuccess: onAccepted })}
        other={
          <Button size="l" onClick={onDone}>
            {t('ui.cancel')}
          </Button>
        }
      />
    </Dialog>
  );
}
