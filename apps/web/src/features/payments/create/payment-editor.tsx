/**
 * The new payment in two steps, both in the URL: the form with its summary, then all facts to confirm. Sending asks for a
 * code that names amount and payee; when it is done the payment opens in the drawer, live.
 */
import { type Account, ApiProblem, type Quote } from '@calmly/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { useFormatter, useTranslations } from '../../../i18n/index.tsx';
import { dayAsDate } from '../../../shared/days/days.ts';
import { beneficiaryQuery } from '../../../shared/resources.ts';
import { useQuote } from '../../../shared/use-quote.ts';
import { amountText } from '../../../ui/facts/amount.tsx';
import { showSnackbar } from '../../../ui/layers/snackbar.tsx';
import { deleteKeptMutation } from '../../orders/index.ts';
import { draftFields, toOrder, toSketch } from '../model/check-draft.ts';
import { quoteWanted } from '../model/conversion.ts';
import { type PaymentDraft, unsettledOrder } from '../model/draft.ts';
import { beneficiaryPayee, type ChosenPayee } from '../model/payee.ts';
import { currencyOf } from '../model/resolved-draft.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { FormShapes } from './form-shapes.tsx';
import { FormStep } from './form-step.tsx';
import { SendNotice, WouldRefuse } from './send-notice.tsx';
import { useKeepOnLeave } from './use-keep-on-leave.ts';
import {
  type DraftStart,
  debtorAccountOf,
  type FieldTexts,
  type PaymentDraftState,
  useFieldTexts,
  usePaymentDraft,
} from './use-payment-form.ts';
import { usePreview } from './use-preview.ts';
import { useSendPayment } from './use-send-payment.ts';

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
  // Focus goes to what is not right, the refusal above the form or the first field: at once where a failed payment is sent again.
  const [attempts, setAttempts] = useState(Object.keys(start?.blamed ?? {}).length > 0 ? 1 : 0);
  // The way back scrolls by itself: to what gets the focus.
  const goTo = (to: 'form' | 'confirm', replace = false) =>
    void navigate({
      to: '/payments/create/{-$direction}',
      params: { direction: 'outgoing' },
      search: to === 'confirm' ? { step: 'confirm' } : {},
      replace,
      resetScroll: to === 'confirm',
    });

  const orders = useTranslations('orders');
  const format = useFormatter();
  const forgetKept = useMutation(deleteKeptMutation);
  const send = useSendPayment({
    onSent: (placed, sent) => {
      if (sent.keptId) forgetKept.mutate(sent.keptId);
      if ('standingOrder' in placed) {
        const { id, nextDates, startOn } = placed.standingOrder;
        const day = dayAsDate(nextDates[0] ?? startOn);
        showSnackbar(orders('ordered', { date: format.dateTime(day, { day: 'numeric', month: 'long' }) }));
        void navigate({ to: '/payments', search: { tab: 'scheduled', order: id }, replace: true });
        return;
      }
      const { payment } = placed;
      const name = payment.counterpartyName;
      if (payment.status === 'CREATED')
        showSnackbar(t('awaitsApproval', { amount: amountText(payment.amount, payment.currency), name }));
      else if (payment.scheme === 'OWN')
        showSnackbar(t('moved', { account: payee?.kind === 'own' ? payee.account.name : name }));
      else showSnackbar(t('sentTo', { name }));
      void navigate({ to: '/payments', search: { payment: payment.id }, replace: true });
    },
    onRefused: (problem: ApiProblem) => {
      if (problem.code === 'code_canceled') return;
      if (isQuoteProblem(problem)) return live.renew();
      state.setRefused(fieldsOf(problem));
      setAttempts(attempts + 1);
      goTo('form', true);
    },
  });

  const typed = { values, debtorAccount, currency: currencyOf(debtorAccount), payee };
  const live = useQuote(quoteWanted(typed));
  // What is being sent keeps its rate while a code is entered.
  const [sentQuote, setSentQuote] = useState<Quote>();
  const written = { ...typed, quote: send.gone ? sentQuote : live.quote };
  useKeepOnLeave(written);
  const previewed = usePreview(toSketch(written), send.gone);
  const draft = { ...written, preview: previewed.stale ? undefined : previewed.preview };
  const quoteProblem = live.error instanceof ApiProblem ? live.error : undefined;
  const errors = useFieldTexts(draft, state, {
    ...fieldsOf(quoteProblem),
    ...fieldsOf(previewed.problem),
  });

  // What a link brought along is in the draft now: a reload must not bring it again.
  useEffect(() => {
    if (start) void navigate({ to: '.', search: {}, replace: true });
  }, [start, navigate]);
  useEffect(() => {
    if (attempts > 0 && step !== 'confirm' && !beneficiary.isLoading)
      document.querySelector<HTMLElement>('[aria-invalid="true"], [data-refused]')?.focus();
  }, [attempts, step, beneficiary.isLoading]);

  // What cannot go in seconds may go as an ordinary payment: the answer to that is asked for instead.
  const { problem } = previewed;
  useEffect(() => {
    if (problem && values.instant) state.change({ instant: false });
  }, [problem, values.instant, state]);

  const order = send.locked ? unsettledOrder() : toOrder(draft);
  const told = draft.preview !== undefined && !previewed.problem;
  const awaited = (previewed.stale && !previewed.missing) || live.asking;
  const confirming = step === 'confirm' && order !== undefined && (told || awaited);
  // Nothing to confirm: an old link, the bank has refused it meanwhile, or no figures come.
  useEffect(() => {
    if (step === 'confirm' && !confirming && !send.locked && !beneficiary.isLoading)
      void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
  }, [step, confirming, send.locked, beneficiary.isLoading, navigate]);

  // A new rate brings new figures: the ones before stay on screen until then.
  const shown = told ? draft : { ...draft, preview: previewed.preview };
  if (beneficiary.isLoading || (confirming && !shown.preview && !send.locked)) return <FormShapes />;
  if (order && (confirming || send.locked)) {
    return (
      <ConfirmStep
        draft={shown}
        live={live}
        renewing={!told && !send.locked}
        order={order}
        notice={<SendNotice state={send.state} />}
        locked={send.locked}
        sending={send.sending}
        onBack={() => goTo('form', true)}
        onConfirm={() => {
          setSentQuote(written.quote);
          void send.start(values, order);
        }}
      />
    );
  }
  const next = (event: FormEvent) => {
    event.preventDefault();
    state.showAll();
    setAttempts(attempts + 1);
    if (!order || problem || isHeldByFiles(state)) return;
    if (previewed.missing) return previewed.askAgain();
    send.reset();
    goTo('confirm');
  };
  return (
    <FormStep
      accounts={accounts}
      draft={draft}
      live={live}
      previewed={previewed}
      state={state}
      errors={errors}
      ready={order !== undefined && told && !isHeldByFiles(state)}
      notice={
        send.state.kind === 'refused' ? (
          <SendNotice state={send.state} />
        ) : (
          [quoteProblem, problem].map(
            (each) =>
              each && Object.keys(each.fields).length === 0 && <WouldRefuse key={each.code} problem={each} />,
          )
        )
      }
      onContinue={next}
    />
  );
}

/** A chosen file is still on its way or was refused, and the payment would leave without it. Only payments of now take files. */
const isHeldByFiles = ({ values, uploads }: PaymentDraftState): boolean =>
  values.kind !== 'own' && values.frequency === 'NOW' && (uploads.busy || uploads.refusal !== undefined);

/** The rate has to be requested again; nothing was done. */
const isQuoteProblem = ({ code }: ApiProblem) => code === 'quote_expired' || code === 'quote_used';

/** What the server said of the form's own fields. */
function fieldsOf(problem: ApiProblem | undefined): FieldTexts {
  const known: readonly string[] = draftFields;
  return Object.fromEntries(Object.entries(problem?.fields ?? {}).filter(([field]) => known.includes(field)));
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
    return account ? { kind: 'client', account, name: values.clientName.trim() } : undefined;
  }
  if (beneficiary?.status === 'DELETED') return undefined;
  return beneficiary && beneficiaryPayee(beneficiary, values.bankAccount);
}
