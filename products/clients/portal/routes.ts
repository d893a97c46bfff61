import { guard, screensOf, searchOf, shell, text } from '@calmly/portal-kit/routing/root.ts';
import { createRoute } from '@tanstack/react-router';

const screen = screensOf<typeof import('./screens.ts')>();

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/account-profile',
  validateSearch: searchOf({ tab: text, change: text, kind: text, person: text, from: text, to: text }),
  beforeLoad: guard('profile'),
  component: screen('profile', 'ProfileScreen'),
});

export const routes = [profile] as const;
