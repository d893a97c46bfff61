/** The monthly figures as a table for screen readers only. */
import type { CurrencyCode } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';

export interface Flow {
  /** `YYYY-MM` */
  readonly month: string;
  readonly moneyIn: string;
  readonly moneyOut: string;
}

interface FlowTableProps {
  flows: readonly Flow[];
  currency: CurrencyCode;
  nameOf: (flow: Flow) => string;
}

export function FlowTable({ flows, currency, nameOf }: FlowTableProps) {
  const t = useTranslations('dashboard');
  return (
    // A table is at least as large as its cells, so only a box around it can hide it.
    <div className="visually-hidden">
      <table>
        <caption>{t('moneyInAndOut')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('month')}</th>
            <th scope="col">{t('moneyIn')}</th>
            <th scope="col">{t('moneyOut')}</th>
          </tr>
        </thead>
        <tbody>
          {flows.map((flow) => (
            <tr key={flow.month}>
              <th scope="row">{nameOf(flow)}</th>
              <td>{amountText(flow.moneyIn, currency)}</td>
              <td>{amountText(flow.moneyOut, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
