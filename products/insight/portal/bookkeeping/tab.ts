/** The tab of `/payments`, loaded when it is opened. */
export { BookkeepingTab } from './bookkeeping-tab.tsx';
