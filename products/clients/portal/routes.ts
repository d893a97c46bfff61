import { guard, type ScreenOf, screenOf, searchOf, shell, text } from '@calmly/portal-kit/routing/root.ts';
import { createRoute } from '@tanstack/react-router';

const screen: ScreenOf<typeof import('./screens.ts')> = screenOf;

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/account-profile',
  validateSearch: searchOf({ tab: text, change: text, kind: text, person: text, from: text, to: text }),
  beforeLoad: guard('profile'),
  component: screen('profile', 'ProfileScreen'),
});

export const routes = [profile] as const;
