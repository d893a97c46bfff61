/** Under the amount of a payment in another currency: the payee's amount, the rate, and how long it is held. */
import type { Quote } from '@calmly/contract';
import type { LiveQuote } from '@calmly/portal-kit/shared/amount/use-quote.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';

interface ConversionHelpProps {
  live: LiveQuote;
  quote: Quote | undefined;
  /** Which amount is typed. */
  side: 'SELL' | 'BUY';
}

export function ConversionHelp({ live, quote, side }: ConversionHelpProps) {
  const t = useTranslations('payments.create.conversion');
  const ui = useTranslations('ui');
  if (!quote)
    return live.isLate || live.error ? (
      <>
        {t('noRate')}{' '}
        <button type="button" className="link" onClick={live.renew}>
          {ui('tryAgain')}
        </button>
      </>
    ) : (
      t('asking')
    );
  return (
    <span role="timer" aria-live="off">
      {t(side === 'SELL' ? 'theyGet' : 'youPay', {
        amount:
          side === 'SELL'
            ? amountText(quote.buyAmount, quote.buyCurrency)
            : amountText(quote.sellAmount, quote.sellCurrency),
        rate: rateOf(quote),
        seconds: `${live.secondsLeft}`,
      })}
    </span>
  );
}

/** How many units of the payee's currency one unit of the account's currency buys. */
export const rateOf = ({ sellCurrency, buyCurrency, rate }: Quote): string =>
  `1\u00A0${sellCurrency} = ${rate}\u00A0${buyCurrency}`;
