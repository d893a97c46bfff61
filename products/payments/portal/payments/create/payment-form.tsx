/** The form of a new payment: one column, 480 px wide. It displays values and reports changes; the surrounding screen decides. */
import type { Account, PaymentPreview } from '@calmly/contract';
import { isZeroDecimal } from '@calmly/domain';
import { AccountRow } from '@calmly/portal-kit/shared/account-row.tsx';
import { AmountField } from '@calmly/portal-kit/shared/amount/amount-field.tsx';
import { groupDigits } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import type { LiveQuote } from '@calmly/portal-kit/shared/amount/use-quote.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { Picker } from '@calmly/ui/fields/picker.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconArrowsExchange } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NextDates, ScheduleFields } from '../../orders/index.ts';
import { goesBySepa } from '../model/check-draft.ts';
import { amountCurrencyOf, convertedInto } from '../model/conversion.ts';
import type { ResolvedDraft } from '../model/resolved-draft.ts';
import { ConversionHelp } from './conversion-help.tsx';
import classes from './create.module.css';
import { MoreFields } from './fields/more-fields.tsx';
import { PayeeField } from './fields/payee-field.tsx';
import { ReferenceField } from './fields/reference-field.tsx';
import { ChargesField, WayField } from './fields/way-field.tsx';
import type { PaymentFormState } from './use-payment-form.ts';

interface PaymentFormProps {
  accounts: readonly Account[];
  draft: ResolvedDraft;
  live: LiveQuote;
  /** The latest figures, of a moment ago while others are on their way. */
  preview: PaymentPreview | undefined;
  form: PaymentFormState;
  /** What became of an attempt to send. */
  notice: ReactNode;
}

export function PaymentForm({ accounts, draft, live, preview, form, notice }: PaymentFormProps) {
  const t = useTranslations('payments.create');
  const orders = useTranslations('orders');
  const { values, debtorAccount, currency, payee } = draft;
  const { faults: errors, change, leave } = form;
  const own = values.kind === 'own';
  const into = convertedInto(draft);
  const amountCurrency = amountCurrencyOf(draft);
  const accountOptions = (listed: readonly Account[]) =>
    listed.map((account) => ({ key: account.id, content: <AccountRow account={account} /> }));
  const targets = accounts.filter(
    (account) => account.currency === debtorAccount?.currency && account.id !== debtorAccount?.id,
  );

  return (
    <div className={classes.form}>
      {notice}
      {values.repairOf && (
        <Notice tone="info" title={t('repairTitle')}>
          {t('repairText')}
        </Notice>
      )}
      <Segments
        block
        label={t('kind')}
        value={values.kind}
        options={[
          { value: 'someone', label: t('someone') },
          { value: 'own', label: t('own') },
        ]}
        onChange={(kind) => change({ kind })}
      />
      <Picker
        label={t('from')}
        name="debtorAccount"
        placeholder={t('chooseAccount')}
        options={accountOptions(accounts)}
        chosen={debtorAccount?.id}
        onChoose={(debtorAccountId) => change({ debtorAccountId })}
        error={errors.debtorAccount}
      />
      {own ? (
        <Picker
          label={t('toOwn')}
          name="creditorAccount"
          placeholder={t('chooseAccount')}
          options={accountOptions(targets)}
          chosen={payee?.kind === 'own' ? payee.account.id : undefined}
          onChoose={(creditorAccountId) => change({ creditorAccountId })}
          error={errors.creditorAccount}
          none={t('noOtherAccount', { currency })}
          footer={
            <Link to="/payments/create/{-$direction}" params={{ direction: 'exchange' }}>
              <IconArrowsExchange aria-hidden="true" />
              {t('otherCurrency')}
            </Link>
          }
        />
      ) : (
        <PayeeField
          values={values}
          payee={payee}
          nameCheck={draft.preview?.nameCheck}
          errors={errors}
          onChange={change}
          onLeave={leave}
        />
      )}
      <AmountField
        label={t('amount')}
        value={values.amount}
        currency={amountCurrency}
        other={
          into && {
            currency: amountCurrency === into ? currency : into,
            label: t('amountCurrency'),
            onChoose: () => change({ amountSide: amountCurrency === into ? 'SELL' : 'BUY' }),
          }
        }
        help={
          into && values.frequency === 'NOW' && values.amount ? (
            <ConversionHelp live={live} quote={draft.quote} side={values.amountSide} />
          ) : (
            debtorAccount &&
            t('available', { amount: amountText(debtorAccount.available, debtorAccount.currency) })
          )
        }
        error={errors.amount}
        aside={
          payee && <SendAll preview={preview} onChoose={(amount) => change({ amount, amountSide: 'SELL' })} />
        }
        onChange={(amount) => change({ amount })}
        onLeave={() => values.amount && leave('amount')}
      />
      {!own && <WayField preview={preview} values={values} onChange={change} />}
      <ReferenceField
        value={values.reference}
        sepa={goesBySepa({ preview })}
        help={t(own ? 'referenceOwnHelp' : 'referenceHelp')}
        error={errors.reference}
        onChange={(reference) => change({ reference })}
        onLeave={() => values.reference && leave('reference')}
      />
      {!values.repairOf && (
        <ScheduleFields values={values} errors={errors} offerNow onChange={change} onLeave={leave} />
      )}
      {values.frequency !== 'NOW' && (
        <NextDates form={{ ...values, frequency: values.frequency }}>
          <p>{orders('notReserved')}</p>
        </NextDates>
      )}
      {!own && <MoreFields form={form} />}
      {!own && preview?.scheme === 'SWIFT' && (
        <ChargesField preview={preview} values={values} onChange={change} />
      )}
    </div>
  );
}

/** Fills in the largest amount that the account can pay, the fee off. */
function SendAll({
  preview,
  onChoose,
}: {
  preview: PaymentPreview | undefined;
  onChoose: (amount: string) => void;
}) {
  const t = useTranslations('payments.create');
  if (!preview || isZeroDecimal(preview.largestAmount)) return null;
  const { largestAmount, currency } = preview;
  return (
    <button type="button" className="link" onClick={() => onChoose(groupDigits(largestAmount))}>
      {t('sendAll', { amount: amountText(largestAmount, currency) })}
    </button>
  );
}
