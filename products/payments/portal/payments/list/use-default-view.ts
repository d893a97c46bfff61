/**
 * The default view: if the URL names no filter and no payment, it becomes the person's chosen view. Clearing the filters means all
 * payments, and the URL says so (`all`).
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

/** Returns that view, also while another filter is shown. `onShow` is called in an effect. */
export function useDefaultView({ views, search, onShow }: DefaultView): SavedView | undefined {
  const view = views?.find(({ isDefault, filter }) => isDefault && isFiltered(filter));
  const applies = !search.all && search.payment === undefined && !isFiltered(filtersOf(search));
  const show = useEffectEvent(onShow);
  useEffect(() => {
    if (applies && view) show(view.filter);
  }, [applies, view]);
  return view;
}
