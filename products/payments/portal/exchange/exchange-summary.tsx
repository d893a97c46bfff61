/** The summary of the exchange, always visible: both amounts, the rate, the cost, how long the price is held, and the button. */
import { type Account, ApiProblem, type Quote } from '@calmly/contract';
import { formatDecimal, isCurrency, parseDecimal } from '@calmly/domain';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import type { LiveQuote } from '@calmly/portal-kit/shared/amount/use-quote.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { notYet, SummaryLeft } from '@calmly/ui/beside-summary.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { useBottomBar } from '@calmly/ui/layers/bottom-bar.ts';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import { Notice, SummaryCard, SummaryLine } from '@calmly/ui/surface.tsx';
import classes from './exchange.module.css';

interface ExchangeSummaryProps {
  from: Account;
  live: LiveQuote;
  quote: Quote | undefined;
  side: 'SELL' | 'BUY';
  unsettled: boolean;
  exchanging: boolean;
  /** What came of the last attempt. */
  error: unknown;
}

export function ExchangeSummary(props: ExchangeSummaryProps) {
  const { from, live, quote, unsettled, exchanging } = props;
  const t = useTranslations('exchange');
  const bar = useBottomBar();
  const phone = useMedia(breakpoints.phone);
  const trouble = phone ? troubleText(t, live, unsettled) : undefined;
  const left = leftOn(from, quote);
  // The balance may already be the one after the exchange; its result can be asked for anyway.
  const missing = !unsettled && left?.startsWith('-') ? left.slice(1) : undefined;
  return (
    <SummaryCard title={t('summary')}>
      <SummaryLine label={t('sell')}>
        {quote ? <Amount value={quote.sellAmount} currency={quote.sellCurrency} /> : notYet}
      </SummaryLine>
      <SummaryLine label={t('rate')}>
        <Text as="span" wrap="never">
          {quote ? rateText(t, quote, 'straight') : notYet}
          <Text as="small" size={13} tone="soft" block>
            {quote ? rateText(t, quote, 'inverse') : '\u00A0'}
          </Text>
        </Text>
      </SummaryLine>
      <SummaryLine
        label={t('cost')}
        note={quote ? t('costNote', { margin: quote.margin, mid: quote.midRate }) : '\u00A0'}
      >
        {quote ? <Amount value={quote.cost} currency={quote.sellCurrency} /> : notYet}
      </SummaryLine>
      <SummaryLine label={t('arrival')}>{t('atOnce')}</SummaryLine>
      <SummaryLine label={t('buy')} total>
        {quote ? <Amount size="total" value={quote.buyAmount} currency={quote.buyCurrency} /> : notYet}
      </SummaryLine>
      <SummaryLeft label={t('left', { account: from.name })}>
        {left && missing === undefined && !unsettled ? (
          <Amount value={left} currency={from.currency} />
        ) : (
          notYet
        )}
      </SummaryLeft>
      {missing !== undefined && (
        <Notice tone="error" title={t('shortTitle', { missing: amountText(missing, from.currency) })}>
          {t('shortText', { account: from.name, available: amountText(from.available, from.currency) })}
        </Notice>
      )}
      <Outcome {...props} />
      <Stack gap={12} {...bar}>
        {(!unsettled || trouble) && (
          <p
            className={classes.holds}
            role="timer"
            aria-live="off"
            data-low={live.secondsLeft <= 5 || undefined}
          >
            {trouble ?? holdsText(t, live)}
          </p>
        )}
        <Button
          size="l"
          type="submit"
          variant={quote ? 'accent' : 'outline'}
          block
          busy={exchanging}
          disabled={missing !== undefined}
        >
          {exchanging ? t('exchanging') : t(unsettled ? 'checkAgain' : 'confirm')}
        </Button>
      </Stack>
    </SummaryCard>
  );
}

/** What happened: the price changed, there is none, or an attempt failed or has an unknown outcome. */
function Outcome({ live, quote, side, unsettled, error }: ExchangeSummaryProps) {
  const t = useTranslations('exchange');
  const ui = useTranslations('ui');
  const problemText = useProblemText();
  const tryAgain = (
    <button type="button" className="link" onClick={live.renew}>
      {ui('tryAgain')}
    </button>
  );
  if (unsettled)
    return (
      <Notice tone="warning" title={t('unknownTitle')}>
        {t('unknownText')}
      </Notice>
    );
  const expired = error instanceof ApiProblem && error.code === 'quote_expired';
  if (error && !expired) return <ProblemNotice error={error} />;
  if (live.error && !hasFields(live.error))
    return (
      <Notice tone="error" title={t('noPrice')}>
        <p>{problemText(live.error)}</p>
        {tryAgain}
      </Notice>
    );
  if (live.isLate)
    return (
      <Notice tone="warning" title={t('late')}>
        {tryAgain}
      </Notice>
    );
  if (!quote || (!live.before && !expired)) return null;
  return (
    <Notice tone={expired ? 'warning' : 'info'} title={t('movedTitle')}>
      {live.before && movedText(t, quote, live.before, side)} {expired && t('expiredText')}
    </Notice>
  );
}

type Translate = ReturnType<typeof useTranslations<'exchange'>>;

const hasFields = (error: unknown) => error instanceof ApiProblem && Object.keys(error.fields).length > 0;

function rateText(t: Translate, quote: Quote, way: 'straight' | 'inverse'): string {
  const { sellCurrency, buyCurrency, rate, inverseRate } = quote;
  return way === 'straight'
    ? t('perUnit', { one: sellCurrency, rate, other: buyCurrency })
    : t('perUnit', { one: buyCurrency, rate: inverseRate, other: sellCurrency });
}

function movedText(t: Translate, quote: Quote, before: Quote, side: 'SELL' | 'BUY'): string {
  return side === 'SELL'
    ? t('movedGet', {
        now: amountText(quote.buyAmount, quote.buyCurrency),
        before: amountText(before.buyAmount, before.buyCurrency),
      })
    : t('movedGive', {
        now: amountText(quote.sellAmount, quote.sellCurrency),
        before: amountText(before.sellAmount, before.sellCurrency),
      });
}

/** On a phone the error is in the card, which may be out of view, so it is repeated beside the button. */
function troubleText(t: Translate, { isLate, error }: LiveQuote, unsettled: boolean): string | undefined {
  if (unsettled) return t('unknownTitle');
  if (isLate) return t('late');
  return error && !hasFields(error) ? t('noPrice') : undefined;
}

function holdsText(t: Translate, { quote, secondsLeft, asking }: LiveQuote): string {
  if (quote && secondsLeft > 0) return t('holds', { seconds: secondsLeft });
  if (asking) return t('asking');
  return quote ? t('paused') : '\u00A0';
}

/** What stays on the account that sells, negative where it is not enough. */
function leftOn({ available, currency }: Account, quote: Quote | undefined): string | undefined {
  if (!quote || !isCurrency(currency)) return undefined;
  const has = parseDecimal(available, currency);
  const sells = parseDecimal(quote.sellAmount, currency);
  return has === undefined || sells === undefined ? undefined : formatDecimal(has - sells, currency);
}
