/** The security tab of the profile: password, second factors, sessions, known browsers, sign-in history, freezing. */
export { SecurityTab } from './security-tab.tsx';
