/**
 * How things stand to each other: below (`Stack`), beside (`Inline`), or in the cells of a grid (`Grid`), with a gap from the tokens.
 * Each is the element that `as` names, a `div` unless given, and takes all that the element takes. What they say is in the layer `layout`:
 * any class of a module goes before it, in whatever order the files come.
 */
import { type PrimitiveProps, primitive, type Tag } from './primitive.ts';

interface BoxProps {
  /** Pixels. `page` is 24, and 16 on a phone. */
  gap?: 4 | 8 | 12 | 16 | 24 | 'page';
  /** Between lines, where it differs from the gap within one. */
  rowGap?: 0 | 4 | 8 | 12;
  /** Across the direction; in a grid, from top to bottom. */
  align?: 'start' | 'center' | 'end' | 'baseline';
  /** Along the direction. */
  justify?: 'center' | 'end' | 'between';
  /** May become narrower than its content, which is then cut off or wrapped. */
  shrink?: boolean;
  /** Takes the room that the others leave. */
  grow?: boolean;
  /** Room above it, in pixels. */
  above?: 4 | 8 | 12 | 16 | 24 | 32;
}

/** One below the other. */
export function Stack<T extends Tag = 'div'>(props: PrimitiveProps<T, BoxProps>) {
  return primitive('b', 'b-stack', props);
}

/** One beside the other; with `wrap`, on as many lines as it takes. */
export function Inline<T extends Tag = 'div'>(props: PrimitiveProps<T, BoxProps & { wrap?: boolean }>) {
  return primitive('b', 'b-inline', props);
}

/** Cells as wide as the grid, or with `items` as their content. A class gives it more than one column. */
export function Grid<T extends Tag = 'div'>(
  props: PrimitiveProps<T, BoxProps & { items?: 'start' | 'center' | 'end' }>,
) {
  return primitive('b', 'b-grid', props);
}
