/** All facts of the payment on one screen, before the code is requested. Nothing can be edited here; the user can go back. */
import { isSerious } from '@calmly/contract';
import { formatIban, occurrenceAt } from '@calmly/domain';
import type { LiveQuote } from '@calmly/portal-kit/shared/amount/use-quote.ts';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { focusFirstFault } from '@calmly/portal-kit/shared/form/faults.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { useBottomBar } from '@calmly/ui/layers/bottom-bar.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { PlacedOrder } from '../model/draft.ts';
import { payeeAccount, payeeName } from '../model/payee.ts';
import type { ResolvedDraft } from '../model/resolved-draft.ts';
import { rateOf } from './conversion-help.tsx';
import classes from './create.module.css';
import { PaymentWarnings } from './payment-warnings.tsx';
import { usePreviewTexts } from './use-preview-texts.ts';

interface ConfirmStepProps {
  draft: ResolvedDraft;
  order: PlacedOrder;
  /** The rate of a payment in another currency. */
  live: LiveQuote;
  /** The figures of a new rate are on their way. */
  renewing: boolean;
  /** What happened to an attempt to send it. */
  notice: ReactNode;
  /** The order was sent and its outcome is not known: it can only be asked for again. */
  locked: boolean;
  sending: boolean;
  onBack: () => void;
  onConfirm: () => void;
}

export function ConfirmStep(props: ConfirmStepProps) {
  const { draft, order, live, renewing, notice, locked, sending, onBack, onConfirm } = props;
  const t = useTranslations('payments');
  const bar = useBottomBar();
  const orders = useTranslations('orders');
  const format = useFormatter();
  const { feeRule, arrival, marginText } = usePreviewTexts();
  const { payee, debtorAccount, currency, values, quote } = draft;
  // If an order's outcome is unknown, no figures are shown: the account may have paid it already.
  const preview = locked ? undefined : draft.preview;
  const serious = preview?.warnings.some(isSerious) ?? false;
  const [looked, setLooked] = useState(false);
  const [tried, setTried] = useState(false);
  const isUnlooked = serious && !looked;
  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (renewing) return;
    if (!isUnlooked) return onConfirm();
    setTried(true);
    focusFirstFault(event.currentTarget);
  };
  if (!payee || !debtorAccount) return null;
  const { schedule } = order;
  const first = schedule && occurrenceAt(schedule, 0);
  const own = payee.kind === 'own';
  const bank = payee.kind === 'beneficiary' ? payee.bankDetail.bankName : undefined;
  const label = locked ? t('create.checkAgain') : t(own ? 'create.confirmOwn' : 'create.confirm');

  return (
    <form noValidate onSubmit={confirm} className={classes.confirm}>
      <section
        ref={serious ? focus : undefined}
        tabIndex={-1}
        className={classes.sheet}
        aria-label={t('create.confirmTitle')}
      >
        <div className={classes.sheetHead}>
          <div>
            <Amount size="figure" value={order.amount} currency={currency} />
            <p className={classes.sheetTo}>{t('drawer.to', { name: payeeName(payee) })}</p>
          </div>
          <Avatar
            name={payeeName(payee)}
            country={payee.kind === 'beneficiary' ? payee.country : undefined}
          />
        </div>
        <dl className={classes.facts} aria-busy={renewing}>
          <Fact name={t('create.from')} note={formatIban(debtorAccount.iban ?? debtorAccount.number)}>
            {debtorAccount.name}
          </Fact>
          <Fact name={t(own ? 'create.toOwn' : 'create.to')} note={formatIban(payeeAccount(payee))}>
            {preview?.creditorName ?? payeeName(payee)}
            {bank && <span className={classes.note}>{bank}</span>}
          </Fact>
          <Fact name={t('create.reference')}>{order.reference}</Fact>
          {order.purpose && <Fact name={t('create.purpose')}>{t(`purposes.${order.purpose}`)}</Fact>}
          {schedule && first && (
            <Fact
              name={orders('when')}
              note={format.dateTime(dayAsDate(first.dueOn), {
                day: 'numeric',
                month: 'long',
                year: 'numeric',
              })}
            >
              {orders(`frequencies.${schedule.frequency}`)}
            </Fact>
          )}
          {!schedule && values.attachments.length > 0 && (
            <Fact name={t('create.documents')}>
              {values.attachments.map(({ fileName }) => fileName).join(', ')}
            </Fact>
          )}
          {preview && (
            <>
              <Fact name={t('create.how')}>
                {t(`ways.${preview.scheme}`)}
                {preview.scheme === 'SWIFT' &&
                  ` · ${t(`create.${order.chargeBearer}`)} (${order.chargeBearer})`}
              </Fact>
              {!schedule && <Fact name={t('create.arrival')}>{arrival(preview)}</Fact>}
              <Fact name={t('create.theyReceive')}>
                <Amount value={preview.sent} currency={preview.sentCurrency} />
              </Fact>
              {quote && (
                <Fact
                  name={t('create.conversion.rate')}
                  note={[
                    marginText(quote),
                    !sending && t('create.conversion.held', { seconds: `${live.secondsLeft}` }),
                  ]
                    .filter(Boolean)
                    .join(' ')}
                >
                  {rateOf(quote)}
                </Fact>
              )}
              <Fact name={t('create.fee')} note={feeRule(preview)}>
                <Amount value={preview.fee} currency={currency} />
              </Fact>
              <Fact
                name={t('create.total')}
                {...(!schedule && {
                  note: t('create.leftAfter', { amount: amountText(preview.balanceAfter, currency) }),
                })}
                strong
              >
                <Amount size="total" value={preview.total} currency={currency} />
              </Fact>
            </>
          )}
        </dl>
      </section>
      {preview && <PaymentWarnings preview={preview} />}
      {notice}
      {serious && (
        <div className={classes.looked}>
          <CheckboxField
            label={t('create.looked')}
            checked={looked}
            aria-invalid={tried && isUnlooked}
            aria-describedby="looked-error"
            onChange={(event) => setLooked(event.target.checked)}
          />
          <p id="looked-error" className={classes.lookedError} role="alert">
            {tried && isUnlooked && t('create.lookedMissing')}
          </p>
        </div>
      )}
      {preview?.needsCode && !own && <p className={classes.confirmHelp}>{t('create.confirmHelp')}</p>}
      {own && !locked && <p className={classes.confirmHelp}>{t('create.confirmHelpOwn')}</p>}
      <div className={classes.confirmActions} {...bar}>
        <Button size="l" onClick={onBack} disabled={locked || sending}>
          {t('create.back')}
        </Button>
        <Button size="l" type="submit" variant="accent" busy={sending || renewing} autoFocus={!serious}>
          {sending ? t('create.sending') : label}
        </Button>
      </div>
    </form>
  );
}

/** If there is a serious warning, focus starts above it and not at the button that sends. */
const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

interface FactProps {
  name: string;
  /** 13-px line under the value. */
  note?: string;
  strong?: boolean;
  children: ReactNode;
}

function Fact({ name, note, strong, children }: FactProps) {
  return (
    <div className={classes.fact} data-strong={strong ? '' : undefined}>
      <dt>{name}</dt>
      <dd>
        {children}
        {note && <span className={classes.note}>{note}</span>}
      </dd>
    </div>
  );
}
