/** An option of the palette and what choosing it does. */

import type { PaletteOption } from '@calmly/ui/layers/palette.tsx';
import type { LinkOptions } from '@tanstack/react-router';
import type { Recent } from './recent.ts';

export interface Choice extends PaletteOption {
  readonly to:
    | { readonly kind: 'link'; readonly link: LinkOptions }
    | { readonly kind: 'profile'; readonly way: 'to' | 'back'; readonly id: string }
    | { readonly kind: 'block'; readonly id: string; readonly name: string };
  /** Kept as a recent choice. */
  readonly recent?: Recent;
}

export interface ChoiceGroup {
  readonly key: string;
  readonly label: string;
  readonly options: readonly Choice[];
}
