/** Shown instead of the page to clients who are not offered cards. */

import { ComingSoonPage } from '@calmly/portal-kit/errors/index.ts';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import type { ReactNode } from 'react';

export function CardsOffered({ children }: { children: ReactNode }) {
  return useClient().cardsOffered ? children : <ComingSoonPage part="cards" />;
}
