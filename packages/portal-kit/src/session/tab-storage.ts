/**
 * Form values while a form is being filled in, kept over reloads, back, a profile switch and a new sign-in within the tab. A draft can
 * name people and IBANs, so it is in `sessionStorage`, which ends with the tab; each client sees only their own entries, and a logout empties it
 * (`session.ts`). If a session ends automatically (idle, expiry), the entries are set aside for the same person.
 */
import type { ZodType } from 'zod';
import { getSession } from './state.ts';

/** Entries of someone without a session; they survive a reload. */
export const strangerPrefix = 'calmly.stranger.';

const personKey = 'calmly.person';
const asideKey = 'calmly.set-aside';

/** Empties the tab's storage; entries of strangers only when someone leaves. */
export function emptyTabStorage(keepStrangers: boolean): void {
  for (const key of Object.keys(sessionStorage))
    if (!keepStrangers || !key.startsWith(strangerPrefix)) sessionStorage.removeItem(key);
}

/** The session has ended without a logout: the entries wait until someone signs in. */
export const setTabStorageAside = (): void => sessionStorage.setItem(asideKey, '1');
export const isTabStorageAside = (): boolean => sessionStorage.getItem(asideKey) !== null;

/** Someone has signed in: another person's entries in this tab are removed. */
export function claimTabStorage(personId: string): void {
  const before = sessionStorage.getItem(personKey);
  if (before !== null && before !== personId) emptyTabStorage(false);
  sessionStorage.removeItem(asideKey);
  sessionStorage.setItem(personKey, personId);
}

/** One value in the tab's storage. An unreadable value (an older form, no JSON, no storage) counts as missing. */
export function tabStorage<Value>(name: string, form: ZodType<Value> | ((value: unknown) => value is Value)) {
  const ownKey = () => {
    const session = getSession();
    return session.status === 'signed-in' && !name.startsWith(strangerPrefix)
      ? `${session.client.id}.${name}`
      : name;
  };
  return {
    read(): Value | undefined {
      try {
        const kept: unknown = JSON.parse(sessionStorage.getItem(ownKey()) ?? 'null');
        if (typeof form === 'function') return form(kept) ? kept : undefined;
        return form.safeParse(kept).data;
      } catch {
        // Not JSON, or storage is switched off: the form starts empty.
        return undefined;
      }
    },
    keep: (value: Value): void => sessionStorage.setItem(ownKey(), JSON.stringify(value)),
    forget: (): void => sessionStorage.removeItem(ownKey()),
  };
}
