/** The person's saved views of the list: open one, save the current filters under a name, change or delete one. */
import type { SavedView } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Popover } from '@calmly/ui/layers/popovers/popover.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconBookmark, IconCheck, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { isFiltered, noFilters, type PaymentFilters, sameFilters } from '../model/filters.ts';
import classes from './list-menus.module.css';
import { ViewDialog } from './view-dialog.tsx';

interface ViewsMenuProps {
  views: readonly SavedView[];
  filters: PaymentFilters;
  /** Shows exactly these filters. */
  onShow: (filters: PaymentFilters) => void;
  /** Room for an icon only. */
  compact: boolean;
}

export function ViewsMenu({ views, filters, onShow, compact }: ViewsMenuProps) {
  const t = useTranslations('paymentsList.views');
  const [open, setOpen] = useState(false);
  const [edited, setEdited] = useState<SavedView | 'new'>();
  const current = views.find((view) => sameFilters(view.filter, filters));
  const show = (next: PaymentFilters) => {
    setOpen(false);
    onShow(next);
  };
  const edit = (view: SavedView | 'new') => {
    setOpen(false);
    setEdited(view);
  };
  const name = current?.name ?? t('open');
  return (
    <>
      <Popover
        align="end"
        open={open}
        onClose={() => setOpen(false)}
        opener={
          <Button
            icon={<IconBookmark aria-hidden="true" />}
            aria-expanded={open}
            aria-label={compact ? name : undefined}
            onClick={() => setOpen(!open)}
          >
            {compact ? undefined : (
              <Text as="span" wrap="cut" className={classes.viewName}>
                {name}
              </Text>
            )}
          </Button>
        }
      >
        <ul className={classes.menu}>
          <li>
            <button type="button" aria-pressed={!isFiltered(filters)} onClick={() => show(noFilters)}>
              <span>{t('all')}</span>
              {!isFiltered(filters) && <IconCheck aria-hidden="true" />}
            </button>
          </li>
          {views.map((view) => (
            <li key={view.id} className={classes.view}>
              <button type="button" aria-pressed={view === current} onClick={() => show(view.filter)}>
                <span>
                  {view.name}
                  {view.isDefault && <small>{t('opensFirst')}</small>}
                </span>
                {view === current && <IconCheck aria-hidden="true" />}
              </button>
              <button type="button" aria-label={t('edit', { name: view.name })} onClick={() => edit(view)}>
                <IconPencil aria-hidden="true" />
              </button>
            </li>
          ))}
          <li className={classes.last}>
            <button
              type="button"
              disabled={!isFiltered(filters) || current !== undefined}
              onClick={() => edit('new')}
            >
              <IconPlus aria-hidden="true" />
              <span>
                {t('save')}
                {!isFiltered(filters) && <small>{t('saveHelp')}</small>}
              </span>
            </button>
          </li>
        </ul>
      </Popover>
      {edited && (
        <ViewDialog
          view={edited === 'new' ? undefined : edited}
          filters={filters}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
