/**
 * Registering an application, by bank staff, who have checked its operator. An application that can keep a secret is shown it once.
 *
 * Throws a `Refusal` with an explanation for anything that cannot be registered.
 */
import { audit } from '@calmly/platform/audit.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import type { Work } from '@calmly/platform/work.ts';
import * as store from './application-store.ts';
import { newApplicationSecret, tokenHash } from './authorization/tokens.ts';
import { isRedirectUri } from './rules.ts';

export interface Registration {
  readonly name: string;
  /** The operator. */
  readonly operator: string;
  readonly redirectUris: readonly string[];
  /** Its code is visible to users (a page, an app), so it keeps no secret. */
  readonly isPublic: boolean;
}

/** The application's id and, unless it is public, its secret. */
export async function registerApplication(
  work: Omit<Work, 'log'>,
  { name, operator, redirectUris, isPublic }: Registration,
): Promise<{ readonly id: string; readonly secret: string | undefined }> {
  for (const [value, longest, what] of [
    [name, 60, 'name'],
    [operator, 120, 'operator'],
  ] as const)
    if (value.trim() === '' || value.length > longest)
      throw new Refusal(`The ${what} must have 1 to ${longest} characters.`);
  if (redirectUris.length < 1 || redirectUris.length > 10)
    throw new Refusal('Give one to ten redirect addresses.');
  const bad = redirectUris.find((uri) => !isRedirectUri(uri));
  if (bad !== undefined)
    throw new Refusal(`${bad} cannot be gone back to: https is needed, or http on this machine, without #.`);
  const id = work.newId();
  const secret = isPublic ? undefined : newApplicationSecret();
  await store.saveApplication(work.sql, {
    id,
    name: name.trim(),
    operator: operator.trim(),
    letter: [...name.trim()][0]?.toUpperCase() ?? '',
    redirectUris,
    secretHash: secret === undefined ? null : tokenHash(secret),
  });
  await audit(work, { action: 'application.registered', details: { application_id: id, name: name.trim() } });
  return { id, secret };
}

/** Closes an application: it can no longer connect, and its tokens stop working. Returns whether it existed. */
export async function closeApplication(work: Omit<Work, 'log'>, id: string): Promise<boolean> {
  if (!(await store.closeApplication(work.sql, id))) return false;
  await audit(work, { action: 'application.closed', details: { application_id: id } });
  return true;
}
