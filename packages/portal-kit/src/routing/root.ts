/** Shared by all areas of routes: the root, the shell, the guard that evaluates `guards.ts`, and the readers of search params. */

import { loadTexts } from '@calmly/texts/catalogue.ts';
import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import { ErrorPage } from '../errors/index.ts';
import { signInTarget } from '../session/after-sign-in.ts';
import type { LeaveReason } from '../session/session.ts';
import { getSession } from '../session/state.ts';
import { destinationOf, type RouteKind } from './guards.ts';
import { RootScreen } from './progress-bar.tsx';

export const root = createRootRoute({
  component: RootScreen,
  errorComponent: ErrorPage,
});

/** The shell with its navigation, around the screens behind the sign-in. The portal provides its component. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  loader: () => loadTexts('portal'),
});

type Components = Readonly<Record<string, RouteComponent>>;
type Lists = Readonly<Record<string, () => Promise<Components>>>;
type ComponentsOf<List, Name extends keyof List> = List[Name] extends () => Promise<infer File>
  ? keyof File & string
  : never;

let loadLists: () => Promise<object>;

/** The portal sets how to load the list of all screens, before the first opens. */
export function loadScreensBy(load: () => Promise<object>): void {
  loadLists = load;
}

/** The list of all screens, typed as the part that a product knows. */
export const listOfScreens = async <List = Lists>(): Promise<List> => (await loadLists()) as List;

/** `screenOf` for a list of screens: `screen('dashboard', 'DashboardScreen')`. */
export type ScreenOf<List> = <Name extends keyof List & string>(
  name: Name,
  component: ComponentsOf<List, Name>,
) => RouteComponent;

/** A screen as the component of a route. The list of all screens is loaded first, so that a visitor's page names none of their files. */
export const screenOf = (name: string, component: string): RouteComponent =>
  lazyRouteComponent(async () => {
    const load = (await listOfScreens())[name];
    if (!load) throw new Error(`no screen is called ${name}`);
    return load();
  }, component);

/** Redirects a visitor if the guards require it; after sign-in they return to the requested screen. */
export function guard(kind: RouteKind) {
  return ({ location }: { location: { href: string } }) => {
    const session = getSession();
    const visitor =
      session.status === 'signed-in'
        ? { ...session.client, termsAccepted: session.termsAccepted }
        : undefined;
    const to = destinationOf(kind, visitor);
    if (!to) return;
    throw redirect(to === '/login' ? { to, search: { next: signInTarget(location.href) } } : { to });
  };
}

/**
 * Reads search params, each with its own reader. A refused value becomes `undefined`, because the router would keep the
 * value of the address bar if it were left out.
 */
export const searchOf =
  <T>(readers: { readonly [K in keyof T]: (value: unknown) => T[K] | undefined }) =>
  (search: Record<string, unknown>): { [K in keyof T]?: T[K] | undefined } => {
    const read: { [K in keyof T]?: T[K] | undefined } = {};
    for (const name in readers) read[name] = readers[name](search[name]);
    return read;
  };

/** A non-empty text. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The number of a step, or a version. */
export const step = (value: unknown): number | undefined =>
  Number.isInteger(value) ? Number(value) : undefined;

/** A calendar year. */
export const year = (value: unknown): number | undefined =>
  Number.isInteger(value) && Number(value) >= 1900 && Number(value) <= 9999 ? Number(value) : undefined;

/** One of these values. */
export const oneOf =
  <T>(known: readonly T[]) =>
  (value: unknown): T | undefined =>
    known.find((one) => one === value);

/** `next` is the screen to open after sign-in, `reason` explains why the person is here. */
export const loginSearch = searchOf({
  next: signInTarget,
  reason: oneOf<LeaveReason>(['idle', 'frozen', 'ended']),
});

/** The params of an emailed link. */
export const linkSearch = searchOf({ token: text });

/** An emailed link's token, or the id of one of the signed-in person's invitations. */
export const invitationSearch = searchOf({ token: text, id: text });
