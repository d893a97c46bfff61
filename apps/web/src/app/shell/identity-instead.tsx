/** In place of the whole shell while a client is KYC_DECLINED (specification section 4): the identity check, language, logout. */
import { IdentityScreen } from '../../features/onboarding/index.ts';
import { JoiningFrame } from '../joining-layout.tsx';

export default function IdentityInstead() {
  return (
    <JoiningFrame>
      <IdentityScreen />
    </JoiningFrame>
  );
}
