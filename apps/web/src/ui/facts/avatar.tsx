/** Initials in a circle, with the country's flag at its corner. Initials follow specification section 3. */
import classes from './avatar.module.css';
import { Flag } from './flag.tsx';

/** First letters of the first two words (a sign between them is none); of one word its first two letters. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const [first = '', second] = words;
  const letters = second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2);
  return letters.join('').toUpperCase();
}

interface AvatarProps {
  name: string;
  country?: string | null | undefined;
  /** `ink` is the client's own avatar. */
  tone?: 'paper' | 'ink';
}

export function Avatar({ name, country, tone = 'paper' }: AvatarProps) {
  return (
    <span className={classes.avatar} data-tone={tone} aria-hidden="true" translate="no">
      {initialsOf(name)}
      {country && <Flag country={country} size={16} />}
    </span>
  );
}
