/** The calls of the session's life cycle; `session.ts` loads this file on demand. */
export {
  basicAuthorization,
  changeToken,
  getClient,
  issueToken,
  joinByInvitation,
  logout,
  refreshToken,
  register,
  savePreferences,
  termsVersions,
  testToken,
} from '@calmly/contract';
export { bank, releaseProofKey, removeProofKey } from './bank.ts';
