/** The symbol: the ring takes the text colour, the dot stays coral. */
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
