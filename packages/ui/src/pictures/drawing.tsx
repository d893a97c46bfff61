/**
 * The illustration of an empty state: a card with its future content, and behind it the dashed outline of the next one. Decorative, because
 * the text next to it says everything.
 */
import type { ReactNode } from 'react';
import classes from './drawing.module.css';
import { LogoMark } from './logo-mark.tsx';

const contents = {
  /** Rows of a list: payments, requests, approvals. */
  list: (
    <>
      <Row y={60} length={104} />
      <Row y={92} length={72} />
    </>
  ),
  people: (
    <>
      <circle cx={36} cy={96} r={17} />
      <circle cx={82} cy={96} r={17} />
      <circle cx={128} cy={96} r={17} />
      <rect x={20} y={56} width={92} height={8} rx={4} />
    </>
  ),
  /** Lines of text: documents, history. */
  text: (
    <>
      <rect x={20} y={58} width={188} height={8} rx={4} />
      <rect x={20} y={78} width={150} height={8} rx={4} />
      <rect x={20} y={98} width={172} height={8} rx={4} />
    </>
  ),
  /** An account or a payment card: its masked number. */
  card: [0, 1, 2, 3].map((group) =>
    [0, 1, 2, 3].map((dot) => (
      <circle
        key={`${group}-${dot}`}
        className={classes.dot}
        cx={22 + group * 30 + dot * 6}
        cy={102}
        r={1.7}
      />
    )),
  ),
  /** Days of a month, one of them marked. */
  days: (
    <>
      {[0, 1, 2, 3, 4, 5, 6].map((day) => (
        <rect key={day} x={20 + day * 28} y={58} width={18} height={18} rx={5} />
      ))}
      {[0, 1, 2, 3].map((day) => (
        <rect
          key={day}
          x={20 + day * 28}
          y={88}
          width={18}
          height={18}
          rx={5}
          className={day === 2 ? classes.marked : undefined}
        />
      ))}
    </>
  ),
} as const satisfies Record<string, ReactNode>;

export function Drawing({ name }: { name: keyof typeof contents }) {
  return (
    <div className={classes.drawing} aria-hidden="true">
      <div className={classes.behind} />
      <div className={classes.front}>
        <svg viewBox="0 0 232 132" width="232" height="132" aria-hidden="true" className={classes.content}>
          {contents[name]}
        </svg>
        <div className={classes.mark}>
          <LogoMark size={24} />
        </div>
      </div>
    </div>
  );
}

function Row({ y, length }: { y: number; length: number }) {
  return (
    <>
      <circle cx={31} cy={y + 8} r={11} />
      <rect x={54} y={y} width={length} height={7} rx={3.5} />
      <rect x={54} y={y + 12} width={length * 0.6} height={5} rx={2.5} />
      <rect x={184} y={y + 4} width={28} height={7} rx={3.5} />
    </>
  );
}
