/**
 * The view that opens first: where the address names no filter and no payment, it becomes what the person has chosen for that. Who clears
 * the filters means all payments, and the address says so (`all`).
 */
import type { SavedView } from '@calmly/contract';
import { useEffect, useEffectEvent } from 'react';
import { filtersOf, isFiltered, type PaymentFilters, type PaymentsSearch } from '../model/filters.ts';

interface DefaultView {
  /** Undefined while they load. */
  readonly views: readonly SavedView[] | undefined;
  readonly search: PaymentsSearch;
  readonly onShow: (filters: PaymentFilters) => void;
}

export function useDefaultView({ views, search, onShow }: DefaultView): SavedView | undefined {
  const view = views?.find(({ isDefault, filter }) => isDefault && isFiltered(filter));
  const applies = !search.all && search.payment === undefined && !isFiltered(filtersOf(search));
  const show = useEffectEvent(onShow);
  useEffect(() => {
    if (applies && view) show(view.filter);
  }, [applies, view]);
  return view;
}
