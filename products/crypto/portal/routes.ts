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
    path: '/crypto',
    validateSearch: searchOf({
      screen: oneOf(['MARKET', 'WALLETS', 'HISTORY'] as const),
      instrument: oneOf(['BTCEPI', 'ETHEPI', 'TONEPI'] as const),
      orders: oneOf(['PAST'] as const),
      type: oneOf(['Deposit', 'Transfer'] as const),
      movement: text,
    }),
    beforeLoad: guard('screen'),
    loader: () => loadTexts('crypto'),
    component: screen('crypto', 'CryptoScreen'),
  }),
] as const;
