/** Connected applications: the pages of `/oauth`, and the tab of the profile. */
export { ConnectionsTab } from './connections-tab.tsx';
export { ConsentPage } from './consent-page.tsx';
export { AboutConnectionsPage, OauthErrorPage, TellConnectPage } from './result-pages.tsx';
