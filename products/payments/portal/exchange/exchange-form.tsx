/**
 * Two accounts and two amounts. The user types either amount, and the other follows from the price. Confirming executes exactly the
 * quote on screen. If the outcome is unknown, only the same quote may be sent again.
 */
import type { Account, Exchange, Quote } from '@calmly/contract';
import { exponentOf, isCurrency, parseDecimal } from '@calmly/domain';
import { outcomeOf } from '@calmly/portal-kit/session/outcome.ts';
import { AccountRow } from '@calmly/portal-kit/shared/account-row.tsx';
import { AmountField } from '@calmly/portal-kit/shared/amount/amount-field.tsx';
import { tidyAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { useQuote } from '@calmly/portal-kit/shared/amount/use-quote.ts';
import { fieldsOf } from '@calmly/portal-kit/shared/form/faults.ts';
import { type Form, useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { besideSummary } from '@calmly/ui/beside-summary.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Picker } from '@calmly/ui/fields/picker.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { IconArrowsDownUp } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './exchange.module.css';
import {
  chosenAccounts,
  currencyOf,
  type ExchangeDraft,
  keptExchange,
  readQuoteRequest,
  sentQuote,
  startDraft,
} from './exchange-draft.ts';
import { ExchangeSummary } from './exchange-summary.tsx';
import { exchangeMutation } from './queries.ts';

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
  /** Sent; the outcome is unknown. */
  const [unsettled, setUnsettled] = useState<Quote | undefined>(sentQuote.read);
  const begin = () => startDraft(accounts, unsettled ? accountsOf(unsettled) : named);
  const form: Form<ExchangeDraft> = useForm<ExchangeDraft, Quote, Exchange>({
    start: begin,
    kept: { ...keptExchange, read: begin },
    faultNames: { text: 'amount' },
    read: ({ text }) => {
      if (!quote && (live.isLate || live.error)) return { next: live.renew };
      if (quote) return { body: quote };
      if (reading.ok) return { faults: {} };
      const amount = amountErrors(reading.code, {
        currency: typed.currency,
        digits: exponentOf(currencyOf(typed)),
        decimal: text.replace(',', '.'),
        thousands: text.replace(',', ''),
      });
      return { faults: { amount } };
    },
    mutation: exchangeMutation(unsettled !== undefined),
    onSent: onDone,
    onRefused: (error) => {
      const isUnknown = outcomeOf(error, unsettled !== undefined) === 'unknown';
      setUnsettled(isUnknown ? quote : undefined);
      if (!isUnknown) live.renew();
    },
  });
  const { values: draft, props, busy, error } = form;

  const { from, to } = chosenAccounts(accounts, draft) ?? start;
  const reading = readQuoteRequest(draft, { from, to });
  const live = useQuote(reading.ok && !unsettled ? reading.request : undefined);
  const quote = unsettled ?? live.quote;
  // Whole, since whatever changes makes another price.
  const change = (patch: Partial<ExchangeDraft>) =>
    form.change((before) => ({ ...before, fromId: from.id, toId: to.id, ...patch }));

  const typed = draft.side === 'SELL' ? from : to;
  const faults = { ...fieldsOf(live.error), ...form.faults };
  const amountOf = (side: ExchangeDraft['side']) =>
    side === draft.side && !unsettled ? draft.text : quote ? tidied(quote, side) : '';
  const type = (side: ExchangeDraft['side']) => (text: string) => {
    // Leaving a field formats its value: that does not count as typing.
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
      error={side === 'to' ? faults.toAccount : faults.fromAccount}
    />
  );
  return (
    <form {...props} className={besideSummary}>
      <Stack as="fieldset" disabled={unsettled !== undefined}>
        <Stack as="section" gap={16} aria-label={t('sell')}>
          {picker('from', from, accounts)}
          <AmountField
            label={t('sellAmount')}
            value={amountOf('SELL')}
            currency={currencyOf(from)}
            error={draft.side === 'SELL' ? faults.amount : undefined}
            onChange={type('SELL')}
            onLeave={() => undefined}
          />
        </Stack>
        <Button
          className={classes.swap}
          icon={<IconArrowsDownUp aria-hidden="true" />}
          aria-label={t('swap')}
          onClick={() => change({ fromId: to.id, toId: from.id })}
        />
        <Stack as="section" gap={16} aria-label={t('buy')}>
          {picker(
            'to',
            to,
            accounts.filter(({ currency }) => currency !== from.currency),
          )}
          <AmountField
            label={t('buyAmount')}
            value={amountOf('BUY')}
            currency={currencyOf(to)}
            error={draft.side === 'BUY' ? faults.amount : undefined}
            onChange={type('BUY')}
            onLeave={() => undefined}
          />
        </Stack>
      </Stack>
      <ExchangeSummary
        from={from}
        live={live}
        quote={quote}
        side={draft.side}
        unsettled={unsettled !== undefined}
        exchanging={busy}
        error={error}
      />
    </form>
  );
}

const accountsOf = ({ fromAccountId, toAccountId }: Quote) => ({
  fromId: fromAccountId,
  toId: toAccountId ?? '',
});

function tidied(quote: Quote, side: ExchangeDraft['side']): string {
  const [text, currency] =
    side === 'SELL' ? [quote.sellAmount, quote.sellCurrency] : [quote.buyAmount, quote.buyCurrency];
  const minor = isCurrency(currency) ? parseDecimal(text, currency) : undefined;
  return isCurrency(currency) && minor !== undefined ? tidyAmount(minor, currency) : text;
}
