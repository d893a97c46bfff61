/** Drawings used instead of photographs: a document's two sides and a face. */
import classes from './websdk.module.css';

export function SampleDocument({ back }: { back?: boolean }) {
  return (
    <svg className={classes.drawing} viewBox="0 0 172 108" aria-hidden="true">
      <rect className={classes.paper} x="1" y="1" width="170" height="106" rx="10" />
      {back ? (
        <>
          <rect className={classes.ink} x="14" y="16" width="144" height="14" rx="2" />
          <rect className={classes.pale} x="14" y="42" width="60" height="6" rx="3" />
          <rect className={classes.pale} x="14" y="54" width="44" height="6" rx="3" />
          <path className={classes.code} d="M14 78h144M14 88h144M14 98h144" />
        </>
      ) : (
        <>
          <rect className={classes.pale} x="14" y="14" width="58" height="8" rx="4" />
          <rect className={classes.pale} x="14" y="32" width="44" height="58" rx="6" />
          <circle className={classes.ink} cx="36" cy="54" r="10" />
          <path className={classes.ink} d="M20 90a16 16 0 0 1 32 0z" />
          <path className={classes.lines} d="M70 42h84M70 56h60M70 70h72M70 84h40" />
        </>
      )}
    </svg>
  );
}

export function SampleFace() {
  return (
    <svg className={classes.drawing} viewBox="0 0 108 108" aria-hidden="true">
      <circle className={classes.paper} cx="54" cy="54" r="53" />
      <path className={classes.ink} d="M22 92a32 30 0 0 1 64 0 52 52 0 0 1-64 0z" />
      <ellipse className={classes.pale} cx="54" cy="46" rx="20" ry="24" />
      <g className={classes.features}>
        <circle cx="46" cy="44" r="2.5" />
        <circle cx="62" cy="44" r="2.5" />
        <path d="M46 56a10 8 0 0 0 16 0" fill="none" />
      </g>
    </svg>
  );
}
