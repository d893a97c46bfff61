/** `/payments/create/outgoing`: loads what the form needs before it can be rendered, and reads a link's params. */
import {
  type Account,
  fieldBlamedBy,
  listKeptForms,
  type PaymentDetails,
  type PaymentReason,
  type PayPage,
  paymentReasons,
} from '@calmly/contract';
import { isCurrency, parseDecimal } from '@calmly/domain';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { tidyAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { accountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { payPageQuery } from '../get-paid/index.ts';
import { keptFormQuery, keptFormsQuery } from '../orders/index.ts';
import { FormShapes } from './create/form-shapes.tsx';
import { PaymentEditor } from './create/payment-editor.tsx';
import type { DraftStart } from './create/use-payment-form.ts';
import type { CreatePaymentSearch } from './model/create-search.ts';
import { emptyDraft } from './model/draft.ts';
import { fromKept } from './model/kept.ts';
import { repeatPayment } from './model/repeat-payment.ts';
import { paymentQuery } from './queries.ts';

export function CreatePaymentPage({ search }: { search: CreatePaymentSearch }) {
  const t = useTranslations('payments.create');
  const accounts = useQuery(accountsQuery);
  const from = useQuery({ ...paymentQuery(search.from ?? ''), enabled: search.from !== undefined });
  const kept = useQuery({ ...keptFormQuery(search.kept ?? ''), enabled: search.kept !== undefined });
  // The form waits for the templates above it, which would otherwise push the button away from the pointer.
  const { held: mayUseTemplates } = useRight(listKeptForms);
  const templates = useQuery({ ...keptFormsQuery, enabled: mayUseTemplates });
  const isWaitingForTemplates = templates.isLoading && templates.failureCount === 0;
  const reasonText = useReasonText();
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
      ) : !accounts.data || from.isLoading || asked.isLoading || kept.isLoading || isWaitingForTemplates ? (
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
              : kept.data
                ? { patch: fromKept(kept.data), fresh: true }
                : startOf(search, from.data, accounts.data, reasonText)
          }
        />
      )}
    </>
  );
}

/** What the link asks for, as a change of the draft. A payment that could not be read again starts nothing. */
function startOf(
  search: CreatePaymentSearch,
  from: PaymentDetails | undefined,
  accounts: readonly Account[],
  reasonText: (reason: PaymentReason) => string,
): DraftStart | undefined {
  if (from) return { patch: repeatPayment(from, accounts), fresh: true, blamed: blamedIn(from, reasonText) };
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

/** Of a payment that failed, the field that its reason blames, with the reason in words. */
function blamedIn(payment: PaymentDetails, reasonText: (reason: PaymentReason) => string): Faults {
  const reason = paymentReasons.find((each) => each === payment.timeline.at(-1)?.reason);
  const field = payment.canSendAgain && reason ? fieldBlamedBy(reason) : undefined;
  return field && reason ? { [field]: reasonText(reason) } : {};
}

function useReasonText() {
  const t = useTranslations('payments.reasons');
  return (reason: PaymentReason) => t(reason);
}

/** What a public page asks for, from the first account in its currency. */
function asAsked(page: PayPage, accounts: readonly Account[]) {
  const { currency, request } = page;
  const minor = request && isCurrency(currency) ? parseDecimal(request.remaining, currency) : undefined;
  return {
    ...emptyDraft,
    payeeKind: 'client' as const,
    clientAccount: page.iban ?? page.creditorAccount,
    clientName: page.creditorName,
    debtorAccountId: accounts.find((account) => account.currency === currency)?.id ?? '',
    amount: minor !== undefined && isCurrency(currency) ? tidyAmount(minor, currency) : '',
    reference: request?.reference ?? '',
  };
}
