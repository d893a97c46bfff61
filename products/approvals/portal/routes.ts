import { guard, screenOf, searchOf, shell, text } from '@calmly/portal-kit/routing/root.ts';
import { createRoute } from '@tanstack/react-router';

const screens = () => import('./screens.ts');

const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  validateSearch: searchOf({ view: text, approval: text }),
  beforeLoad: guard('screen'),
  component: screenOf(screens, 'inbox', 'InboxScreen'),
});

export const routes = [inbox] as const;
