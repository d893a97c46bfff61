/**
 * A new client's first steps, each ticked by the bank's data. Shown for the first weeks of a profile or until hidden. Only the browser
 * knows whether the app is installed.
 */
import {
  type Client,
  companyUserGrade,
  createBeneficiary,
  type FirstSteps,
  firstStepsDays,
} from '@calmly/contract';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { useInstall } from '@calmly/portal-kit/shared/browsers/install.ts';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { OpenAccount } from '../accounts/index.ts';
import classes from './first-steps.module.css';
import { firstStepsQuery, hideFirstStepsMutation } from './queries.ts';

const dayMs = 86_400_000;

const isNew = ({ createdAt, firstStepsHidden, grade }: Client): boolean =>
  !firstStepsHidden &&
  grade !== companyUserGrade &&
  Date.now() - Date.parse(createdAt) < firstStepsDays * dayMs;

/** The steps to show; undefined for a client who is no longer new, and while loading. */
export function useFirstSteps(): FirstSteps | undefined {
  const shown = isNew(useClient());
  const { data } = useQuery({ ...firstStepsQuery, enabled: shown });
  return shown ? data : undefined;
}

export function FirstStepsCard({ steps }: { steps: FirstSteps }) {
  const t = useTranslations('dashboard.firstSteps');
  const hiding = useMutation(hideFirstStepsMutation);
  const { installed, install } = useInstall();
  const { companyId } = steps;
  const done = [
    steps.hasAccount,
    steps.hasReceivedMoney,
    steps.hasPayee,
    steps.hasSecondFactor,
    installed,
  ].filter(Boolean).length;
  const count = companyId === null ? 5 : 6;
  return (
    <Card
      flush
      title={t(done === count ? 'doneTitle' : 'title')}
      aside={
        <Inline as="span" gap={8} align="center" className={classes.aside}>
          <span>{t('done', { done: String(done), count: String(count) })}</span>
          <Button
            size="s"
            variant="quiet"
            icon={<IconX aria-hidden="true" />}
            aria-label={t('hide')}
            busy={hiding.isPending}
            onClick={() => hiding.mutate()}
          />
        </Inline>
      }
    >
      <ProblemNotice error={hiding.error} />
      <ol className={classes.steps}>
        {companyId !== null && (
          <Step
            name="company"
            action={
              <ButtonLink to="/companies/add" search={{ company: companyId }} size="s" variant="solid">
                {t('company.action')}
              </ButtonLink>
            }
          />
        )}
        <Step
          name="account"
          done={steps.hasAccount}
          action={
            <OpenAccount>
              {(open) => (
                <Button size="s" onClick={open}>
                  {t('account.action')}
                </Button>
              )}
            </OpenAccount>
          }
        />
        <Step
          name="money"
          done={steps.hasReceivedMoney}
          action={
            <ButtonLink to="/requisites" size="s">
              {t('money.action')}
            </ButtonLink>
          }
        />
        <Step
          name="payee"
          done={steps.hasPayee}
          action={
            <NeedsRight endpoint={createBeneficiary} label={t('payee.action')} size="s" align="end">
              <ButtonLink to="/beneficiaries/add" size="s">
                {t('payee.action')}
              </ButtonLink>
            </NeedsRight>
          }
        />
        <Step
          name="factor"
          done={steps.hasSecondFactor}
          action={
            <ButtonLink to="/account-profile" search={{ tab: 'security' }} size="s">
              {t('factor.action')}
            </ButtonLink>
          }
        />
        <Step
          name="install"
          done={installed}
          action={
            install && (
              <Button size="s" onClick={install}>
                {t('install.action')}
              </Button>
            )
          }
        />
      </ol>
    </Card>
  );
}

type StepName = 'company' | 'account' | 'money' | 'payee' | 'factor' | 'install';

function Step({ name, done = false, action }: { name: StepName; done?: boolean; action: ReactNode }) {
  const t = useTranslations('dashboard.firstSteps');
  return (
    <Grid as="li" gap={16} rowGap={8} align="center" className={classes.step} data-done={done || undefined}>
      <span className={classes.mark} aria-hidden="true">
        {done && <IconCheck />}
      </span>
      <span>
        <span className={classes.name}>
          {t(`${name}.name`)}
          {done && <span className="visually-hidden">{t('isDone')}</span>}
        </span>
        {!done && (
          <Text as="span" size={13} tone="soft" block>
            {t(`${name}.text`)}
          </Text>
        )}
      </span>
      {!done && action && <span className={classes.action}>{action}</span>}
    </Grid>
  );
}
