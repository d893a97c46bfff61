/**
 * A person who acts only for companies (Grade COMPANY_USER) is switched to the first one automatically after sign-in and reload, unless they have
 * just returned from one (specification section 4). Without a company, or if the switch fails, their own profile opens.
 */
import { companyUserGrade } from '@calmly/contract';
import { stayInOwnProfile, staysInOwnProfile } from '@calmly/portal-kit/session/session.ts';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { LoadingDialog } from '@calmly/ui/layers/loading-dialog.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { companiesQuery } from './queries.ts';
import { useSwitch } from './use-switch.ts';

export function FirstCompany({ children }: { children: ReactNode }) {
  const { id, grade } = useClient();
  const wanted = grade === companyUserGrade && !staysInOwnProfile();
  const companies = useQuery({ ...companiesQuery(id), enabled: wanted });
  const change = useSwitch();
  const first = companies.data?.[0]?.id;
  const { to } = change;
  useEffect(() => {
    if (first === undefined || !wanted) return;
    // After one refusal it is not retried automatically; the menu is still available.
    stayInOwnProfile();
    to(first);
  }, [first, wanted, to]);
  const isWaiting = (wanted && (companies.isPending || first !== undefined)) || change.isUnderWay;
  return isWaiting ? <LoadingDialog /> : children;
}
