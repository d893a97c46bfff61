/** Profiles: who is signed in, which companies they act for, and changing between them. */
export { FirstCompany } from './first-company.tsx';
export { ProfileMenu } from './profile-menu.tsx';
export { companiesQuery, ownInvitationsQuery } from './queries.ts';
export { SwitchBack } from './switch-back.tsx';
export { useSwitch } from './use-switch.ts';
