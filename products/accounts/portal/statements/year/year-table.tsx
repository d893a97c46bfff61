/** Sums in columns: balances, money in, money out and fees, with a name before each row. On a phone each row is a block with labelled figures. */
import type { YearTotal } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import type { ReactNode } from 'react';
import classes from './year.module.css';

type Sums = Pick<YearTotal, 'openingBalance' | 'moneyIn' | 'moneyOut' | 'fees' | 'closingBalance'>;

export interface SumsRow extends Sums {
  readonly key: string;
  readonly name: ReactNode;
  readonly currency: string;
}

interface YearTableProps {
  caption: string;
  /** Heading of the name column. */
  heading: string;
  rows: readonly SumsRow[];
  /** A highlighted row at the bottom. */
  total?: SumsRow | undefined;
}

const figures = ['openingBalance', 'moneyIn', 'moneyOut', 'fees', 'closingBalance'] as const;

export function YearTable({ caption, heading, rows, total }: YearTableProps) {
  const t = useTranslations('statements.year.columns');
  const row = ({ key, name, currency, ...sums }: SumsRow) => (
    <tr key={key}>
      <th scope="row">{name}</th>
      {figures.map((figure) => (
        <td key={figure} data-label={t(figure)}>
          <Amount value={sums[figure]} currency={currency} />
        </td>
      ))}
    </tr>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <section className={classes.scroll} aria-label={caption} tabIndex={0}>
      <table className={`${classes.table} ${classes.blocks}`}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {figures.map((figure) => (
              <th key={figure} scope="col">
                {t(figure)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map(row)}</tbody>
        {total && <tfoot>{row(total)}</tfoot>}
      </table>
    </section>
  );
}
