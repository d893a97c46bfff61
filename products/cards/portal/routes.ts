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

const cardTexts = () => loadTexts('cards');
const cards = createRoute({
  getParentRoute: () => shell,
  path: '/cards',
  validateSearch: searchOf({ card: text, group: oneOf(['MINE', 'TEAM', 'CLOSED'] as const), payment: text }),
  beforeLoad: guard('screen'),
  loader: cardTexts,
  component: screen('cards', 'CardsScreen'),
});
const newCard = createRoute({
  getParentRoute: () => shell,
  path: '/cards/new',
  beforeLoad: guard('screen'),
  loader: cardTexts,
  component: screen('newCard', 'NewCardScreen'),
});

export const routes = [cards, newCard] as const;
