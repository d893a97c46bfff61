/** Moves money between an account and a card: a top-up with its fee, or back free of charge. */
import type { Account, CardDetails } from '@calmly/contract';
import { formatDecimal, isCurrency, parseDecimal } from '@calmly/domain';
import { AccountRow } from '@calmly/portal-kit/shared/account-row.tsx';
import { AmountField } from '@calmly/portal-kit/shared/amount/amount-field.tsx';
import { readAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { MoneyDialog } from '@calmly/portal-kit/shared/form/money-fields.tsx';
import { useMoneyForm } from '@calmly/portal-kit/shared/form/use-money-form.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { accountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Picker } from '@calmly/ui/fields/picker.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { SummaryLine } from '@calmly/ui/surface.tsx';
import { IconArrowBackUp, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type MoveKind, moveMutation, offerQuery } from '../queries.ts';
import classes from './actions.module.css';
import { type MoveCost, topUpCost } from './move-cost.ts';

interface MoveDialogProps {
  card: CardDetails;
  kind: MoveKind;
  onClose: () => void;
}

export function MoveDialog({ card, kind, onClose }: MoveDialogProps) {
  const t = useTranslations(`cards.${kind}`);
  const currency = isCurrency(card.currency) ? card.currency : 'EUR';
  const held = useQuery(accountsQuery);
  const accounts = (held.data ?? []).filter((each) => each.currency === currency);
  const offer = useQuery(offerQuery).data;
  const accountOf = (id: string): Account | undefined =>
    accounts.find((each) => each.id === id) ?? accounts[0];
  const costOf = (amount: bigint): MoveCost =>
    kind === 'topUp' ? topUpCost(amount, offer?.topUpPercent ?? '0') : { fee: 0n, total: amount };
  const minor = (decimal: string) => parseDecimal(decimal, currency) ?? 0n;
  const form = useMoneyForm({
    intent: `cards.${kind}.${card.id}`,
    start: { accountId: '', amount: '' },
    live: true,
    read: ({ accountId, amount: text }) => {
      const account = accountOf(accountId);
      const amount = readAmount(text, currency);
      if (!account) return { faults: { account: t('noAccount') } };
      if (!amount.ok) return { faults: { amount: t('amountMissing') } };
      const most = minor(kind === 'topUp' ? account.available : card.available);
      const { total } = costOf(amount.minor);
      if (total > most) {
        const short = amountText(formatDecimal(total - most, currency), currency);
        return { faults: { amount: t('short', { short, name: account.name }) } };
      }
      return {
        body: { account: account.number, amount: formatDecimal(amount.minor, currency) },
      };
    },
    mutation: moveMutation(card.id, kind),
    onSent: ({ amount }) => {
      showSnackbar(t('done', { amount: amountText(amount, currency), name: card.name }));
      onClose();
    },
  });
  const { values, faults } = form;
  const account = accountOf(values.accountId);
  const read = readAmount(values.amount, currency);
  const cost = costOf(read.ok ? read.minor : 0n);
  const line = (amount: bigint) => <Amount value={formatDecimal(amount, currency)} currency={currency} />;
  return (
    <MoneyDialog
      icon={kind === 'topUp' ? <IconWallet aria-hidden="true" /> : <IconArrowBackUp aria-hidden="true" />}
      title={t('title', { name: card.name })}
      text={t('text', { percent: offer?.topUpPercent ?? '…' })}
      confirm={
        read.ok
          ? t('confirm', { amount: amountText(formatDecimal(read.minor, currency), currency) })
          : t('confirmEmpty')
      }
      form={form}
      disabled={held.isPending || (kind === 'topUp' && !offer)}
      onCancel={onClose}
    >
      <AmountField
        label={t('amount')}
        value={values.amount}
        currency={currency}
        help={kind === 'withdraw' && t('onCard', { amount: amountText(card.available, currency) })}
        error={faults.amount}
        onChange={(amount) => form.change({ amount })}
        onLeave={() => undefined}
      />
      <Picker
        label={t('account')}
        name="account"
        placeholder={t('account')}
        options={accounts.map((each) => ({ key: each.id, content: <AccountRow account={each} /> }))}
        chosen={account?.id}
        onChoose={(accountId) => form.change({ accountId })}
        error={faults.account}
      />
      {kind === 'topUp' && (
        <Grid gap={8} className={classes.summary}>
          <SummaryLine label={t('arrives')}>{line(read.ok ? read.minor : 0n)}</SummaryLine>
          <SummaryLine label={t('fee')} note={t('feeNote', { percent: offer?.topUpPercent ?? '…' })}>
            {line(cost.fee)}
          </SummaryLine>
          <SummaryLine total label={t('leaves', { name: account?.name ?? '' })}>
            {line(cost.total)}
          </SummaryLine>
        </Grid>
      )}
      <ProblemNotice error={held.isLoadingError ? held.error : undefined} />
    </MoneyDialog>
  );
}
