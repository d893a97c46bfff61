/** One payout: the part of the page for its current state. */
import type { PayoutDetails } from '@calmly/contract';
import { useSeesConfidential } from '@calmly/portal-kit/session/rights.ts';
import { AskMenu } from '@calmly/portal-kit/shared/ask-about.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { Grid, Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { FactsShape } from '@calmly/ui/pictures/shapes.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isNoPayout, payoutQuery } from '../queries.ts';
import { isFinished } from '../words.tsx';
import { Workbench } from '../workbench/workbench.tsx';
import { Crumbs } from './crumbs.tsx';
import classes from './payout.module.css';
import { PayoutActions } from './payout-actions.tsx';
import { PayoutName } from './payout-name.tsx';
import { PayoutNews } from './payout-news.tsx';
import type { PayoutPart } from './payout-part.ts';
import { Reading } from './reading.tsx';
import { Refused } from './refused.tsx';
import { Repairing } from './repairing.tsx';
import { type StepName, Steps } from './steps.tsx';

const ConfirmStep = onDemand(async () => (await import('../paying/confirm-step.tsx')).ConfirmStep);
const Mapping = onDemand(async () => (await import('./mapping.tsx')).Mapping);
const Masked = onDemand(async () => (await import('../paying/masked.tsx')).Masked);
const Results = onDemand(async () => (await import('../paying/results.tsx')).Results);

/** The code of the next step, preloaded so that the page is never empty between two steps. */
const nextSteps: Readonly<Partial<Record<PayoutPart, { preload: () => Promise<unknown> }>>> = {
  reading: Mapping,
  bench: ConfirmStep,
  confirm: Results,
};

interface PayoutPageProps {
  readonly id: string;
  /** Opened explicitly: the columns of a read file, or the totals. */
  readonly step: 'columns' | 'confirm' | undefined;
  /** Lists only rows with this warning. */
  readonly warning: string | undefined;
}

export function PayoutPage({ id, ...opened }: PayoutPageProps) {
  const t = useTranslations('payouts');
  const payout = useQuery(payoutQuery(id));
  if (payout.data) return <OpenPayout payout={payout.data} {...opened} />;
  return (
    <>
      <PageHeader title={t('title')} />
      {payout.isError && isNoPayout(payout.error) ? (
        <EmptyState
          icon={<IconFileOff aria-hidden="true" />}
          title={t('notFound.title')}
          text={t('notFound.text')}
          action={<ButtonLink to="/payments/payouts">{t('notFound.back')}</ButtonLink>}
        />
      ) : payout.isError ? (
        <ErrorState error={payout.error} onRetry={() => void payout.refetch()} />
      ) : (
        <FactsShape facts={8} />
      )}
    </>
  );
}

interface OpenPayoutProps extends Omit<PayoutPageProps, 'id'> {
  readonly payout: PayoutDetails;
}

function OpenPayout({ payout, step, warning }: OpenPayoutProps) {
  const t = useTranslations('payouts');
  const sees = useSeesConfidential();
  const isMasked = payout.confidential && !sees;
  const name = isMasked ? t('confidential.name', { number: payout.number }) : payout.name;
  const part = partOf(payout, step);
  const at = stepOf[part];
  useEffect(() => {
    // A failure is shown when the step is opened.
    nextSteps[part]?.preload().catch(() => undefined);
  }, [part]);
  return (
    // Focusable, because a dialog leaves the focus here if its button has gone.
    <Stack
      as="section"
      gap={16}
      shrink
      className={classes.page}
      data-part={part}
      aria-label={name}
      tabIndex={-1}
    >
      <PageHeader title={t('title')} />
      <div className={classes.head}>
        <Grid gap={8} shrink>
          <Crumbs
            name={isMasked ? <span>{name}</span> : <PayoutName payout={payout} />}
            isOld={isFinished(payout.status)}
            isConfidential={payout.confidential}
          />
          <Steps current={at} isOver={payout.status === 'DONE'} />
        </Grid>
        <Inline wrap gap={8} align="center">
          {isMasked ? (
            <AskMenu kind="payout" id={payout.id} />
          ) : (
            <PayoutActions payout={payout} part={part} />
          )}
        </Inline>
      </div>
      {isMasked ? <Masked payout={payout} /> : <Part payout={payout} part={part} warning={warning} />}
      {!isMasked && <PayoutNews payout={payout} part={part} />}
    </Stack>
  );
}

const stepOf: Readonly<Record<PayoutPart, StepName>> = {
  reading: 'check',
  refused: 'upload',
  mapping: 'check',
  repairing: 'check',
  bench: 'check',
  confirm: 'confirm',
  results: 'pay',
};

function partOf({ status, file }: PayoutDetails, step: PayoutPageProps['step']): PayoutPart {
  switch (status) {
    case 'READING':
      return 'reading';
    case 'UNREADABLE':
      return step === 'columns' && file ? 'mapping' : 'refused';
    case 'MAPPING':
      return 'mapping';
    case 'REPAIRING':
      return 'repairing';
    case 'DRAFT':
      if (step === 'columns' && file) return 'mapping';
      return step === 'confirm' ? 'confirm' : 'bench';
    default:
      return 'results';
  }
}

interface PartProps extends Pick<OpenPayoutProps, 'payout' | 'warning'> {
  readonly part: PayoutPart;
}

function Part({ payout, part, warning }: PartProps) {
  switch (part) {
    case 'reading':
      return <Reading payout={payout} />;
    case 'refused':
      return <Refused payout={payout} />;
    case 'mapping':
      return <Mapping key={payout.version} payout={payout} />;
    case 'bench':
      return <Workbench key={warning} payout={payout} warning={warning} />;
    case 'repairing':
      return <Repairing payout={payout} />;
    case 'confirm':
      return <ConfirmStep payout={payout} />;
    default:
      return <Results payout={payout} />;
  }
}
