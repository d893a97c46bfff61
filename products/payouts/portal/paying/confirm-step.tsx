/** The totals: each account's debit and remaining balance, the day, and the confirmation with a code. */
import { isSentForApproval, isSerious, type PayoutDetails, type PayoutPreview } from '@calmly/contract';
import { formatDecimal, isCurrency, latestPayOn, parseDecimal } from '@calmly/domain';
import { MoneyFields } from '@calmly/portal-kit/shared/form/money-fields.tsx';
import { useMoneyForm } from '@calmly/portal-kit/shared/form/use-money-form.ts';
import { useTellSent } from '@calmly/portal-kit/shared/sent-for-approval.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { DateField } from '@calmly/ui/dates/date-field.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { useBottomBar } from '@calmly/ui/layers/bottom-bar.ts';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { FactsShape } from '@calmly/ui/pictures/shapes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ConfidentialSwitch } from '../confidential-switch.tsx';
import { PartTitle } from '../payout/part-title.tsx';
import { FundingCard } from './funding-card.tsx';
import classes from './paying.module.css';
import { PayoutWarnings } from './payout-warnings.tsx';
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
  const again = useTranslations('payments.create');
  const tellSent = useTellSent();
  const bar = useBottomBar();
  const rows = preview.funding.reduce((sum, one) => sum + one.rows, 0);
  const totals = totalsOf(preview.funding);
  const { filePaidAs } = payout;
  const isShort = preview.funding.some(({ balanceAfter }) => balanceAfter.startsWith('-'));
  const isComparing = preview.uncomparedNames > 0;
  const serious = preview.warnings.filter(({ code }) => isSerious(code));
  /** The warnings that the tick refers to: it does not count for warnings that appear later. */
  const warned = JSON.stringify(serious);
  const form = useMoneyForm({
    intent: `payouts.confirm.${payout.id}`,
    start: { when: 'now' as 'now' | 'date', payOn: '', allowRepeat: false, checked: '', skipNames: false },
    live: true,
    read: ({ when, payOn, allowRepeat, checked, skipNames }) => {
      const faults = {
        ...(when === 'date' && !payOn && { payOn: t('dateRequired') }),
        ...(filePaidAs !== null && !allowRepeat && { allowRepeat: t('payTwiceRequired') }),
        ...(serious.length > 0 && checked !== warned && { checked: t('checkedMissing') }),
      };
      if (Object.keys(faults).length > 0) return { faults };
      return {
        body: {
          version: preview.version,
          mode: preview.leftOut > 0 ? ('READY' as const) : ('ALL' as const),
          payOn: when === 'date' ? payOn : null,
          ...(filePaidAs !== null && { allowRepeat }),
          ...(isComparing && skipNames && { skipNameCheck: true }),
          ...(serious.length > 0 && { acknowledgedWarnings: serious }),
        },
      };
    },
    mutation: confirmMutation(payout.id),
    onSent: (answer) => (isSentForApproval(answer) ? tellSent(answer) : showSnackbar(t('confirmed'))),
  });
  const isDated = form.values.when === 'date';
  const [single, ...more] = totals;
  const amount =
    single && more.length === 0 ? amountText(single.total, single.currency) : t('rowsOf', { rows });
  const verb = preview.needsApproval ? 'send' : isDated ? 'schedule' : 'pay';
  return (
    <Grid as="form" {...form.props} gap={16} className={classes.confirm}>
      <PartTitle>{t('title')}</PartTitle>
      <Grid gap={4}>
        {totals.map(({ currency, total }) => (
          <Amount
            key={currency}
            size={totals.length === 1 ? 'figure' : 'total'}
            value={total}
            currency={currency}
          />
        ))}
        <Text tone="soft">
          {t('summary', { rows, payees: preview.payees })}
          {preview.newPayees > 0 && `, ${t('newPayees', { count: preview.newPayees })}`}
        </Text>
      </Grid>
      <MoneyFields form={form}>
        <PayoutWarnings payoutId={payout.id} preview={preview} />
        {serious.length > 0 && (
          <Tick
            form={form}
            name="checked"
            label={t('checked')}
            checked={form.values.checked === warned}
            onTick={(checked) => form.change({ checked: checked ? warned : '' })}
          />
        )}
        {isComparing && (
          <Grid gap={8} className={classes.comparing}>
            <p role="status">{t('comparing', { count: preview.uncomparedNames })}</p>
            <CheckboxField
              name="skipNames"
              label={t('skipNames')}
              checked={form.values.skipNames}
              onChange={(event) => form.change({ skipNames: event.currentTarget.checked })}
            />
          </Grid>
        )}
        <Grid gap={16} className={classes.cards}>
          {preview.funding.map((funding) => (
            <FundingCard key={funding.accountId} funding={funding} />
          ))}
        </Grid>
        {preview.leftOut > 0 && <Notice tone="warning">{t('leftOut', { count: preview.leftOut })}</Notice>}
        <ConfidentialSwitch payout={payout} />
        <Grid gap={8} items="start" className={classes.when}>
          <Text as="span" weight="label">
            {t('when')}
          </Text>
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
        </Grid>
        {filePaidAs !== null && (
          <Notice tone="warning" title={t('paidBefore')}>
            <div className={classes.paidBefore}>
              <Link className="link" to="/payments/payouts/$id" params={{ id: filePaidAs }}>
                {t('openPaid')}
              </Link>
              <Tick
                form={form}
                name="allowRepeat"
                label={t('payTwice')}
                checked={form.values.allowRepeat}
                onTick={(allowRepeat) => form.change({ allowRepeat })}
              />
            </div>
          </Notice>
        )}
      </MoneyFields>
      <p className={classes.note}>
        {preview.needsApproval && `${t('approval')} `}
        {t('code')}
      </p>
      <Inline wrap gap={8} className={classes.buttons} {...bar}>
        <ButtonLink to="/payments/payouts/$id" params={{ id: payout.id }} search={{}} size="l">
          {t('backShort')}
        </ButtonLink>
        <Button
          type="submit"
          variant="accent"
          size="l"
          busy={form.busy}
          disabled={!form.locked && (rows === 0 || isShort || (isComparing && !form.values.skipNames))}
        >
          {form.locked ? again('checkAgain') : t(verb, { amount })}
        </Button>
      </Inline>
    </Grid>
  );
}

