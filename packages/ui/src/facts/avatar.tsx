/** Initials or an icon in a circle, with the country's flag at its corner. Initials follow specification section 3. */
import type { ReactNode } from 'react';
import classes from './avatar.module.css';
import { Flag } from './flag.tsx';

/** First letters of the first two words (punctuation between them does not count); for a single word its first two letters. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const [first = '', second] = words;
  const letters = second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2);
  return letters.join('').toUpperCase();
}

interface AvatarProps {
  name: string;
  country?: string | null | undefined;
  /** Drawn in place of the initials. */
  icon?: ReactNode;
  /** `ink` is the client's own avatar. */
  tone?: 'paper' | 'ink';
}

export function Avatar({ name, country, icon, tone = 'paper' }: AvatarProps) {
  return (
    <span className={classes.avatar} data-tone={tone} aria-hidden="true" translate="no">
      {icon ?? initialsOf(name)}
      {country && <Flag country={country} size={16} />}
    </span>
  );
}
