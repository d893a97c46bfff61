import {
  guard,
  type ScreenOf,
  screenOf,
  searchOf,
  shell,
  text,
  year,
} from '@calmly/portal-kit/routing/root.ts';
import { loadTexts } from '@calmly/texts/catalogue.ts';
import { createRoute } from '@tanstack/react-router';

const screen: ScreenOf<typeof import('./screens.ts')> = screenOf;

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  beforeLoad: guard('screen'),
  component: screen('dashboard', 'DashboardScreen'),
});
const requisites = createRoute({
  getParentRoute: () => shell,
  path: '/requisites',
  validateSearch: searchOf({ account: text }),
  beforeLoad: guard('screen'),
  component: screen('requisites', 'RequisitesScreen'),
});
const account = createRoute({
  getParentRoute: () => shell,
  path: '/accounts/$id',
  validateSearch: searchOf({ payment: text }),
  beforeLoad: guard('screen'),
  loader: () => loadTexts('statements'),
  component: screen('account', 'AccountScreen'),
});
const statements = createRoute({
  getParentRoute: () => shell,
  path: '/statements',
  validateSearch: searchOf({ account: text, from: text, to: text }),
  beforeLoad: guard('screen'),
  loader: () => loadTexts('statements'),
  component: screen('statements', 'StatementsScreen'),
});
const statementsYear = createRoute({
  getParentRoute: () => shell,
  path: '/statements/year',
  validateSearch: searchOf({ year, account: text, currency: text }),
  beforeLoad: guard('screen'),
  loader: () => loadTexts('statements'),
  component: screen('statements', 'YearScreen'),
});
const documents = createRoute({
  getParentRoute: () => shell,
  path: '/documents',
  validateSearch: searchOf({ kind: text, from: text, to: text, search: text }),
  beforeLoad: guard('screen'),
  loader: () => loadTexts('documents'),
  component: screen('documents', 'DocumentsScreen'),
});

export const routes = [dashboard, requisites, account, statements, statementsYear, documents] as const;
