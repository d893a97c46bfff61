/**
 * Free text that narrows a list. It reports when typing pauses (at once on Enter), so that typing sends few queries without delay; `atOnce`
 * with each key, for a list that is already here and must not shrink under a pointer that has just reached it.
 */
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { TextField } from './field.tsx';

const pauseMs = 300;

interface SearchFieldProps {
  /** Says what is searched; shown in the empty box. */
  label: string;
  /** The text in force: of the URL. */
  text: string;
  onChange: (text: string | undefined) => void;
  atOnce?: boolean;
}

export function SearchField({ label, text, onChange, atOnce = false }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const [seen, setSeen] = useState(text);
  const [told, setTold] = useState(text);
  // Changed from outside (back, "clear the filters"): the box follows. Our own text coming back must not overtake typing.
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
