/**
 * Two accounts and two amounts, either of which may be typed; the other follows from the price. What is confirmed is the quote on
 * screen, exactly. If the outcome is unknown, only the same quote may be sent again.
 */
import { type Account, ApiProblem, type Exchange, type Quote } from '@calmly/contract';
import { exponentOf, isCurrency, parseDecimal } from '@calmly/domain';
import { IconArrowsDownUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { AccountRow } from '../../shared/account-row.tsx';
import { AmountField } from '../../shared/amount/amount-field.tsx';
import { tidyAmount } from '../../shared/amount/amount-input.ts';
import { useQuote } from '../../shared/use-quote.ts';
import { Button } from '../../ui/button.tsx';
import { Picker } from '../../ui/fields/picker.tsx';
import classes from './exchange.module.css';
import { ExchangeSummary } from './exchange-summary.tsx';
import { exchangeMutation, mayBeDone } from './queries.ts';
import {
  chosenAccounts,
  currencyOf,
  type ExchangeDraft,
  keptExchange,
  readWish,
  startDraft,
} from './wish.ts';

interface ExchangeFormProps {
  accounts: readonly Account[];
  /** Two accounts that can be exchanged between: the first that fit. */
  start: { readonly from: Account; readonly to: Account };
  /** What a link named, by id; empty where it did not. */
  named: Pick<ExchangeDraft, 'fromId' | 'toId'>;
  onDone: (done: Exchange) => void;
}

export function ExchangeForm({ accounts, start, named, onDone }: ExchangeFormProps) {
  const t = useTranslations('exchange');
  const amountErrors = useTranslations('payments.create.problems');
  const [draft, setDraft] = useState(() => startDraft(accounts, named));
  const [pressed, setPressed] = useState(false);
  /** Sent; the outcome is unknown. */
  const [unsettled, setUnsettled] = useState<Quote>();
  const exchanging = useMutation(exchangeMutation);

  const { from, to } = chosenAccounts(accounts, draft) ?? start;
  const reading = readWish(draft, { from, to });
  const live = useQuote(reading.ok && !unsettled ? reading.wish : undefined);
  const quote = unsettled ?? live.quote;
  const change = (patch: Partial<ExchangeDraft>) => {
    setPressed(false);
    exchanging.reset();
    const next = { ...draft, fromId: from.id, toId: to.id, ...patch };
    keptExchange.keep(next);
    setDraft(next);
  };

  const confirm = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (!quote && (live.isLate || live.error)) return live.renew();
    if (!quote || exchanging.isPending) return;
    exchanging.mutate(quote, {
      onSuccess: (done) => {
        keptExchange.forget();
        onDone(done);
      },
      onError: (error) => {
        setUnsettled(mayBeDone(error) ? quote : undefined);
        if (!mayBeDone(error)) live.renew();
      },
    });
  };

  const typed = draft.side === 'SELL' ? from : to;
  const refused = live.error instanceof ApiProblem ? live.error.fields : {};
  const amountError =
    pressed && !reading.ok
      ? amountErrors(reading.code, {
          currency: typed.currency,
          digits: exponentOf(currencyOf(typed)),
          decimal: draft.text.replace(',', '.'),
          thousands: draft.text.replace(',', ''),
        })
      : refused.amount;
  const amountOf = (side: ExchangeDraft['side']) =>
    side === draft.side ? draft.text : quote ? tidied(quote, side) : '';
  const type = (side: ExchangeDraft['side']) => (text: string) => {
    // Leaving a field tidies what stands in it: that is no typing.
    if (text !== amountOf(side)) change({ side, text });
  };
  const picker = (side: 'from' | 'to', chosen: Account, options: readonly Account[]) => (
    <Picker
      label={t(side)}
      name={side}
      placeholder=""
      options={options.map((account) => ({ key: account.id, content: <AccountRow account={account} /> }))}
      chosen={chosen.id}
      onChoose={(id) => change({ [`${side}Id`]: id })}
      error={side === 'to' ? refused.toAccount : refused.fromAccount}
    />
  );
  return (
    <form className={classes.page} onSubmit={confirm} noValidate>
      <fieldset className={classes.form} disabled={unsettled !== undefined}>
        <section className={classes.leg} aria-label={t('sell')}>
          {picker('from', from, accounts)}
          <AmountField
            label={t('sellAmount')}
            value={amountOf('SELL')}
            currency={currencyOf(from)}
            error={draft.side === 'SELL' ? amountError : undefined}
            onChange={type('SELL')}
            onLeave={() => undefined}
          />
        </section>
        <Button
          className={classes.swap}
          icon={<IconArrowsDownUp aria-hidden="true" />}
          aria-label={t('swap')}
          onClick={() => change({ fromId: to.id, toId: from.id })}
        />
        <section className={classes.leg} aria-label={t('buy')}>
          {picker(
            'to',
            to,
            accounts.filter(({ currency }) => currency !== from.currency),
          )}
          <AmountField
            label={t('buyAmount')}
            value={amountOf('BUY')}
            currency={currencyOf(to)}
            error={draft.side === 'BUY' ? amountError : undefined}
            onChange={type('BUY')}
            onLeave={() => undefined}
          />
        </section>
      </fieldset>
      <ExchangeSummary
        from={from}
        live={live}
        quote={quote}
        side={draft.side}
        unsettled={unsettled !== undefined}
        exchanging={exchanging.isPending}
        error={exchanging.error}
      />
    </form>
  );
}

function tidied(quote: Quote, side: ExchangeDraft['side']): string {
  const [text, currency] =
    side === 'SELL' ? [quote.sellAmount, quote.sellCurrency] : [quote.buyAmount, quote.buyCurrency];
  const minor = isCurrency(currency) ? parseDecimal(text, currency) : undefined;
  return isCurrency(currency) && minor !== undefined ? tidyAmount(minor, currency) : text;
}
