/** Whether only people with the right see a payout's rows. Shown to companies, to those who have the right themselves. */
import type { PayoutDetails } from '@calmly/contract';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { useSeesConfidential } from '../../session/rights.ts';
import { useClient } from '../../session/state.ts';
import { showFailure } from '../../shared/failure.tsx';
import { CheckboxField } from '../../ui/fields/field.tsx';
import { showSnackbar } from '../../ui/layers/snackbar.tsx';
import classes from './confidential-switch.module.css';
import { confidentialMutation } from './queries.ts';

export function ConfidentialSwitch({ payout }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts.confidential');
  const id = useId();
  const sees = useSeesConfidential();
  const isCompany = useClient().role === 'LEGAL';
  const switching = useMutation(confidentialMutation(payout.id));
  if (!isCompany || !sees) return null;
  const { version } = payout;
  const isOn = switching.isPending ? switching.variables.confidential : payout.confidential;
  return (
    <section className={classes.switch}>
      <CheckboxField
        label={t('label')}
        checked={isOn}
        disabled={switching.isPending}
        aria-describedby={id}
        onChange={(event) =>
          switching.mutate(
            { version, confidential: event.currentTarget.checked },
            {
              onSuccess: ({ confidential }) => showSnackbar(t(confidential ? 'on' : 'off')),
              onError: showFailure,
            },
          )
        }
      />
      <p id={id}>{t('text')}</p>
    </section>
  );
}
