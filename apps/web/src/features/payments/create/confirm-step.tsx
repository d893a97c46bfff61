/** All facts of the payment on one calm screen, before the code is asked for. Nothing can be edited here, only taken back. */
import { formatDecimal, formatIban } from '@calmly/domain';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { Amount } from '../../../ui/amount.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import type { ResolvedDraft } from '../model/check-draft.ts';
import { payeeAccount, payeeName } from '../model/payee.ts';
import type { Quote } from '../model/quote.ts';
import classes from './create.module.css';
import { useQuoteTexts } from './use-quote-texts.ts';

interface ConfirmStepProps {
  draft: ResolvedDraft & { readonly quote: Quote };
  /** What happened to an attempt to send it. */
  notice: ReactNode;
  /** The order was sent and its outcome is not known: it can only be asked for again. */
  locked: boolean;
  sending: boolean;
  onBack: () => void;
  onConfirm: () => void;
}

export function ConfirmStep({ draft, notice, locked, sending, onBack, onConfirm }: ConfirmStepProps) {
  const t = useTranslations('payments');
  const { feeRule, arrival } = useQuoteTexts();
  const { quote, payee, debtorAccount, values } = draft;
  if (!payee || !debtorAccount) return null;
  const own = payee.kind === 'own';
  // Whether a small payment to a trusted payee needs a code is the server's to say.
  const trusted = payee.kind === 'beneficiary' && payee.beneficiary.trusted;
  const amount = (minor: bigint) => (
    <Amount value={formatDecimal(minor, quote.currency)} currency={quote.currency} />
  );
  const bank = payee.kind === 'beneficiary' ? payee.bankDetail.bankName : undefined;
  const confirm = locked ? t('create.checkAgain') : t(own ? 'create.confirmOwn' : 'create.confirm');

  return (
    <form
      className={classes.confirm}
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm();
      }}
    >
      <section className={classes.sheet} aria-label={t('create.confirmTitle')}>
        <div className={classes.sheetHead}>
          <div>
            <Amount
              size="figure"
              value={formatDecimal(quote.receiveMinor, quote.currency)}
              currency={quote.currency}
            />
            <p className={classes.sheetTo}>{t('drawer.to', { name: payeeName(payee) })}</p>
          </div>
          <Avatar
            name={payeeName(payee)}
            country={payee.kind === 'beneficiary' ? payee.country : undefined}
          />
        </div>
        <dl className={classes.facts}>
          <Fact name={t('create.from')} note={formatIban(debtorAccount.iban ?? debtorAccount.number)}>
            {debtorAccount.name}
          </Fact>
          <Fact name={t(own ? 'create.toOwn' : 'create.to')} note={formatIban(payeeAccount(payee))}>
            {payeeName(payee)}
            {bank && <span className={classes.note}>{bank}</span>}
          </Fact>
          <Fact name={t('create.reference')}>{values.reference.trim()}</Fact>
          <Fact name={t('create.how')}>
            {t(`ways.${quote.scheme}`)}
            {quote.scheme === 'SWIFT' && ` · ${t(`create.${values.chargeBearer}`)} (${values.chargeBearer})`}
          </Fact>
          <Fact name={t('create.arrival')}>{arrival(quote)}</Fact>
          <Fact name={t('create.fee')} note={feeRule(quote)}>
            {amount(quote.feeMinor)}
          </Fact>
          <Fact name={t('create.total')} strong>
            <Amount
              size="total"
              value={formatDecimal(quote.totalMinor, quote.currency)}
              currency={quote.currency}
            />
          </Fact>
        </dl>
      </section>
      {notice}
      {!locked && !trusted && (
        <p className={classes.confirmHelp}>{t(own ? 'create.confirmHelpOwn' : 'create.confirmHelp')}</p>
      )}
      <div className={classes.confirmActions} data-bottom-bar="">
        <Button size="l" onClick={onBack} disabled={locked || sending}>
          {t('create.back')}
        </Button>
        <Button size="l" type="submit" variant="accent" busy={sending} autoFocus>
          {sending ? t('create.sending') : confirm}
        </Button>
      </div>
    </form>
  );
}

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
