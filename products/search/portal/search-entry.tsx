/** The search button in the top bar, and its shortcut: Ctrl K, on a Mac ⌘ K. The palette is loaded when it is first opened. */

import { useClient } from '@calmly/portal-kit/session/state.ts';
import { openQuestion } from '@calmly/portal-kit/session/two-factor/challenge.ts';
import type { Offers } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { loadTexts } from '@calmly/texts/catalogue.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import classes from './search-entry.module.css';

const isMac = /^(Mac|iP)/.test(navigator.platform);

/** The modifier with K; on a Mac, Ctrl K belongs to text fields. By key code, because a Russian layout has another letter there. */
const isShortcut = (event: KeyboardEvent) =>
  event.code === 'KeyK' &&
  (isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  !event.isComposing &&
  !event.defaultPrevented;

/** An open dialog, drawer or menu keeps the keyboard. */
const isLayerOpen = () => openQuestion() !== undefined || document.querySelector('[data-layer]') !== null;

export function searchEntry(loadOffers: () => Promise<Offers>) {
  const load = async () => {
    const [{ SearchPalette: Palette }, offers] = await Promise.all([
      import('./search-palette.tsx'),
      loadOffers(),
      loadTexts('search'),
    ]);
    return { default: (props: { onClose: () => void }) => <Palette {...props} offers={offers} /> };
  };
  const SearchPalette = lazy(load);

  return function SearchEntry() {
    const t = useTranslations('shell.topbar');
    const { id } = useClient();
    const [open, setOpen] = useState(false);
    const onKey = useEffectEvent((event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      // Otherwise a browser would focus its own search.
      event.preventDefault();
      if (open) setOpen(false);
      else if (!isLayerOpen()) setOpen(true);
    });
    useEffect(() => {
      const listener = (event: KeyboardEvent) => onKey(event);
      addEventListener('keydown', listener);
      return () => removeEventListener('keydown', listener);
    }, []);
    return (
      <>
        <Button
          variant="quiet"
          className={classes.entry}
          icon={<IconSearch aria-hidden="true" />}
          aria-label={t('search')}
          aria-haspopup="dialog"
          aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
          onPointerEnter={() => void load()}
          onClick={() => setOpen(true)}
        >
          <kbd className={classes.shortcut} data-keys={isMac ? '⌘ K' : 'Ctrl K'} />
        </Button>
        {open && (
          <Suspense>
            <SearchPalette key={id} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </>
    );
  };
}
