/** The columns of the list of payees: name, account, last payment. */
import type { Beneficiary, LastPaid } from '@calmly/contract';
import { shortIban } from '@calmly/domain';
import { ConfidentialMark } from '@calmly/portal-kit/shared/confidential-mark.tsx';
import { dayName, localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import type { Column } from '@calmly/ui/lists/data-table.tsx';
import { PlainCell, TwoLines, WhoCell } from '@calmly/ui/lists/table-cells.tsx';
import { useQueries } from '@tanstack/react-query';
import classes from './beneficiaries.module.css';
import { lastPaidQuery, pageSize } from './queries.ts';
import { Incomplete } from './readiness.tsx';

/** Reads the latest payment to each of `rows`, which may still be loading. */
export function useColumns(rows: readonly Beneficiary[] | undefined): Column<Beneficiary>[] {
  const t = useTranslations('beneficiaries');
  const lastPaid = useLastPaid(rows ?? []);
  return [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 3fr)',
      phone: 'main',
      cell: (row) => (
        <WhoCell
          avatar={<Avatar name={row.name} country={row.bankDetails[0]?.bankCountry ?? row.country} />}
          first={
            <>
              {row.name}
              {row.confidential && <ConfidentialMark />}
            </>
          }
          second={row.readiness.length > 0 ? <Incomplete /> : <Kind payee={row} />}
        />
      ),
    },
    {
      key: 'account',
      header: t('account'),
      width: 'minmax(0, 2fr)',
      wide: true,
      cell: ({ bankDetails: [main] }) => (
        <TwoLines
          first={<span className={classes.number}>{shortIban(main?.iban ?? main?.accountNumber ?? '')}</span>}
          second={main?.bankName}
        />
      ),
    },
    {
      key: 'lastPaid',
      header: t('lastPaid'),
      width: '120px',
      align: 'end',
      phone: 'top',
      cell: ({ id }) => lastPaid && <LastPaidCell paid={lastPaid.get(id)} />,
    },
  ];
}

/** Each page of the list is asked about once; undefined until all answers are there. */
function useLastPaid(rows: readonly Beneficiary[]): ReadonlyMap<string, LastPaid> | undefined {
  const pages = Array.from({ length: Math.ceil(rows.length / pageSize) }, (_, page) =>
    rows.slice(page * pageSize, (page + 1) * pageSize).map(({ id }) => id),
  );
  return useQueries({
    queries: pages.map(lastPaidQuery),
    combine: (answers) =>
      answers.every(({ data }) => data)
        ? new Map(answers.flatMap(({ data = [] }) => data.map((paid) => [paid.beneficiaryId, paid])))
        : undefined,
  });
}

function Kind({ payee }: { payee: Beneficiary }) {
  const t = useTranslations('beneficiaries');
  return [
    t(payee.legalStatus === 'INDIVIDUAL' ? 'person' : 'company'),
    payee.currency,
    ...(payee.direction === 'INCOMING' ? [t('directions.INCOMING')] : []),
  ].join(' · ');
}

function LastPaidCell({ paid }: { paid: LastPaid | undefined }) {
  const t = useTranslations('beneficiaries');
  const format = useFormatter();
  if (!paid) return <PlainCell>{t('neverPaid')}</PlainCell>;
  const at = new Date(paid.createdAt);
  const now = new Date();
  const day = dayName(localDay(at), now);
  const date = format.dateTime(at, {
    day: 'numeric',
    month: 'short',
    ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  });
  return (
    <TwoLines
      first={
        <Text as="span" weight="text">
          {t('paidOn', { day, date })}
        </Text>
      }
      second={amountText(paid.amount, paid.currency)}
    />
  );
}
