/** The wordmark. The ring takes the text colour, the dot stays coral. */
import { letters } from './logo-paths.ts';

export function Logo() {
  return (
    <svg viewBox="0 0 107 32" width="107" height="32" role="img" aria-label="Calmly">
      <path
        d="M21.86 6.53A10.85 10.85 0 1 0 21.86 21.47"
        transform="translate(0 2)"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.85"
        strokeLinecap="round"
      />
      <circle cx="23.71" cy="16" r="3.15" fill="#FE6B41" />
      <path fill="currentColor" d={letters} />
    </svg>
  );
}
