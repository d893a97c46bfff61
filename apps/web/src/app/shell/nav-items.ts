/** The side navigation (specification section 2, with the additions of the design), made of what each product adds to it. */
import { inOrder, type MenuEntry } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { menu, subEntries } from './menu.ts';

export interface NavItem extends MenuEntry {
  readonly child?: (typeof subEntries)[number] | undefined;
}

const items = inOrder(
  menu.map((entry): NavItem => ({ ...entry, child: subEntries.find(({ under }) => under === entry.to) })),
);

export const mainItems = items.filter(({ part }) => part !== 'foot');
export const footItems = items.filter(({ part }) => part === 'foot');
