/**
 * What a form keeps while it is being filled in, over reloads, back and sign-in again within the tab. `sessionStorage` ends
 * with the tab and is emptied at logout (`session.ts`), because a draft can name people and IBANs.
 */
import type { ZodType } from 'zod';

/** What somebody types who has no session yet: it outlives a reload without one. */
export const strangerPrefix = 'calmly.stranger.';

/** Empties the tab's storage, of strangers' entries only when somebody leaves. */
export function emptyTabStorage(keepStrangers: boolean): void {
  for (const key of Object.keys(sessionStorage))
    if (!keepStrangers || !key.startsWith(strangerPrefix)) sessionStorage.removeItem(key);
}

/** One value in the tab's storage. What cannot be read any more (an older form, no JSON, no storage) counts as nothing. */
export function tabStorage<Value>(key: string, schema: ZodType<Value>) {
  return {
    read(): Value | undefined {
      try {
        const kept = schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
        return kept.success ? kept.data : undefined;
      } catch {
        // Not JSON, or storage is switched off: the form starts empty.
        return undefined;
      }
    },
    keep: (value: Value): void => sessionStorage.setItem(key, JSON.stringify(value)),
    forget: (): void => sessionStorage.removeItem(key),
  };
}