interface TickProps {
  form: { readonly faults: Readonly<Record<string, string | undefined>> };
  name: 'allowRepeat' | 'checked';
  label: string;
  checked: boolean;
  onTick: (checked: boolean) => void;
}

/** A required checkbox, with an error under it if it is missing. */
function Tick({ form, name, label, checked, onTick }: TickProps) {
  const fault = form.faults[name];
  return (
    <Grid gap={4} className={classes.tick}>
      <CheckboxField
        name={name}
        label={label}
        checked={checked}
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${name}-fault`}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
      <Text id={`${name}-fault`} size={13} tone="red" role="alert">
        {fault}
      </Text>
    </Grid>
  );
}

/** The debits by currency. */
function totalsOf(funding: PayoutPreview['funding']) {
  const byCurrency = Map.groupBy(funding, ({ currency }) => currency);
  return [...byCurrency].map(([currency, accounts]) => ({
    currency,
    total: sumOf(
      accounts.map(({ total }) => total),
      currency,
    ),
  }));
}

function sumOf(amounts: readonly string[], currency: string): string {
  if (!isCurrency(currency)) throw new Error(`${currency} is no currency`);
  return formatDecimal(
    amounts.reduce((sum, amount) => sum + (parseDecimal(amount, currency) ?? 0n), 0n),
    currency,
  );
}

const today = (): string => new Date().toLocaleDateString('sv');
