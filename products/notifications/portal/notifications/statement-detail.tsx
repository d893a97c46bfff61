/** The second line of notifications about statements: which month, or which account and days. */
import type { Notification } from '@calmly/contract';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { useDaysText } from '@calmly/portal-kit/shared/days/use-days-text.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';

export function StatementDetail({ params }: Pick<Notification, 'params'>) {
  const t = useTranslations('notifications');
  const format = useFormatter();
  const { month, account, from, to } = params;
  const days = useDaysText({ from, to });
  if (month === undefined)
    return (
      <>
        <span>{account ?? t('allAccounts')}</span>
        <span>{days}</span>
      </>
    );
  return (
    <>
      <span>{format.dateTime(dayAsDate(`${month}-01`), { month: 'long', year: 'numeric' })}</span>
      {account && <span>{account}</span>}
    </>
  );
}
