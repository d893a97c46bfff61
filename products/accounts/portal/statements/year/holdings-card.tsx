/** The profit of crypto wallets in the year, and their holdings at its end, by average cost. Renders nothing without such wallets. */
import type { YearOverview } from '@calmly/contract';
import { Estimate, Gain } from '@calmly/portal-kit/shared/amount/gain.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import classes from './year.module.css';

export function HoldingsCard({ year: { accounts, realised } }: { year: YearOverview }) {
  const t = useTranslations('statements.year');
  const profits = useTranslations('statements.profit');
  const wallets = accounts.flatMap((account) =>
    account.profit ? [{ account, profit: account.profit }] : [],
  );
  if (!realised || wallets.length === 0) return null;
  const headings = [
    t('holding'),
    profits('cost'),
    profits('value'),
    profits('unrealised'),
    profits('realised'),
  ];
  return (
    <Card title={profits('title')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <section className={classes.scroll} aria-label={profits('title')} tabIndex={0}>
        <table className={classes.table}>
          <caption className="visually-hidden">{profits('title')}</caption>
          <thead>
            <tr>
              {headings.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {wallets.map(({ account, profit }) => (
              <tr key={account.id}>
                <th scope="row">
                  <Amount value={account.closingBalance} currency={account.currency} />
                </th>
                <td>
                  <Estimate value={profit.cost} currency={profit.quote} />
                </td>
                <td>
                  <Estimate value={profit.value} currency={profit.quote} />
                </td>
                <td>
                  <Gain value={profit.unrealised} currency={profit.quote} />
                </td>
                <td>
                  <Gain value={profit.realised} currency={profit.quote} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={4}>
                {t('realisedTotal')}
              </th>
              <td>
                <Gain value={realised.amount} currency={realised.currency} />
              </td>
            </tr>
          </tfoot>
        </table>
      </section>
      <Text size={13} tone="soft" above={16}>
        {profits('note')}
      </Text>
    </Card>
  );
}
