/** The cost or proceeds of the order before it is placed, and for a market order the expected price from the book. */
import { exponentOf } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Figures } from '../figures.ts';
import { addingUp } from './adding-up.ts';
import classes from './order-form.module.css';
import type { OrderPlan } from './order-plan.ts';

/** An average this much worse than the best price, in basis points, gets a warning. */
const slippageWarned = 50;

interface CostLinesProps {
  figures: Figures;
  side: 'BUY' | 'SELL';
  plan: OrderPlan;
  isAtMarket: boolean;
}

export function CostLines({ figures, side, plan, isAtMarket }: CostLinesProps) {
  const t = useTranslations('market.form');
  const { base, quote } = figures.instrument;
  const { fill, slippage, quantityMinor } = plan;
  const amount = (minor: bigint | undefined) =>
    minor === undefined ? '–' : `${figures.value(minor)} ${quote}`;
  const shown = inCents(plan);
  const isCovered = fill === undefined || quantityMinor === undefined || fill.filledMinor === quantityMinor;
  const lines = [
    ...(isAtMarket
      ? [
          [
            t('average'),
            fill?.averageMinor === undefined ? '–' : `${figures.price(fill.averageMinor)} ${quote}`,
          ],
        ]
      : []),
    [t(side === 'BUY' ? 'cost' : 'proceeds'), amount(shown.valueMinor)],
    [
      t(plan.isTaker ? 'takerFee' : 'makerFee', { percent: (plan.basisPoints / 100).toFixed(2) }),
      amount(shown.feeMinor),
    ],
  ] as const;
  return (
    <>
      <Grid as="dl" gap={4} className={classes.lines} aria-live="off">
        {lines.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
        <div className={classes.total}>
          <dt>{t(side === 'BUY' ? 'total' : 'receive')}</dt>
          <dd>{amount(shown.totalMinor)}</dd>
        </div>
      </Grid>
      {plan.limitIsBehindStop && <Warning>{t(side === 'BUY' ? 'limitBelowStop' : 'limitAboveStop')}</Warning>}
      {isAtMarket && !isCovered && fill && (
        <Warning>{t('notCovered', { amount: `${figures.quantity(fill.filledMinor)} ${base}` })}</Warning>
      )}
      {isAtMarket && isCovered && slippage !== undefined && slippage >= slippageWarned && (
        <Warning>{t('slippage', { percent: (slippage / 100).toFixed(2) })}</Warning>
      )}
      {isAtMarket && plan.worstMinor !== undefined && (
        <Text size={13} tone="soft">
          {t('protected', { price: `${figures.price(plan.worstMinor)} ${quote}` })}
        </Text>
      )}
    </>
  );
}

/** Values are shown with two decimals, and EPI has eight. */
const centMinor = 10n ** BigInt(exponentOf('EPI') - 2);

function inCents({ valueMinor, feeMinor, totalMinor }: OrderPlan): Partial<Parameters<typeof addingUp>[0]> {
  if (valueMinor === undefined || feeMinor === undefined || totalMinor === undefined) return {};
  return addingUp({ valueMinor, feeMinor, totalMinor }, centMinor);
}

function Warning({ children }: { children: string }) {
  return (
    <p className={classes.warning} role="status">
      <IconAlertTriangle aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
