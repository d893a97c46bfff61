/** Closes a card for good; its balance goes to an account. */
import type { CardDetails } from '@calmly/contract';
import { isZeroDecimal } from '@calmly/domain';
import { AccountRow } from '@calmly/portal-kit/shared/account-row.tsx';
import { MoneyDialog } from '@calmly/portal-kit/shared/form/money-fields.tsx';
import { useMoneyForm } from '@calmly/portal-kit/shared/form/use-money-form.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { accountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { Picker } from '@calmly/ui/fields/picker.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { masked } from '../card-state.ts';
import { closeMutation } from '../queries.ts';

interface CloseDialogProps {
  card: CardDetails;
  onClose: () => void;
  onClosed: () => void;
}

export function CloseDialog({ card, onClose, onClosed }: CloseDialogProps) {
  const t = useTranslations('cards.close');
  const { currency } = card;
  const read = useQuery(accountsQuery);
  const accounts = (read.data ?? []).filter((each) => each.currency === currency);
  const accountOf = (id: string) => accounts.find((each) => each.id === id) ?? accounts[0];
  const isEmpty = isZeroDecimal(card.booked);
  const isHeld = !isZeroDecimal(card.reserved);
  const owes = !isZeroDecimal(card.owed);
  const form = useMoneyForm({
    intent: `cards.close.${card.id}`,
    start: { accountId: '' },
    live: true,
    read: ({ accountId }) => {
      const account = accountOf(accountId);
      if (isEmpty) return { body: {} };
      return account ? { body: { account: account.number } } : { faults: { account: t('noAccount') } };
    },
    mutation: closeMutation(card.id),
    onSent: () => {
      showSnackbar(t('done', { name: card.name }));
      onClosed();
    },
  });
  return (
    <MoneyDialog
      icon={<IconX aria-hidden="true" />}
      title={t('title', { name: card.name })}
      text={t('text', { number: masked(card) })}
      confirm={t('confirm')}
      variant="danger"
      form={form}
      disabled={isHeld || owes || (!isEmpty && read.isPending)}
      onCancel={onClose}
    >
      {isHeld && <Notice tone="warning">{t('held', { amount: amountText(card.reserved, currency) })}</Notice>}
      {owes && <Notice tone="warning">{t('owed', { amount: amountText(card.owed, currency) })}</Notice>}
      {!isEmpty && !isHeld && !owes && (
        <Picker
          label={t('account', { amount: amountText(card.booked, currency) })}
          name="account"
          placeholder={t('choose')}
          options={accounts.map((each) => ({ key: each.id, content: <AccountRow account={each} /> }))}
          chosen={accountOf(form.values.accountId)?.id}
          onChoose={(accountId) => form.change({ accountId })}
          error={form.faults.account}
        />
      )}
      <ProblemNotice error={read.isLoadingError ? read.error : undefined} />
    </MoneyDialog>
  );
}
