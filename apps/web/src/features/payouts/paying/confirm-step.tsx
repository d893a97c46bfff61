/** The totals: what leaves each account, what is left there, when, and the confirmation with a code. */
import { isSentForApproval, type PayoutDetails, type PayoutPreview } from '@calmly/contract';
import { latestPayOn } from '@calmly/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from '../../../i18n/index.tsx';
import { FormMessage } from '../../../shared/form/form-message.tsx';
import { useForm } from '../../../shared/form/use-form.ts';
import { useTellSent } from '../../../shared/sent-for-approval.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/dates/date-field.tsx';
import { CheckboxField } from '../../../ui/fields/field.tsx';
import { Segments } from '../../../ui/fields/segments.tsx';
import { showSnackbar } from '../../../ui/layers/snackbar.tsx';
import { FactsShape } from '../../../ui/pictures/shapes.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Notice } from '../../../ui/surface.tsx';
import { ConfidentialSwitch } from '../confidential-switch.tsx';
import { PartTitle } from '../payout/part-title.tsx';
import { FundingCard } from './funding-card.tsx';
import classes from './paying.module.css';
import { confirmMutation, previewQuery } from './queries.ts';

export function ConfirmStep({ payout }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts.confirm');
  const preview = useQuery(previewQuery(payout));
  const back = (
    <ButtonLink to="/payments/payouts/$id" params={{ id: payout.id }} search={{}}>
      {t('back')}
    </ButtonLink>
  );
  if (preview.data) return <Totals payout={payout} preview={preview.data} />;
  if (!preview.isError) return <FactsShape facts={6} />;
  return (
    <ErrorState
      title={t('failedTitle')}
      error={preview.error}
      onRetry={() => void preview.refetch()}
      action={back}
    />
  );
}

function Totals({ payout, preview }: { payout: PayoutDetails; preview: PayoutPreview }) {
  const t = useTranslations('payouts.confirm');
  const tellSent = useTellSent();
  const rows = preview.funding.reduce((sum, one) => sum + one.rows, 0);
  const { filePaidAs } = payout;
  const isShort = preview.funding.some(({ balanceAfter }) => balanceAfter.startsWith('-'));
  const form = useForm({
    start: { when: 'now' as 'now' | 'date', payOn: '', allowRepeat: false },
    read: ({ when, payOn, allowRepeat }) => {
      const faults = {
        ...(when === 'date' && !payOn && { payOn: t('dateRequired') }),
        ...(filePaidAs !== null && !allowRepeat && { allowRepeat: t('payTwiceRequired') }),
      };
      if (Object.keys(faults).length > 0) return { faults };
      return {
        body: {
          version: preview.version,
          mode: preview.leftOut > 0 ? ('READY' as const) : ('ALL' as const),
          payOn: when === 'date' ? payOn : null,
          ...(filePaidAs !== null && { allowRepeat }),
        },
      };
    },
    mutation: confirmMutation(payout.id),
    onSent: (answer) => (isSentForApproval(answer) ? tellSent(answer) : showSnackbar(t('confirmed'))),
  });
  const isDated = form.values.when === 'date';
  return (
    <form {...form.props} className={classes.confirm}>
      <PartTitle>{t('title')}</PartTitle>
      <div className={classes.cards}>
        {preview.funding.map((funding) => (
          <FundingCard key={funding.accountId} funding={funding} />
        ))}
      </div>
      <p className={classes.payees}>
        {t('payees', { count: preview.payees })}
        {preview.newPayees > 0 && `, ${t('newPayees', { count: preview.newPayees })}`}
      </p>
      {preview.leftOut > 0 && <Notice tone="warning">{t('leftOut', { count: preview.leftOut })}</Notice>}
      <ConfidentialSwitch payout={payout} />
      <div className={classes.when}>
        <span className={classes.whenLabel}>{t('when')}</span>
        <Segments
          label={t('when')}
          value={form.values.when}
          options={[
            { value: 'now', label: t('now') },
            { value: 'date', label: t('onDate') },
          ]}
          onChange={(when) => form.change({ when })}
        />
        {isDated && (
          <DateField
            name="payOn"
            label={t('date')}
            value={form.values.payOn}
            min={today()}
            max={latestPayOn(today())}
            help={t('setAside')}
            error={form.faults.payOn}
            onChange={(payOn) => form.change({ payOn })}
          />
        )}
        {payout.columns.includes('executionDate') && <p className={classes.note}>{t('rowDates')}</p>}
      </div>
      {filePaidAs !== null && (
        <Notice tone="warning" title={t('paidBefore')}>
          <div className={classes.paidBefore}>
            <Link className="link" to="/payments/payouts/$id" params={{ id: filePaidAs }}>
              {t('openPaid')}
            </Link>
            <CheckboxField
              name="allowRepeat"
              label={t('payTwice')}
              checked={form.values.allowRepeat}
              aria-invalid={form.faults.allowRepeat ? true : undefined}
              onChange={(event) => form.change({ allowRepeat: event.currentTarget.checked })}
            />
            {form.faults.allowRepeat && <p className={classes.short}>{form.faults.allowRepeat}</p>}
          </div>
        </Notice>
      )}
      <FormMessage form={form} />
      <p className={classes.note}>{t('code')}</p>
      <div className={classes.buttons}>
        <ButtonLink to="/payments/payouts/$id" params={{ id: payout.id }} search={{}} size="l">
          {t('back')}
        </ButtonLink>
        <Button type="submit" variant="accent" size="l" busy={form.busy} disabled={rows === 0 || isShort}>
          {isDated ? t('schedule', { count: rows }) : t('pay', { count: rows })}
        </Button>
      </div>
    </form>
  );
}

const today = (): string => new Date().toLocaleDateString('sv');
