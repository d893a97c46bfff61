/** Other actions of the other bank: refuse or delay a payment that has been sent, or return an executed one. */
import { type DeskPayment, type RailReason, railReasons } from '@calmly/contract';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { RadioRow, SelectField } from '@calmly/ui/fields/field.tsx';
import dialog from '@calmly/ui/layers/dialog.module.css';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useId } from 'react';
import classes from './desk.module.css';
import { decideMutation } from './queries.ts';
import { spans } from './spans.ts';

const said = { reject: 'rejected', postpone: 'postponed', return: 'sentBack' } as const;
interface Decision {
  readonly outcome: keyof typeof said;
  readonly reason: RailReason;
  readonly hours: number;
}

export function DecideDialog({ payment, onDone }: { payment: DeskPayment; onDone: () => void }) {
  const t = useTranslations('sandboxDesk');
  const titleId = useId();
  const isExecuted = payment.status === 'EXECUTED';
  const form = useForm({
    start: (): Decision => ({
      outcome: isExecuted ? 'return' : 'reject',
      reason: 'account_closed',
      hours: 24,
    }),
    read: (decision) => ({ body: { id: payment.id, ...decision } }),
    mutation: decideMutation,
    onSent: (_answer, { outcome }) => {
      showSnackbar(t(`payments.${said[outcome]}`, { number: payment.number }));
      onDone();
    },
  });
  const { values, change } = form;

  return (
    <Dialog labelledBy={titleId} onCancel={onDone}>
      <form {...form.props} className={classes.stack}>
        <div>
          <h2 id={titleId} className={dialog.title}>
            {t(isExecuted ? 'decide.returnTitle' : 'decide.title')}
          </h2>
          <Text tone="soft">
            {`${payment.number} · ${payment.creditorName} · ${amountText(payment.amount, payment.currency)}`}
          </Text>
        </div>
        {isExecuted ? (
          <p>{t('decide.returnText')}</p>
        ) : (
          <Grid as="fieldset" gap={16}>
            <legend className="visually-hidden">{t('decide.title')}</legend>
            {(['reject', 'postpone'] as const).map((choice) => (
              <RadioRow
                key={choice}
                name="outcome"
                title={t(`decide.${choice}`)}
                text={t(`decide.${choice}Text`)}
                checked={values.outcome === choice}
                onChange={() => change({ outcome: choice })}
              />
            ))}
          </Grid>
        )}
        {values.outcome === 'postpone' ? (
          <SelectField
            label={t('decide.wait')}
            value={values.hours}
            onChange={(event) => change({ hours: Number(event.target.value) })}
          >
            {spans.map(([span, value]) => (
              <option key={span} value={value}>
                {t(`spans.${span}`)}
              </option>
            ))}
          </SelectField>
        ) : (
          <SelectField
            label={t('decide.reason')}
            value={values.reason}
            onChange={(event) => change({ reason: event.target.value as RailReason })}
          >
            {railReasons.map((each) => (
              <option key={each} value={each}>
                {t(`reasons.${each}`)}
              </option>
            ))}
          </SelectField>
        )}
        <FormMessage form={form} />
        <div className={dialog.actions}>
          <Button onClick={onDone}>{t('decide.cancel')}</Button>
          <Button type="submit" variant="solid" busy={form.busy}>
            {t('decide.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
