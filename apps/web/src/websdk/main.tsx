/**
 * The sandbox's identity widget: the page that Sumsub's Web SDK puts into its frame when no real provider is configured. A document, a
 * face, a movement, and then the tester chooses the provider's answer; the bank receives it from the server, by a signed webhook.
 */
import './interpreted-schemas.ts';
import '@calmly/ui/theme/tokens.css';
import '@calmly/ui/theme/base.css';
import '@calmly/ui/theme/forced-colors.css';
import { showTexts } from '@calmly/texts/catalogue.ts';
import { LocaleProvider } from '@calmly/texts/index.tsx';
import { createRoot } from 'react-dom/client';
import { openHost } from './host.ts';
import { createProvider } from './provider.ts';
import { WidgetFlow } from './widget-flow.tsx';

const showLanguage = (lang: string | undefined) => showTexts(lang === 'ru' ? 'ru' : 'en');

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
const host = openHost(root, {
  onLanguage: showLanguage,
  onTheme: (theme) => {
    if (theme === 'dark') document.documentElement.dataset.theme = 'dark';
    else delete document.documentElement.dataset.theme;
  },
});
const { accessToken, lang } = await host.config;
await showLanguage(lang);
createRoot(root).render(
  <LocaleProvider>
    <WidgetFlow host={host} provider={createProvider(host, accessToken)} />
  </LocaleProvider>,
);
