import {
  guard,
  oneOf,
  type ScreenOf,
  screenOf,
  searchOf,
  shell,
  text,
} from '@calmly/portal-kit/routing/root.ts';
import { loadTexts } from '@calmly/texts/catalogue.ts';
import { createRoute } from '@tanstack/react-router';

const screen: ScreenOf<typeof import('./screens.ts')> = screenOf;

export const routes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/support',
    validateSearch: searchOf({
      conversation: text,
      state: oneOf(['open', 'closed'] as const),
      ask: oneOf(['general', 'payment', 'card', 'payout', 'account', 'payee', 'request'] as const),
      about: text,
    }),
    beforeLoad: guard('screen'),
    loader: () => loadTexts('support'),
    component: screen('support', 'SupportScreen'),
  }),
] as const;
