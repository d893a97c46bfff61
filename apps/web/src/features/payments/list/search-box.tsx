/** Free text over name, reference, IBAN and amount. It reaches the URL when typing pauses, so that back undoes a search. */
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import classes from './list.module.css';

const pauseMs = 300;

interface SearchBoxProps {
  text: string;
  onChange: (text: string | undefined) => void;
}

export function SearchBox({ text, onChange }: SearchBoxProps) {
  const t = useTranslations();
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  const tell = useEffectEvent(onChange);
  // Changed from outside (back, "clear filters"): the box follows.
  if (text !== known) {
    setKnown(text);
    setTyped(text);
  }
  useEffect(() => {
    if (typed.trim() === known) return;
    const timer = setTimeout(() => tell(typed.trim() || undefined), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, known]);

  return (
    <div className={classes.search}>
      <IconSearch aria-hidden="true" />
      <input
        type="search"
        aria-label={t('payments.list.search')}
        placeholder={t('payments.list.search')}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(typed.trim() || undefined);
        }}
      />
      {typed && (
        <button
          type="button"
          aria-label={t('ui.clearFilter', { name: t('payments.list.search') })}
          onClick={() => {
            setTyped('');
            onChange(undefined);
          }}
        >
          <IconX aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
