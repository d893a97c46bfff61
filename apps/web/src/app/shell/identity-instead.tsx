/**
 * Replaces the whole shell while a client is KYC_DECLINED (specification section 4): the identity check, language, logout. A company is
 * checked again through the id of the person who added it.
 */

import { useClient } from '@calmly/portal-kit/session/state.ts';
import { CompanyCheckPage } from '@calmly/products/clients/portal/companies/index.ts';
import { IdentityScreen } from '@calmly/products/clients/portal/onboarding/index.ts';
import { JoiningFrame } from '../layouts/joining-layout.tsx';

export default function IdentityInstead() {
  const { role } = useClient();
  return <JoiningFrame>{role === 'LEGAL' ? <CompanyCheckPage /> : <IdentityScreen />}</JoiningFrame>;
}
