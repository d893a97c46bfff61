/** Sets whether only people with the right see a payout's rows. Shown in companies, to people who have the right. */
import { type PayoutDetails, setPayoutConfidential } from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { useSeesConfidential } from '@calmly/portal-kit/session/rights.ts';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { mutationOptions, useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import classes from './confidential-switch.module.css';
import { payoutQuery, takeIn } from './queries.ts';
import { savedVersion } from './saving.ts';

export function ConfidentialSwitch({ payout }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts.confidential');
  const switching = useMutation(confidentialMutation(payout.id, payout.version));
  const isOn = switching.isPending ? switching.variables : payout.confidential;
  return (
    <ConfidentialChoice
      isOn={isOn}
      isDisabled={switching.isPending}
      onChange={(isWanted) =>
        switching.mutate(isWanted, {
          onSuccess: ({ confidential }) => showSnackbar(t(confidential ? 'on' : 'off')),
          onError: showFailure,
        })
      }
    />
  );
}

interface ConfidentialChoiceProps {
  readonly isOn: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** The switch itself, for a payout that does not exist yet. */
export function ConfidentialChoice({ isOn, isDisabled, onChange }: ConfidentialChoiceProps) {
  const t = useTranslations('payouts.confidential');
  const id = useId();
  const sees = useSeesConfidential();
  const isCompany = useClient().role === 'LEGAL';
  if (!isCompany || !sees) return null;
  return (
    <Grid as="section" gap={4} className={classes.switch}>
      <CheckboxField
        label={t('label')}
        checked={isOn}
        disabled={isDisabled}
        aria-describedby={id}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <Text size={13} tone="soft" id={id}>
        {t('text')}
      </Text>
    </Grid>
  );
}

/** Hides or shows a payout's rows. Waits until typed rows are saved. `version` is used only if the payout is not cached. */
const confidentialMutation = (id: string, version: number) =>
  mutationOptions({
    mutationKey: ['payouts', 'confidential', id],
    mutationFn: async (confidential: boolean, { client }) =>
      bank.call(setPayoutConfidential, {
        params: { id },
        body: { version: await savedVersion(client, { id, version }), confidential },
      }),
    onSuccess: (payout, _sent, _context, { client }) => takeIn(client, payout),
    onError: (_problem, _sent, _context, { client }) =>
      client.invalidateQueries({ queryKey: payoutQuery(id).queryKey }),
  });
