/**
 * The heading of a part of the page. The button that opened it has disappeared with the previous part, so keyboard users continue from the heading.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './payout.module.css';

interface PartTitleProps {
  children: ReactNode;
  /** Set if the part needs no visible heading. */
  isHidden?: boolean;
}

export function PartTitle({ children, isHidden = false }: PartTitleProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => takeLostFocus(title.current), []);
  return (
    <h2 ref={title} tabIndex={-1} className={isHidden ? 'visually-hidden' : classes.title}>
      {children}
    </h2>
  );
}

/** Does nothing on a page that has only been loaded: there, Tab starts at the top. */
export function takeLostFocus(element: HTMLElement | null | undefined): void {
  const holder = document.activeElement;
  const isLost = holder === document.body || holder?.hasAttribute('data-part');
  if (isLost && navigator.userActivation.hasBeenActive) element?.focus();
}
