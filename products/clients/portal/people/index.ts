/** A company's people: the tab of the profile. */
export { PeopleTab } from './people-tab.tsx';
