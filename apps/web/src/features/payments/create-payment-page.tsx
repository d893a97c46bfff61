/**
 * `/payments/create/outgoing`: what the form needs before it can be drawn, and what a link brought into it.
 */
import type { Account, PaymentDetails, PayPage } from '@calmly/contract';
import { isCurrency, parseDecimal } from '@calmly/domain';
import { IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '../../i18n/index.tsx';
import { tidyAmount } from '../../session/amount-input.ts';
import { accountsQuery } from '../../session/resources.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { payPageQuery } from '../get-paid/index.ts';
import { FormShapes } from './create/form-shapes.tsx';
import { PaymentEditor } from './create/payment-editor.tsx';
import type { DraftStart } from './create/use-payment-form.ts';
import type { CreatePaymentSearch } from './model/create-search.ts';
import { emptyDraft } from './model/draft.ts';
import { paymentQuery } from './queries.ts';

export function CreatePaymentPage({ search }: { search: CreatePaymentSearch }) {
  const t = useTranslations('payments.create');
  const accounts = useQuery(accountsQuery);
  const again = useQuery({ ...paymentQuery(search.again ?? ''), enabled: search.again !== undefined });
  const asked = useQuery({ ...payPageQuery(search.link ?? ''), enabled: search.link !== undefined });

  return (
    <>
      <PageHeader title={t(search.step === 'confirm' ? 'confirmTitle' : 'title')} />
      {accounts.isError && !accounts.data ? (
        <ErrorState
          title={t('loadFailedTitle')}
          text={t('loadFailedText')}
          error={accounts.error}
          onRetry={() => void accounts.refetch()}
        />
      ) : !accounts.data || again.isLoading || asked.isLoading ? (
        <FormShapes />
      ) : accounts.data.length === 0 ? (
        <EmptyState icon={<IconWallet aria-hidden="true" />} title={t('noAccounts')} />
      ) : (
        <PaymentEditor
          accounts={accounts.data}
          step={search.step}
          start={
            asked.data
              ? { patch: asAsked(asked.data, accounts.data), fresh: true }
              : startOf(search, again.data, accounts.data)
          }
        />
      )}
    </>
  );
}

/** What the link asks for, as a change of the draft. A payment that could not be read again starts nothing. */
function startOf(
  search: CreatePaymentSearch,
  again: PaymentDetails | undefined,
  accounts: readonly Account[],
): DraftStart | undefined {
  if (again) return { patch: onceMore(again, accounts), fresh: true };
  const { beneficiary, account } = search;
  if (!beneficiary && !account) return undefined;
  return {
    patch: {
      ...(beneficiary && {
        kind: 'someone',
        payeeKind: 'beneficiary',
        beneficiaryId: beneficiary,
        bankAccount: '',
      }),
      ...(account && { debtorAccountId: account }),
    },
    fresh: false,
  };
}

/** What a public page asks for, from the first account in its currency. */
function asAsked(page: PayPage, accounts: readonly Account[]) {
  const { currency, request } = page;
  const minor = request && isCurrency(currency) ? parseDecimal(request.remaining, currency) : undefined;
  return {
    ...emptyDraft,
    payeeKind: 'client' as const,
    clientAccount: page.iban ?? page.creditorAccount,
    debtorAccountId: accounts.find((account) => account.currency === currency)?.id ?? '',
    amount: minor !== undefined && isCurrency(currency) ? tidyAmount(minor, currency) : '',
    reference: request?.reference ?? '',
  };
}

function onceMore(payment: PaymentDetails, accounts: readonly Account[]) {
  const { currency, creditorAccount } = payment;
  const minor = isCurrency(currency) ? parseDecimal(payment.amount, currency) : undefined;
  const own = accounts.find(({ iban, number }) => iban === creditorAccount || number === creditorAccount);
  return {
    ...emptyDraft,
    kind: payment.scheme === 'OWN' ? ('own' as const) : ('someone' as const),
    debtorAccountId: payment.accountId,
    payeeKind: payment.beneficiaryId ? ('beneficiary' as const) : ('client' as const),
    beneficiaryId: payment.beneficiaryId ?? '',
    bankAccount: creditorAccount,
    clientAccount: payment.beneficiaryId || payment.scheme === 'OWN' ? '' : creditorAccount,
    creditorAccountId: own?.id ?? '',
    amount: minor !== undefined && isCurrency(currency) ? tidyAmount(minor, currency) : '',
    reference: payment.reference,
    chargeBearer: payment.chargeBearer,
  };
}
