/** The four figures of a statement: opening balance, in, out, closing balance. */
import type { Statement } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import classes from './statements.module.css';

interface SumsProps {
  /** Undefined while loading. */
  statement: Statement | undefined;
  currency: string;
}

export function Sums({ statement, currency }: SumsProps) {
  const t = useTranslations('statements');
  const figures = [
    ['opening', statement?.openingBalance],
    ['moneyIn', statement?.moneyIn],
    ['moneyOut', statement?.moneyOut],
    ['closing', statement?.closingBalance],
  ] as const;
  return (
    <dl className={classes.sums} aria-busy={!statement}>
      {figures.map(([key, value]) => (
        <div key={key}>
          <Text as="dt" size={13} tone="soft">
            {t(key)}
          </Text>
          <dd>
            {value === undefined ? '\u00a0' : <Amount value={value} currency={currency} size="total" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
