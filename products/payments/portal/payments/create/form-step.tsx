/** The form with its summary beside it; below 600 px a bar at the bottom keeps total, fee and the button in reach. */
import type { Account } from '@calmly/contract';
import { occurrenceAt } from '@calmly/domain';
import type { LiveQuote } from '@calmly/portal-kit/shared/amount/use-quote.ts';
import { firstFault } from '@calmly/portal-kit/shared/form/faults.ts';
import { timeOfDay, useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { useBottomBar } from '@calmly/ui/layers/bottom-bar.ts';
import { IconCloudCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { TemplateDialog } from '../../orders/index.ts';
import { scheduleOf } from '../model/check-draft.ts';
import { toTemplate } from '../model/kept.ts';
import { payeeName } from '../model/payee.ts';
import type { ResolvedDraft } from '../model/resolved-draft.ts';
import classes from './create.module.css';
import { PaymentForm } from './payment-form.tsx';
import { PaymentSummary } from './payment-summary.tsx';
import type { PaymentFormState } from './use-payment-form.ts';
import type { Previewed } from './use-preview.ts';

interface FormStepProps {
  accounts: readonly Account[];
  draft: ResolvedDraft;
  live: LiveQuote;
  form: PaymentFormState;
  previewed: Previewed;
  /** Nothing is missing: the button is the coral one. */
  ready: boolean;
  notice: ReactNode;
}

export function FormStep(props: FormStepProps) {
  const t = useTranslations('payments.create');
  const bar = useBottomBar();
  const ui = useTranslations('ui');
  const { accounts, draft, live, previewed, form, ready } = props;
  const { debtorAccount, payee } = draft;
  const [naming, setNaming] = useState(false);
  const { preview } = previewed;
  // What is wrong has the focus, as after a refusal; else the first field to fill in.
  const [first] = useState(
    payee ? 'amount' : draft.values.kind === 'own' ? 'creditorAccount' : 'beneficiaryId',
  );
  useEffect(() => {
    const drawn = requestAnimationFrame(() => {
      const fault = firstFault(document);
      if (fault) fault.focus();
      else document.querySelector<HTMLElement>(`[name="${first}"]`)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(drawn);
  }, [first]);
  const button = (
    <Button type="submit" size="l" block variant="accent" unready={!ready}>
      {t('continue')}
    </Button>
  );
  const page = (
    <form {...form.props} className={classes.page}>
      <PaymentForm
        accounts={accounts}
        draft={draft}
        live={live}
        preview={preview}
        form={form}
        notice={props.notice}
      />
      <DraftLine form={form} onSaveTemplate={() => setNaming(true)} />
      {debtorAccount && (
        <PaymentSummary
          account={debtorAccount}
          quote={draft.quote}
          previewed={previewed}
          later={dayOf(draft)}
          action={button}
        />
      )}
      <div className={classes.payBar} {...bar}>
        {previewed.missing && (
          <div>
            <span>{t(`figures.${previewed.missing}`)}</span>
            <button type="button" className="link" onClick={previewed.askAgain}>
              {ui('tryAgain')}
            </button>
          </div>
        )}
        {preview && !previewed.missing && (
          <div>
            <span>{t('totalWithFee', { fee: amountText(preview.fee, preview.currency) })}</span>
            <span>
              <Amount value={preview.total} currency={preview.currency} />
            </span>
          </div>
        )}
        {button}
      </div>
    </form>
  );
  // A form of its own, so beside this one.
  return (
    <>
      {page}
      {naming && (
        <TemplateDialog
          name={payee ? payeeName(payee) : ''}
          form={toTemplate(draft.values, debtorAccount?.id ?? '')}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

/** The day of the first payment, if it goes later; empty while none is chosen. */
function dayOf({ values }: ResolvedDraft): string | undefined {
  if (values.frequency === 'NOW') return undefined;
  const schedule = scheduleOf(values);
  return (schedule && occurrenceAt(schedule, 0)?.dueOn) ?? '';
}

interface DraftLineProps {
  form: PaymentFormState;
  onSaveTemplate: () => void;
}

function DraftLine({ form, onSaveTemplate }: DraftLineProps) {
  const t = useTranslations('payments.create');
  const kept = useTranslations('orders.kept');
  const format = useFormatter();
  const at = form.savedAt && new Date(form.savedAt);
  return (
    <div className={classes.draft}>
      {at && (
        <>
          <IconCloudCheck aria-hidden="true" />
          {t('draftKept', {
            time: format.dateTime(at, timeOfDay),
          })}
          <button type="button" className="link" onClick={form.startOver}>
            {t('startOver')}
          </button>
          <button type="button" className="link" onClick={onSaveTemplate}>
            {kept('saveTemplate')}
          </button>
        </>
      )}
    </div>
  );
}
