/** The key that does the same, at a button. For the eye only: screen readers get it from the help. */
import classes from './key-hint.module.css';

export function KeyHint({ of: name }: { of: string }) {
  return (
    <span className={classes.key} aria-hidden="true">
      {name}
    </span>
  );
}
