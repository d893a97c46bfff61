/** The wordmark and the symbol. The ring takes the text colour, the dot stays coral. */
import { letters } from './logo-paths.ts';

/** The ring with the dot in its pause; decoration beside a title. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path
        d="M24.98 7.46A12.4 12.4 0 1 0 24.98 24.54"
        fill="none"
        stroke="currentColor"
        strokeWidth="4.4"
        strokeLinecap="round"
      />
      <circle cx="27.1" cy="16" r="3.6" fill="#FE6B41" />
    </svg>
  );
}

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
