/** What the other bank does beside settling: it refuses or lets wait what is on its way, and sends back what was executed. */
import { type DeskPayment, type RailReason, railReasons } from '@calmly/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { ProblemNotice } from '../../shared/problem-notice.tsx';
import { amountText } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioRow, SelectField } from '../../ui/field.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import classes from './desk.module.css';
import { decideMutation } from './queries.ts';
import { spans } from './spans.ts';

const said = { reject: 'rejected', postpone: 'postponed', return: 'sentBack' } as const;
type Outcome = keyof typeof said;

export function DecideDialog({ payment, onDone }: { payment: DeskPayment; onDone: () => void }) {
  const t = useTranslations('sandboxDesk');
  const titleId = useId();
  const deciding = useMutation(decideMutation);
  const isExecuted = payment.status === 'EXECUTED';
  const [outcome, setOutcome] = useState<Outcome>(isExecuted ? 'return' : 'reject');
  const [reason, setReason] = useState<RailReason>('account_closed');
  const [hours, setHours] = useState(24);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (deciding.isPending) return;
    deciding.mutate(
      { id: payment.id, outcome, reason, hours },
      {
        onSuccess: () => {
          showSnackbar(t(`payments.${said[outcome]}`, { number: payment.number }));
          onDone();
        },
      },
    );
  };

  return (
    <Dialog labelledBy={titleId} onCancel={onDone}>
      <form className={classes.stack} onSubmit={submit}>
        <div>
          <h2 id={titleId} className={dialog.title}>
            {t(isExecuted ? 'decide.returnTitle' : 'decide.title')}
          </h2>
          <p className={classes.quiet}>
            {`${payment.number} · ${payment.creditorName} · ${amountText(payment.amount, payment.currency)}`}
          </p>
        </div>
        {isExecuted ? (
          <p>{t('decide.returnText')}</p>
        ) : (
          <fieldset className={classes.choices}>
            <legend className="visually-hidden">{t('decide.title')}</legend>
            {(['reject', 'postpone'] as const).map((choice) => (
              <RadioRow
                key={choice}
                name="outcome"
                title={t(`decide.${choice}`)}
                text={t(`decide.${choice}Text`)}
                checked={outcome === choice}
                onChange={() => setOutcome(choice)}
              />
            ))}
          </fieldset>
        )}
        {outcome === 'postpone' ? (
          <SelectField
            label={t('decide.wait')}
            value={hours}
            onChange={(event) => setHours(Number(event.target.value))}
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
            value={reason}
            onChange={(event) => setReason(event.target.value as RailReason)}
          >
            {railReasons.map((each) => (
              <option key={each} value={each}>
                {t(`reasons.${each}`)}
              </option>
            ))}
          </SelectField>
        )}
        <ProblemNotice error={deciding.error} />
        <div className={dialog.actions}>
          <Button onClick={onDone}>{t('decide.cancel')}</Button>
          <Button type="submit" variant="solid" busy={deciding.isPending}>
            {t('decide.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
