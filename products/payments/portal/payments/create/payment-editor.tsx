/**
 * The new payment in two steps, both in the URL: the form with its summary, then all facts to confirm. Sending asks for a code that
 * names amount and payee; afterwards the payment opens in the drawer, live.
 */
import { type Account, ApiProblem } from '@calmly/contract';
import { useQuote } from '@calmly/portal-kit/shared/amount/use-quote.ts';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { type Faults, fieldsOf } from '@calmly/portal-kit/shared/form/faults.ts';
import { beneficiaryQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { deleteKeptMutation } from '../../orders/index.ts';
import { draftFields, isInstant, toOrder, toSketch } from '../model/check-draft.ts';
import { quoteWanted } from '../model/conversion.ts';
import { unsettledOrder } from '../model/draft.ts';
import { accountOf } from '../model/payee.ts';
import { currencyOf, debtorAccountOf, payeeOf } from '../model/resolved-draft.ts';
import { FormShapes } from './form-shapes.tsx';
import { FormStep } from './form-step.tsx';
import { SendNotice, WouldRefuse } from './send-notice.tsx';
import { useDraftFaults } from './use-draft-faults.ts';
import { useKeepOnLeave } from './use-keep-on-leave.ts';
import { type DraftStart, type PaymentFormState, usePaymentForm } from './use-payment-form.ts';
import { usePreview } from './use-preview.ts';
import { useSendPayment } from './use-send-payment.ts';

const loadConfirmStep = () => import('./confirm-step.tsx');
const ConfirmStep = lazy(async () => ({ default: (await loadConfirmStep()).ConfirmStep }));

interface PaymentEditorProps {
  accounts: readonly Account[];
  step: 'confirm' | undefined;
  start: DraftStart | undefined;
}

export function PaymentEditor({ accounts, step, start }: PaymentEditorProps) {
  const t = useTranslations('payments.create');
  const navigate = useNavigate();
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
        const { nextDates, startOn } = placed.standingOrder;
        const day = dayAsDate(nextDates[0] ?? startOn);
        showSnackbar(orders('ordered', { date: format.dateTime(day, { day: 'numeric', month: 'long' }) }));
        return;
      }
      const { payment } = placed;
      const name = payment.counterpartyName;
      if (payment.status === 'CREATED')
        showSnackbar(t('awaitsApproval', { amount: amountText(payment.amount, payment.currency), name }));
      else if (payment.scheme === 'OWN')
        showSnackbar(t('moved', { account: payee?.kind === 'own' ? payee.account.name : name }));
      else showSnackbar(t('sentTo', { name }));
    },
    onRefused: (problem) => {
      if (problem.code === 'code_canceled') return;
      if (isQuoteProblem(problem)) return live.renew();
      goTo('form', true);
    },
  });
  const form = usePaymentForm({
    start,
    mutation: send.mutation,
    onSent: (placed) =>
      void navigate({
        to: '/payments',
        search:
          'standingOrder' in placed
            ? { tab: 'scheduled', order: placed.standingOrder.id }
            : { payment: placed.payment.id },
        replace: true,
      }),
    read: () => {
      if (order && (confirming || send.locked)) return { body: { order, values, quote: written.quote } };
      if (!order || problem || isHeldByFiles(form)) return { faults };
      return {
        next: () => {
          // The form returns with the same fields.
          form.check();
          if (previewed.missing) return previewed.askAgain();
          // What is confirmed is this order: another account that comes first meanwhile is not paid.
          form.pin({
            ...(debtorAccount && { debtorAccountId: debtorAccount.id }),
            ...(payee?.kind === 'beneficiary' && { bankAccount: accountOf(payee.bankDetail) }),
          });
          send.reset();
          goTo('confirm');
        },
      };
    },
  });
  const { values } = form;
  const beneficiary = useQuery(beneficiaryQuery(values.beneficiaryId));
  const payee = payeeOf(values, accounts, beneficiary.data);
  const debtorAccount = debtorAccountOf(values, accounts, payee);

  const typed = { values, debtorAccount, currency: currencyOf(debtorAccount), payee };
  const live = useQuote(quoteWanted(typed));
  // What is being sent keeps its rate while a code is entered.
  const written = { ...typed, quote: send.gone ? send.gone.quote : live.quote };
  useKeepOnLeave(written);
  const previewed = usePreview(toSketch(written), send.gone !== undefined);
  const draft = { ...written, preview: previewed.isOutdated ? undefined : previewed.preview };
  const { problem } = previewed;
  const quoteProblem = live.error instanceof ApiProblem ? live.error : undefined;
  const faults = { ...formFields(quoteProblem), ...formFields(problem), ...useDraftFaults(draft) };

  // What a link brought along is in the draft now: a reload must not bring it again.
  useEffect(() => {
    if (start) void navigate({ to: '.', search: {}, replace: true });
  }, [start, navigate]);

  // What cannot go in seconds may go as an ordinary payment: the answer to that is asked for instead.
  useEffect(() => {
    if (problem && values.instant) form.change({ instant: false });
  }, [problem, values.instant, form]);

  // Both methods cost the same, so the faster one is chosen until the person chooses.
  const choosesInstant =
    values.instant === null && draft.preview !== undefined && isInstant(values, draft.preview);
  useEffect(() => {
    if (choosesInstant) form.change({ instant: true });
  }, [choosesInstant, form]);

  const order = send.locked ? unsettledOrder() : toOrder(draft);
  // The next step is loaded by the time the form is complete.
  const isComplete = order !== undefined;
  useEffect(() => {
    if (isComplete) loadConfirmStep().catch(() => undefined);
  }, [isComplete]);
  const told = draft.preview !== undefined && !problem;
  const awaited = (previewed.stale && !previewed.missing) || live.asking;
  const confirming = step === 'confirm' && order !== undefined && (told || awaited);
  // Nothing to confirm: an old link, the bank has refused it meanwhile, or no figures come.
  useEffect(() => {
    if (step === 'confirm' && !confirming && !send.locked && !beneficiary.isLoading)
      void navigate({ to: '.', search: {}, replace: true, resetScroll: false });
  }, [step, confirming, send.locked, beneficiary.isLoading, navigate]);

  // Gone back while it is sent, nothing of it can be changed or forgotten: only the answer leads on.
  const isHeld = confirming || send.locked || send.gone !== undefined;

  // A new rate brings new figures: the ones before stay on screen until then.
  const shown = told ? draft : { ...draft, preview: previewed.preview };
  if (beneficiary.isLoading || (confirming && !shown.preview && !send.locked)) return <FormShapes />;
  if (order && isHeld) {
    return (
      <Suspense fallback={<FormShapes />}>
        <ConfirmStep
          draft={shown}
          live={live}
          renewing={!told && !send.locked}
          order={order}
          notice={<SendNotice state={send.state} />}
          locked={send.locked}
          sending={form.busy}
          onBack={() => goTo('form', true)}
          onConfirm={form.submit}
        />
      </Suspense>
    );
  }
  return (
    <FormStep
      accounts={accounts}
      draft={draft}
      live={live}
      previewed={previewed}
      form={form}
      ready={order !== undefined && told && !isHeldByFiles(form)}
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
    />
  );
}

/** A chosen file is still on its way or was refused, and the payment would leave without it. Only payments of now take files. */
const isHeldByFiles = ({ values, uploads }: PaymentFormState): boolean =>
  values.kind !== 'own' && values.frequency === 'NOW' && (uploads.busy || uploads.refusal !== undefined);

/** The rate has to be requested again; nothing was done. */
const isQuoteProblem = ({ code }: ApiProblem) => code === 'quote_expired' || code === 'quote_used';

/** What the server said of the form's own fields. */
function formFields(problem: ApiProblem | undefined): Faults {
  const known: readonly string[] = draftFields;
  return Object.fromEntries(Object.entries(fieldsOf(problem)).filter(([field]) => known.includes(field)));
}
