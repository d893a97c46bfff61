/**
 * Buttons. `accent` is the one coral action of a view, chosen on purpose, and grey until its form has something to send; `solid` the second strongest (try again), `outline` secondary,
 * `quiet` text only, `danger` outlined in red. Heights: s 32 in rows, m 40 on pages, l 48 in forms.
 */
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import classes from './button.module.css';
import { useKeptPress } from './kept-press.ts';

interface Look {
  variant?: 'accent' | 'solid' | 'outline' | 'quiet' | 'danger' | undefined;
  size?: 's' | 'm' | 'l' | undefined;
  icon?: ReactNode;
  /** Fills the parent's width. */
  block?: boolean | undefined;
}

function look({ variant = 'outline', size = 'm', block }: Look, className: string | undefined) {
  return {
    className: className ? `${classes.button} ${className}` : classes.button,
    'data-variant': variant,
    'data-size': size,
    'data-block': block || undefined,
  };
}

type ButtonProps = ComponentProps<'button'> &
  Look & {
    busy?: boolean;
    /** Something is missing that the form itself doesn't show: the button is grey, but a press still explains why. */
    unready?: boolean;
  };

/** A button. While `busy` it keeps its size and place, shows a spinner instead of its icon and does nothing. */
export function Button({
  variant,
  size,
  icon,
  block,
  busy,
  unready,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const keptPress = useKeptPress(rest);
  return (
    <button
      type="button"
      {...rest}
      {...keptPress}
      {...look({ variant, size, block }, rest.className)}
      data-busy={busy || undefined}
      data-unready={unready || undefined}
      data-icon-only={children === undefined || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <span className={classes.spinner} aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

type AnchorProps = Omit<ComponentProps<'a'>, 'children'> & Look & { children?: ReactNode };

export function AnchorButton({ variant, size, icon, block, children, ...rest }: AnchorProps) {
  const keptPress = useKeptPress(rest);
  return (
    <a {...rest} {...keptPress} {...look({ variant, size, block }, rest.className)}>
      {icon}
      {children}
    </a>
  );
}

/** A link of the router that looks like a button: `<ButtonLink to="/payments/create" variant="accent">`. */
export const ButtonLink = createLink(AnchorButton);

/** The spinner alone. */
export function Spinner() {
  return <span className={classes.spinner} aria-hidden="true" />;
}
