/** Moves money between an account in euro and the EPI wallet, one to one and free of charge. */
import type { CryptoRequestType, Wallet } from '@calmly/contract';
import { displayAmount, formatDecimal, parseDecimal } from '@calmly/domain';
import { AccountRow } from '@calmly/portal-kit/shared/account-row.tsx';
import { AmountField } from '@calmly/portal-kit/shared/amount/amount-field.tsx';
import { readAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { MoneyDialog } from '@calmly/portal-kit/shared/form/money-fields.tsx';
import { useMoneyForm } from '@calmly/portal-kit/shared/form/use-money-form.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { accountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { Picker } from '@calmly/ui/fields/picker.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { useQuery } from '@tanstack/react-query';
import { moveMutation } from '../queries.ts';

interface MoveDialogProps {
  wallet: Wallet;
  type: CryptoRequestType;
  onClose: () => void;
}

/** Minor units of EPI in a cent. */
const cent = 1_000_000n;

export function MoveDialog({ wallet, type, onClose }: MoveDialogProps) {
  const t = useTranslations(`wallets.move.${type}`);
  const held = useQuery(accountsQuery);
  const accounts = (held.data ?? []).filter(({ currency }) => currency === 'EUR');
  const accountOf = (id: string) => accounts.find((each) => each.id === id) ?? accounts[0];
  const walletCents = (parseDecimal(wallet.available, 'EPI') ?? 0n) / cent;
  const form = useMoneyForm({
    intent: `crypto.${type}`,
    start: { accountId: '', amount: '' },
    live: true,
    read: ({ accountId, amount: text }) => {
      const account = accountOf(accountId);
      const amount = readAmount(text, 'EUR');
      if (!account) return { faults: { account: t('noAccount') } };
      if (!amount.ok) return { faults: { amount: t('amountMissing') } };
      const most = type === 'Deposit' ? (parseDecimal(account.available, 'EUR') ?? 0n) : walletCents;
      if (amount.minor > most)
        return { faults: { amount: t('short', { short: displayAmount(amount.minor - most, 'EUR').text }) } };
      return {
        body: { type, account: account.number, amount: formatDecimal(amount.minor, 'EUR') },
      };
    },
    mutation: moveMutation,
    onSent: ({ amount }) => {
      showSnackbar(
        t('done', { amount: amountText(amount, amount.split('.')[1]?.length === 2 ? 'EUR' : 'EPI') }),
      );
      onClose();
    },
  });
  const { values, faults } = form;
  const read = readAmount(values.amount, 'EUR');
  return (
    <MoneyDialog
      title={t('title')}
      text={t('text')}
      confirm={read.ok ? t('confirm', { amount: displayAmount(read.minor, 'EUR').text }) : t('confirmEmpty')}
      form={form}
      disabled={held.isPending}
      onCancel={onClose}
    >
      <AmountField
        label={t('amount')}
        value={values.amount}
        currency="EUR"
        help={type === 'Transfer' && t('inWallet', { amount: amountText(wallet.available, 'EPI') })}
        error={faults.amount}
        onChange={(amount) => form.change({ amount })}
        onLeave={() => form.leave('amount')}
      />
      <Picker
        label={t('account')}
        name="account"
        placeholder={t('account')}
        options={accounts.map((each) => ({ key: each.id, content: <AccountRow account={each} /> }))}
        chosen={accountOf(values.accountId)?.id}
        onChoose={(accountId) => form.change({ accountId })}
        error={faults.account}
      />
      <ProblemNotice error={held.isLoadingError ? held.error : undefined} />
    </MoneyDialog>
  );
}
