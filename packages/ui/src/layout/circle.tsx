/** The sunken circle, 40 pixels wide, in which the icon of a row stands. What it says is in the layer `layout`, as with the boxes. */
import type { JSX } from 'react';
import classes from './circle.module.css';

export function Circle({ className, ...rest }: JSX.IntrinsicElements['span']) {
  return <span {...rest} className={className ? `${classes.circle} ${className}` : classes.circle} />;
}
