/** On a phone the top bar leads back from a screen that has no entry in the navigation. */
import { footItems, mainItems } from './nav-items.ts';

/** The screens that the bottom bar and its sheet open. */
const entries: readonly string[] = [...mainItems, ...footItems].map(({ to }) => to);

/** Parts of addresses that have no screen of their own. */
const folder = /^(\/accounts|\/payments\/create|\/beneficiaries\/[^/]+\/accounts)$/;

/**
 * The path of the screen above: a step (`isStep`) leads to the form that it belongs to, any other screen to the address above it.
 * Undefined for the entries of the navigation.
 */
export function parentScreen(pathname: string, isStep = false): string | undefined {
  const path = withoutSlash(pathname);
  if (isStep) return path;
  if (entries.includes(path)) return undefined;
  let above = addressAbove(path);
  while (folder.test(above)) above = addressAbove(above);
  return above || '/dashboard';
}

const withoutSlash = (path: string) => path.replace(/\/$/, '');
const addressAbove = (path: string) => path.slice(0, path.lastIndexOf('/'));
