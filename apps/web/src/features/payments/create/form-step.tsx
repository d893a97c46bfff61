/** The form with its summary beside it; under 600 a bar at the bottom keeps total, fee and the button in reach. */
import type { Account } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { IconCloudCheck } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { useFormatter, useTranslations } from '../../../i18n/index.tsx';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import type { ResolvedDraft } from '../model/check-draft.ts';
import classes from './create.module.css';
import { PaymentForm } from './payment-form.tsx';
import { PaymentSummary } from './payment-summary.tsx';
import type { FieldTexts, PaymentDraftState } from './use-payment-form.ts';
import { moneyText } from './use-quote-texts.ts';

interface FormStepProps {
  accounts: readonly Account[];
  draft: ResolvedDraft;
  state: PaymentDraftState;
  errors: FieldTexts;
  feesFailed: boolean;
  firstPayment: boolean;
  /** Nothing is missing: the button is the coral one. */
  ready: boolean;
  notice: ReactNode;
  onContinue: (event: FormEvent) => void;
}

export function FormStep(props: FormStepProps) {
  const t = useTranslations('payments.create');
  const { accounts, draft, state, errors, ready } = props;
  const { quote, debtorAccount } = draft;
  const button = (
    <Button type="submit" size="l" block variant={ready ? 'accent' : 'outline'}>
      {t('continue')}
    </Button>
  );
  return (
    <form className={classes.page} onSubmit={props.onContinue} noValidate>
      <PaymentForm accounts={accounts} draft={draft} state={state} errors={errors} notice={props.notice} />
      <DraftLine state={state} />
      {debtorAccount && (
        <PaymentSummary
          account={debtorAccount}
          quote={quote}
          feesFailed={props.feesFailed}
          firstPayment={props.firstPayment}
          action={button}
        />
      )}
      <div className={classes.payBar} data-bottom-bar="">
        {quote && (
          <div>
            <span>{t('totalWithFee', { fee: moneyText(quote.feeMinor, quote.currency) })}</span>
            <span>
              <Amount value={formatDecimal(quote.totalMinor, quote.currency)} currency={quote.currency} />
            </span>
          </div>
        )}
        {button}
      </div>
    </form>
  );
}

function DraftLine({ state }: { state: PaymentDraftState }) {
  const t = useTranslations('payments.create');
  const format = useFormatter();
  const at = state.savedAt && new Date(state.savedAt);
  return (
    <div className={classes.draft}>
      {at && (
        <>
          <IconCloudCheck aria-hidden="true" />
          {t('draftKept', {
            time: format.dateTime(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
          })}
          <button type="button" className="link" onClick={state.startOver}>
            {t('startOver')}
          </button>
        </>
      )}
    </div>
  );
}
