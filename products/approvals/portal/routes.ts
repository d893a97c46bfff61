import { guard, screensOf, searchOf, shell, text } from '@calmly/portal-kit/routing/root.ts';
import { createRoute } from '@tanstack/react-router';

const screen = screensOf<typeof import('./screens.ts')>();

const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  validateSearch: searchOf({ view: text, approval: text }),
  beforeLoad: guard('screen'),
  component: screen('inbox', 'InboxScreen'),
});

export const routes = [inbox] as const;
