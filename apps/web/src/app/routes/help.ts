/** The routes of the help centre: open to everyone, signed in or not, so that those who can't sign in find help. */

import { guard, root, searchOf, text } from '@calmly/portal-kit/routing/root.ts';
import { getSession } from '@calmly/portal-kit/session/state.ts';
import { loadTexts } from '@calmly/texts/catalogue.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

const screens = () => import('../screens/help.tsx');

const loadHelpTexts = async () => {
  await Promise.all([
    loadTexts('help'),
    getSession().status === 'signed-in' ? loadTexts('portal') : undefined,
  ]);
};

const help = createRoute({
  getParentRoute: () => root,
  path: '/help',
  validateSearch: searchOf({ q: text }),
  beforeLoad: guard('mail-link'),
  loader: loadHelpTexts,
  component: lazyRouteComponent(screens, 'HelpScreen'),
});
const article = createRoute({
  getParentRoute: () => root,
  path: '/help/$slug',
  beforeLoad: guard('mail-link'),
  loader: async ({ params }) => {
    await loadHelpTexts();
    return (await screens()).loadArticle(params.slug);
  },
  component: lazyRouteComponent(screens, 'ArticleScreen'),
});

export const helpRoutes = [help, article] as const;
