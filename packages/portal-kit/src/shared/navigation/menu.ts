/** A product's additions to the navigation (`portal/menu.ts`) and to the search palette (`portal/places.ts`). */
import type { Client, EndpointSpec } from '@calmly/contract';
import type { Messages } from '@calmly/texts/en/index.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import type { IconUsers } from '@tabler/icons-react';
import type { LinkOptions, LinkProps } from '@tanstack/react-router';

/** The full name of a text without arguments, such as `shell.nav.cards`. */
type TextName = NamesIn<Messages>;
type NamesIn<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${NamesIn<Texts[Key]>}`;
}[keyof Texts & string];

/** Reads texts by their full names. (`useTranslations` would compare the arguments of every text, for minutes.) */
export const useTexts = useTranslations as unknown as () => (name: TextName) => string;

interface Entry {
  readonly label: TextName;
  readonly icon: typeof IconUsers;
  /** Position among the entries of all products. */
  readonly order: number;
  readonly visibleTo?: (client: Client) => boolean;
}

export interface MenuEntry extends Entry {
  readonly to: NonNullable<LinkProps['to']>;
  /** Default: `main`. `foot` is at the bottom of the navigation. */
  readonly part?: 'foot';
  /** A number next to it: waiting approvals, or conversations with unread answers. */
  readonly counts?: 'approvals' | 'answers';
}

/** A line under the entry that leads to `under`, shown on hover or while that is open. */
export interface SubEntry extends Pick<MenuEntry, 'label' | 'to'> {
  readonly under: MenuEntry['to'];
}

/** A screen that the palette goes to, or something that it begins. */
export interface Place extends Entry {
  /** Kept in the browser with the recent choices. */
  readonly key: string;
  readonly link: LinkOptions;
  /** What people may type to find it, in either language. */
  readonly words: string;
  /** Offered only to those who have the right that this call needs. */
  readonly call?: EndpointSpec;
  /** Open to clients whose account is not active yet. */
  readonly isAlwaysOpen?: true;
}

/** What the palette offers: `places` and `actions` of every product's `portal/places.ts`. */
export interface Offers {
  readonly places: readonly Place[];
  readonly actions: readonly Place[];
}

/** In the order in which they are shown. */
export const inOrder = <Each extends { readonly order: number }>(entries: readonly Each[]): readonly Each[] =>
  entries.toSorted((one, other) => one.order - other.order);
