/**
 * The peer of P10: a sign-in form with React, a router, server state and i18n, and no UI kit. Anything that our login page
 * weighs beyond this is the cost of the kit and our own code.
 */
import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { IntlProvider, useTranslations } from 'use-intl';

const messages = { login: { title: 'Sign in', email: 'E-mail', password: 'Password', submit: 'Sign in' } };

function Login() {
  const t = useTranslations('login');
  const signIn = useMutation({
    mutationFn: async (form: FormData) => {
      const response = await fetch('/api/oauth/token', { method: 'POST', body: form });
      return response.json();
    },
  });
  return (
    <form action={(form) => signIn.mutate(form)}>
      <h1>{t('title')}</h1>
      <label>
        {t('email')} <input name="email" type="email" />
      </label>
      <label>
        {t('password')} <input name="password" type="password" />
      </label>
      <button type="submit">{t('submit')}</button>
    </form>
  );
}

const root = createRootRoute({ component: Outlet });
const login = createRoute({ getParentRoute: () => root, path: '/', component: Login });
const router = createRouter({ routeTree: root.addChildren([login]) });

const element = document.getElementById('root');
if (element)
  createRoot(element).render(
    <IntlProvider locale="en" messages={messages}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </IntlProvider>,
  );
