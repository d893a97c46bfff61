/** A month's spending by category or payee, each with its share of the month as a bar and in percent. */
import {
  type BookkeepingCategory,
  categoryNames,
  type Spending,
  type SpendingCategory,
  type SpendingPayee,
} from '@calmly/contract';
import { type CurrencyCode, isCurrency, parseDecimal } from '@calmly/domain';
import { addDays, dayAsDate, localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import classes from './insight.module.css';

export type Grouping = 'categories' | 'payees';
type Line = SpendingCategory | SpendingPayee;

const shownAtFirst = 6;

/** The name of a line. */
export function useSpendingNames(): (line: Line) => string {
  const t = useTranslations('insight.spending');
  const { locale } = useLocaleControl();
  return (line) => {
    if (line.kind === 'FEES') return t('fees');
    if (line.kind === 'CONFIDENTIAL') return t('confidential');
    if ('name' in line) return line.name;
    return line.category ? categoryNames[line.category][locale] : t('none');
  };
}

interface SpendingListProps {
  spending: Spending;
  by: Grouping;
  /** Index of the month. */
  at: number;
  monthName: string;
  onPayees: () => void;
}

export function SpendingList({ spending, by, at, monthName, onPayees }: SpendingListProps) {
  const t = useTranslations('insight.spending');
  const names = useSpendingNames();
  const [all, setAll] = useState(false);
  /** If set, only the payees of this category. */
  const [only, setOnly] = useState<BookkeepingCategory | 'NONE'>();
  const currency = spending.currency as CurrencyCode;
  const month = spending.months[at] ?? '1970-01';
  const spent = (line: Line) => minorOf(line.amounts[at], currency);
  const lines: readonly Line[] = by === 'categories' ? spending.categories : spending.payees;
  const isWanted = (line: Line) =>
    by === 'categories' || !only || (line.kind === 'PAYMENTS' && (line.category ?? 'NONE') === only);
  const found = lines
    .filter((line) => spent(line) !== 0n && isWanted(line))
    .toSorted((a, b) => (spent(a) < spent(b) ? 1 : -1));
  const shown = all ? found : found.slice(0, shownAtFirst);
  const total = minorOf(spending.totals[at], currency);
  const shareText = (part: bigint) => {
    const percent = percentOf(part, total);
    return percent === 0 && part > 0n
      ? `<${t('share', { percent: '1' })}`
      : t('share', { percent: String(percent) });
  };
  const largest = found[0] ? spent(found[0]) : 0n;
  const openPayees = (category: BookkeepingCategory | null) => {
    setOnly(category ?? 'NONE');
    onPayees();
  };
  return (
    <>
      {by === 'payees' && only && (
        <Inline as="p" gap={12} above={16}>
          <strong>
            {only === 'NONE'
              ? t('none')
              : names({ kind: 'PAYMENTS', category: only, amounts: [], total: '0' })}
          </strong>
          <button type="button" className="link" onClick={() => setOnly(undefined)}>
            {t('all')}
          </button>
        </Inline>
      )}
      {found.length === 0 && (
        <Text tone="soft" above={16}>
          {t('emptyMonth', { month: monthName })}
        </Text>
      )}
      <Grid as="ul" gap={12} className={classes.parts}>
        {shown.map((line) => (
          <li key={`${line.kind} ${names(line)} ${'beneficiaryId' in line ? line.beneficiaryId : ''}`}>
            <LineName line={line} month={month} onPayees={openPayees}>
              {names(line)}
            </LineName>
            <span className={classes.partShare}>{shareText(spent(line))}</span>
            <Text as="span" align="end">
              <Amount value={line.amounts[at] ?? '0'} currency={currency} />
            </Text>
            <span className={classes.partBar} aria-hidden="true">
              <span style={{ width: `${percentOf(spent(line), largest)}%` }} />
            </span>
          </li>
        ))}
      </Grid>
      {found.length > shown.length && (
        <Button variant="quiet" size="s" onClick={() => setAll(true)}>
          {t('showAll', { count: String(found.length) })}
        </Button>
      )}
    </>
  );
}

interface LineNameProps {
  line: Line;
  /** `YYYY-MM`. */
  month: string;
  onPayees: (category: BookkeepingCategory | null) => void;
  children: ReactNode;
}

function LineName({ line, month, onPayees, children }: LineNameProps) {
  if (line.kind === 'FEES')
    return (
      <Link to="/fees" className={classes.partName}>
        {children}
      </Link>
    );
  if (line.kind === 'CONFIDENTIAL')
    return (
      <Link to="/payments/payouts" className={classes.partName}>
        {children}
      </Link>
    );
  if (!('name' in line))
    return (
      <button type="button" className={classes.partName} onClick={() => onPayees(line.category)}>
        {children}
      </button>
    );
  const whose = line.beneficiaryId ? { payee: line.beneficiaryId } : { search: line.name };
  return (
    <Link to="/payments" search={{ ...whose, ...daysOf(month) }} className={classes.partName} translate="no">
      {children}
    </Link>
  );
}

function daysOf(month: string): { from: string; to: string } {
  const from = `${month}-01`;
  const next = dayAsDate(from);
  next.setMonth(next.getMonth() + 1);
  return { from, to: addDays(localDay(next), -1) };
}

const minorOf = (amount: string | undefined, currency: string): bigint =>
  (isCurrency(currency) && amount !== undefined ? parseDecimal(amount, currency) : undefined) ?? 0n;

/** Whole percent between 0 and 100. */
const percentOf = (part: bigint, whole: bigint): number =>
  part <= 0n || whole <= 0n ? 0 : Number((part * 100n + whole / 2n) / whole);
