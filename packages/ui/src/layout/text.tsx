/** Words in a size, tone and weight of the tokens. What it says is in the layer `layout`, as with the boxes. */
import { type PrimitiveProps, primitive, type Tag } from './primitive.ts';

interface TextProps {
  /** Pixels; the height of the line belongs to it. 24 and 36 are set a little closer. */
  size?: 13 | 15 | 18 | 24 | 36;
  /** `soft` is the second ink: help, notes, labels. `faint` is the third. */
  tone?: 'ink' | 'soft' | 'faint' | 'red' | 'green';
  weight?: 'text' | 'label' | 'title';
  align?: 'start' | 'center' | 'end';
  /** `anywhere` breaks long words, `cut` ends the line with an ellipsis, `never` keeps it whole. */
  wrap?: 'anywhere' | 'cut' | 'never';
  /** Digits of equal width. */
  figures?: boolean;
  /** A line of its own, for a `span`. */
  block?: boolean;
  /** Room above it, in pixels. */
  above?: 4 | 8 | 12 | 16 | 24 | 32;
}

/** A `p` unless `as` names another element. */
export function Text<T extends Tag = 'p'>(props: PrimitiveProps<T, TextProps>) {
  return primitive('t', 't', props);
}
