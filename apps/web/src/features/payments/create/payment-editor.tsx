/**
 * The new payment in two steps, both in the URL: the form with its summary, then all facts to confirm. Sending asks for a
 * code that names amount and payee; when it is done the payment opens in the drawer, live.
 */
import type { Account, ApiProblem, PaymentDetails } from '@calmly/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { beneficiaryQuery, feesQuery } from '../../../session/resources.ts';
import { showSnackbar } from '../../../ui/snackbar.tsx';
import { currencyOf, type DraftField, toOrder } from '../model/check-draft.ts';
import { type PaymentDraft, unsettledOrder } from '../model/draft.ts';
import { beneficiaryPayee, type ChosenPayee } from '../model/payee.ts';
import { paidBeforeQuery } from '../queries.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { FormShapes } from './form-shapes.tsx';
import { FormStep } from './form-step.tsx';
import { SendNotice } from './send-notice.tsx';
import {
  type DraftStart,
  debtorAccountOf,
  resolveDraft,
  useFieldTexts,
  usePaymentDraft,
} from './use-payment-form.ts';
import { useSendPayment } from './use-send-payment.ts';

const fields: readonly string[] = [
  'debtorAccount',
  'beneficiaryId',
  'creditorAccount',
  'amount',
  'reference',
] satisfies DraftField[];

interface PaymentEditorProps {
  accounts: readonly Account[];
  step: 'confirm' | undefined;
  start: DraftStart | undefined;
}

export function PaymentEditor({ accounts, step, start }: PaymentEditorProps) {
  const t = useTranslations('payments.create');
  const navigate = useNavigate();
  const state = usePaymentDraft(start);
  const { values } = state;
  const beneficiary = useQuery(beneficiaryQuery(values.beneficiaryId));
  const payee = payeeOf(values, accounts, beneficiary.data);
  const debtorAccount = debtorAccountOf(values, accounts, payee);
  const fees = useQuery(feesQuery(currencyOf(debtorAccount)));
  const paidBefore = useQuery(paidBeforeQuery(values.beneficiaryId));
  const draft = resolveDraft(values, accounts, payee, fees.data);
  const errors = useFieldTexts(draft, state);
  const [attempts, setAttempts] = useState(0);
  const goTo = (to: 'form' | 'confirm', replace = false) =>
    void navigate({
      to: '/payments/create/{-$direction}',
      params: { direction: 'outgoing' },
      search: to === 'confirm' ? { step: 'confirm' } : {},
      replace,
    });

  const send = useSendPayment({
    onSent: (payment: PaymentDetails) => {
      showSnackbar(
        payment.scheme === 'OWN'
          ? t('moved', { account: payee?.kind === 'own' ? payee.account.name : payment.creditorName })
          : t('sentTo', { name: payment.counterpartyName }),
      );
      void navigate({ to: '/payments', search: { payment: payment.id }, replace: true });
    },
    onRefused: (problem: ApiProblem) => {
      if (problem.code === 'code_canceled') return;
      const byField = Object.entries(problem.fields).filter(([field]) => fields.includes(field));
      state.setRefused(Object.fromEntries(byField));
      setAttempts(attempts + 1);
      goTo('form', true);
    },
  });

  // What a link brought along is in the draft now: a reload must not bring it again.
  useEffect(() => {
    if (start) void navigate({ to: '.', search: {}, replace: true });
  }, [start, navigate]);
  // After a refusal the first field that is not right has the focus.
  useEffect(() => {
    if (attempts > 0 && step !== 'confirm')
      document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts, step]);

  if (beneficiary.isLoading || fees.isLoading) return <FormShapes />;

  const order = send.locked ? unsettledOrder() : toOrder(draft);
  const { quote } = draft;
  if ((step === 'confirm' || send.locked) && order && quote) {
    return (
      <ConfirmStep
        draft={{ ...draft, quote }}
        notice={<SendNotice state={send.state} />}
        locked={send.locked}
        sending={send.sending}
        onBack={() => goTo('form', true)}
        onConfirm={() => void send.start(values, order)}
      />
    );
  }
  const next = (event: FormEvent) => {
    event.preventDefault();
    state.showAll();
    setAttempts(attempts + 1);
    if (order && quote) {
      send.reset();
      goTo('confirm');
    }
  };
  return (
    <FormStep
      accounts={accounts}
      draft={draft}
      state={state}
      errors={errors}
      feesFailed={fees.isError && !quote}
      firstPayment={payee?.kind === 'beneficiary' && paidBefore.data === false}
      ready={order !== undefined && quote !== undefined}
      notice={send.state.kind === 'refused' && <SendNotice state={send.state} />}
      onContinue={next}
    />
  );
}

/** Who the draft pays, once it can be looked up. */
function payeeOf(
  values: PaymentDraft,
  accounts: readonly Account[],
  beneficiary: Parameters<typeof beneficiaryPayee>[0] | undefined,
): ChosenPayee | undefined {
  if (values.kind === 'own') {
    const account = accounts.find(({ id }) => id === values.creditorAccountId);
    return account && { kind: 'own', account };
  }
  if (values.payeeKind === 'client') {
    const account = values.clientAccount.replace(/\s/g, '').toUpperCase();
    return account ? { kind: 'client', account } : undefined;
  }
  return beneficiary && beneficiaryPayee(beneficiary, values.bankAccount);
}
