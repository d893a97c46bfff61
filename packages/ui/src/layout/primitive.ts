/** What the primitives have in common: an element whose classes are put together from its props. */
import { createElement, type JSX } from 'react';
import './primitives.css';

export type Tag = keyof JSX.IntrinsicElements;

/** The props of a primitive: its own, and those of the element that `as` names. */
export type PrimitiveProps<T extends Tag, Own> = Own & { as?: T } & Omit<JSX.IntrinsicElements[T], keyof Own>;

/** Their own props. Any other is one of the element. */
const tokens = /^(gap|rowGap|align|justify|items|wrap|shrink|grow|above|size|tone|weight|figures|block)$/;

/** With the prefix `b`, `gap={8} shrink` are the classes `b-gap-8` and `b-shrink` of primitives.css. */
export function primitive(
  prefix: 'b' | 't',
  kind: string,
  { as = prefix === 't' ? 'p' : 'div', className, ...props }: { as?: Tag; className?: string | undefined },
) {
  const names = [kind];
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props))
    if (!tokens.test(name)) rest[name] = value;
    else if (value === true) names.push(`${prefix}-${name}`);
    else if (value !== undefined && value !== false) names.push(`${prefix}-${name}-${value}`);
  if (className) names.push(className);
  return createElement(as, { ...rest, className: names.join(' ') });
}
