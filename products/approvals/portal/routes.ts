import { guard, type ScreenOf, screenOf, searchOf, shell, text } from '@calmly/portal-kit/routing/root.ts';
import { createRoute } from '@tanstack/react-router';

const screen: ScreenOf<typeof import('./screens.ts')> = screenOf;

const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  validateSearch: searchOf({ view: text, approval: text }),
  beforeLoad: guard('screen'),
  component: screen('inbox', 'InboxScreen'),
});

export const routes = [inbox] as const;
