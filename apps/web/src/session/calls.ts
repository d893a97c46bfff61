/** What the life of a session calls; `session.ts` loads it when there is something to ask. */
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
