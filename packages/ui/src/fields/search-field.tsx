/**
 * Free text that narrows a list. It reports when typing pauses (immediately on Enter), which keeps queries few; with `atOnce`
 * on every key, for a list that is already loaded and must not shrink under a pointer that has just reached it.
 */
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { TextField } from './field.tsx';

const pauseMs = 300;

interface SearchFieldProps {
  /** The searched list; shown in the empty box. */
  label: string;
  /** The current text from the URL. */
  text: string;
  onChange: (text: string | undefined) => void;
  atOnce?: boolean;
}

export function SearchField({ label, text, onChange, atOnce = false }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const [seen, setSeen] = useState(text);
  const [told, setTold] = useState(text);
  // Changed from outside (Back, "clear the filters"): the box follows. Our own text returning from the URL must not overwrite later typing.
  if (text !== seen) {
    setSeen(text);
    if (text !== told) {
      setTyped(text);
      setTold(text);
    }
  }
  const tell = (entry: string) => {
    setTold(entry.trim());
    onChange(entry.trim() || undefined);
  };
  const tellAfterPause = useEffectEvent(() => tell(typed));
  useEffect(() => {
    if (typed.trim() === told) return;
    const timer = setTimeout(() => tellAfterPause(), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, told]);

  return (
    <TextField
      size="m"
      type="search"
      label={label}
      labelHidden
      placeholder={label}
      autoComplete="off"
      value={typed}
      left={<IconSearch aria-hidden="true" size={20} stroke={1.6} />}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        if (atOnce) tell(value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tell(typed);
      }}
    />
  );
}
