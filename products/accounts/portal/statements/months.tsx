/** The account's months, each with its own statement: shown above, or saved as a PDF. */
import type { StatementAccount } from '@calmly/contract';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { officialQuery } from './kept.ts';
import { OfficialVersions } from './official.tsx';
import type { Period } from './period.ts';
import { fileMutation, monthsQuery } from './queries.ts';
import classes from './statements.module.css';

/** Number of months shown at first. */
const monthsFirst = 6;

interface MonthsProps {
  account: StatementAccount;
  /** The period shown, if any. */
  period?: Period | undefined;
  onShow: (period: Period) => void;
}

export function Months({ account, period, onShow }: MonthsProps) {
  const t = useTranslations('statements');
  const format = useFormatter();
  const { locale } = useLocaleControl();
  const [all, setAll] = useState(false);
  const months = useQuery(monthsQuery(account.id)).data;
  const official = Map.groupBy(useQuery(officialQuery(account.id)).data ?? [], ({ from }) => from);
  const saving = useMutation(fileMutation);
  if (!months) return null;
  const name = (from: string) => format.dateTime(dayAsDate(from), { month: 'long', year: 'numeric' });
  return (
    <div className={classes.monthsCard}>
      <Card title={t('months')} flush>
        {saving.error && <ProblemNotice error={saving.error} />}
        <ul className={classes.months}>
          {(all ? months : months.slice(0, monthsFirst)).map(({ from, to, closingBalance, entries }) => (
            <li key={from}>
              <button
                type="button"
                className={classes.month}
                aria-pressed={period && from === period.from && to === period.to}
                onClick={() => {
                  onShow({ from, to });
                  window.scrollTo({ top: 0 });
                }}
              >
                <span>{name(from)}</span>
                <Text as="span" size={13} tone="soft" weight="text">
                  {t('entryCount', { count: entries })}
                </Text>
              </button>
              <Amount value={closingBalance} currency={account.currency} />
              <Button
                size="s"
                variant="quiet"
                icon={<IconFileTypePdf aria-hidden="true" />}
                aria-label={t('monthPdf', { month: name(from) })}
                busy={saving.isPending && saving.variables.from === from}
                onClick={() => saving.mutate({ id: account.id, from, to, format: 'pdf', locale })}
              />
              {official.has(from) && <OfficialVersions statements={official.get(from) ?? []} />}
            </li>
          ))}
        </ul>
        {!all && months.length > monthsFirst && (
          <div className={classes.moreMonths}>
            <Button size="s" onClick={() => setAll(true)}>
              {t('allMonths', { count: months.length })}
            </Button>
          </div>
        )}
      </Card>
    </div>
  );
}
