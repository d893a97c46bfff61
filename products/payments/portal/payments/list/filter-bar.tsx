/** Above the list of payments: search, filters, views, export, columns, and the button for a new payment. */
import type { Account, PaymentColumn, SavedView } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { SearchField } from '@calmly/ui/fields/search-field.tsx';
import { FilterBar } from '@calmly/ui/lists/filter-bar.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import type { PaymentFilters } from '../model/filters.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { ExportMenu } from './export-menu.tsx';
import { NewPaymentButton } from './new-payment-button.tsx';
import { useFilterList } from './use-filter-list.tsx';
import { ViewsMenu } from './views-menu.tsx';

interface PaymentsBarProps {
  filters: PaymentFilters;
  accounts: readonly Account[];
  views: readonly SavedView[];
  columns: readonly PaymentColumn[];
  /** The drawer is open. */
  narrow: boolean;
  onChange: (patch: PaymentFilters) => void;
  /** Takes the filters away, not the text. */
  onClear: () => void;
  /** Shows a saved view, or all payments. */
  onShow: (filters: PaymentFilters) => void;
}

/** Tools have words in a window of this width. */
const withRoom = '(min-width: 1000px)';

export function PaymentsBar({ filters, accounts, views, columns, narrow, ...on }: PaymentsBarProps) {
  const t = useTranslations('payments');
  const phone = useMedia(breakpoints.phone);
  const list = useFilterList({ filters, accounts, onChange: on.onChange });
  const roomy = useMedia(withRoom);
  const compact = narrow || !roomy;
  return (
    <FilterBar
      label={t('filters.label')}
      search={
        <SearchField
          label={t('list.search')}
          text={filters.search ?? ''}
          onChange={(search) => on.onChange({ search })}
        />
      }
      filters={list}
      onClearAll={on.onClear}
      narrow={narrow}
    >
      <ViewsMenu views={views} filters={filters} compact={compact} onShow={on.onShow} />
      <ExportMenu filters={filters} compact={compact} />
      {!compact && <ColumnsMenu columns={columns} />}
      {!phone && <NewPaymentButton label={t('newPayment')} />}
    </FilterBar>
  );
}
