/**
 * Withdraws from a wallet to an address outside the bank: typed and checked, or from the address book. The network's fee, the total debit
 * and the code come before anything is sent; a colleague's approval may follow.
 */
import { isSentForApproval, type Wallet } from '@calmly/contract';
import { type CryptoAsset, displayAmount, formatDecimal, parseDecimal, shortAddress } from '@calmly/domain';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { AmountField } from '@calmly/portal-kit/shared/amount/amount-field.tsx';
import { readAmount, tidyAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { MoneyDialog } from '@calmly/portal-kit/shared/form/money-fields.tsx';
import { useMoneyForm } from '@calmly/portal-kit/shared/form/use-money-form.ts';
import { useTellSent } from '@calmly/portal-kit/shared/sent-for-approval.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { SelectField, TextField } from '@calmly/ui/fields/field.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { SummaryLine } from '@calmly/ui/surface.tsx';
import { IconArrowUpRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { payeesQuery, quoteQuery, withdrawMutation } from '../queries.ts';
import { useAddressCheck } from './address-fault.ts';
import { useCoolingOffText } from './use-cooling-off-text.ts';
import classes from './withdraw.module.css';

export function WithdrawDialog({ wallet, onClose }: { wallet: Wallet; onClose: () => void }) {
  const t = useTranslations('wallets.withdrawal');
  const faultsOf = useTranslations('wallets.addressFaults');
  const { asset } = wallet;
  const problemText = useProblemText();
  const tellSent = useTellSent();
  const coolingOffText = useCoolingOffText();
  const quote = useQuery(quoteQuery(asset));
  const payees = (useQuery(payeesQuery).data?.Items ?? []).filter((each) => each.asset === asset);
  const amountOf = (text: string) => parseDecimal(text, asset) ?? 0n;
  const shown = (minor: bigint) => displayAmount(minor, asset).text;
  const form = useMoneyForm({
    intent: `crypto.withdraw.${asset}`,
    start: { payeeId: '', address: '', amount: '' },
    live: true,
    read: (values) => {
      const amount = readAmount(values.amount, asset);
      const faults = {
        address: values.payeeId ? undefined : addressFault(values.address),
        amount: amount.ok
          ? amountFault(amount.minor)
          : t(amount.code === 'required' ? 'amountMissing' : 'amountInvalid'),
      };
      if (faults.address || faults.amount || !amount.ok || !quote.data) return { faults };
      return {
        body: {
          asset,
          amount: formatDecimal(amount.minor, asset),
          quoteId: quote.data.id,
          ...(values.payeeId
            ? { payeeId: values.payeeId }
            : { address: checked.check?.address ?? values.address.trim() }),
        },
      };
    },
    mutation: withdrawMutation,
    onSent: (answer) => {
      onClose();
      if (isSentForApproval(answer)) return tellSent(answer);
      showSnackbar(t('done', { amount: amountText(answer.amount, asset) }));
    },
    onRefused: () => void quote.refetch(),
  });
  const { values, faults } = form;
  const chosen = payees.find(({ id }) => id === values.payeeId);
  const checked = useAddressCheck(asset, values.payeeId ? '' : values.address);

  function addressFault(typed: string): string | undefined {
    if (typed.trim() === '') return t('addressMissing');
    const fault = checked.check?.fault;
    if (fault) return faultsOf(fault, { asset });
    // The bank checks it again on submission.
    return undefined;
  }
  function amountFault(minor: bigint): string | undefined {
    if (!quote.data) return undefined;
    if (minor < amountOf(quote.data.minimum))
      return t('minimum', { minimum: amountText(quote.data.minimum, asset) });
    const most = amountOf(quote.data.largest);
    return minor > most
      ? t('short', { short: shown(minor - most), fee: amountText(quote.data.fee, asset) })
      : undefined;
  }

  const read = readAmount(values.amount, asset);
  const amountMinor = read.ok ? read.minor : 0n;
  const feeMinor = quote.data ? amountOf(quote.data.fee) : undefined;
  return (
    <MoneyDialog
      icon={<IconArrowUpRight aria-hidden="true" />}
      title={t('title', { asset })}
      text={t('text')}
      confirm={read.ok ? t('confirm', { amount: shown(amountMinor) }) : t('confirmEmpty')}
      form={form}
      disabled={!quote.data}
      onCancel={onClose}
    >
      {payees.length > 0 && (
        <SelectField {...form.text('payeeId')} label={t('payee')} help={chosen && coolingOffText(chosen)}>
          <option value="">{t('otherAddress')}</option>
          {payees.map((payee) => (
            <option key={payee.id} value={payee.id}>
              {[payee.label, shortAddress(payee.address), coolingOffText(payee)].filter(Boolean).join(' · ')}
            </option>
          ))}
        </SelectField>
      )}
      {!values.payeeId && (
        <TextField
          {...form.text('address')}
          label={t('address')}
          autoComplete="off"
          spellCheck={false}
          error={
            faults.address ?? (checked.check?.fault ? faultsOf(checked.check.fault, { asset }) : undefined)
          }
          help={
            checked.check?.address
              ? t('addressGood')
              : checked.isChecking
                ? t('addressChecking')
                : t('addressHelp', { asset })
          }
          onBlur={() => form.leave('address')}
        />
      )}
      <AmountField
        label={t('amount')}
        value={values.amount}
        currency={asset}
        error={faults.amount}
        help={t('available', { amount: amountText(wallet.available, asset) })}
        aside={
          <Most asset={asset} largest={quote.data?.largest} onChoose={(amount) => form.change({ amount })} />
        }
        onChange={(amount) => form.change({ amount })}
        onLeave={() => form.leave('amount')}
      />
      {quote.isError && !quote.data && (
        <ErrorState
          compact
          title={problemText(quote.error)}
          error={quote.error}
          onRetry={() => void quote.refetch()}
        />
      )}
      <Grid gap={12}>
        <SummaryLine label={t('fee')} note={t('feeNote')}>
          {quote.data ? <Amount value={quote.data.fee} currency={asset} /> : quote.isError ? '–' : '…'}
        </SummaryLine>
        <SummaryLine total label={t('total')}>
          {feeMinor === undefined ? (
            quote.isError ? (
              '–'
            ) : (
              '…'
            )
          ) : (
            <Amount value={formatDecimal(amountMinor + feeMinor, asset)} currency={asset} />
          )}
        </SummaryLine>
      </Grid>
    </MoneyDialog>
  );
}

interface MostProps {
  asset: CryptoAsset;
  largest: string | undefined;
  onChoose: (amount: string) => void;
}

function Most({ asset, largest, onChoose }: MostProps) {
  const t = useTranslations('wallets.withdrawal');
  const minor = largest === undefined ? 0n : (parseDecimal(largest, asset) ?? 0n);
  if (minor <= 0n) return null;
  return (
    <button type="button" className={classes.most} onClick={() => onChoose(tidyAmount(minor, asset))}>
      {t('all')}
    </button>
  );
}
