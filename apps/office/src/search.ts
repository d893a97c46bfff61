/** Search params as the screens use them. What a screen does not know becomes `undefined`. */

/** A sign-in opens the screen that was wanted: a path of this site that is not a sign-in itself. */
export function targetOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\/[a-z]/.test(value)) return undefined;
  return /^\/(?:sign-in|invitation)(?:[/?#]|$)/.test(value) ? undefined : value;
}

const reasons = ['ended', 'idle', 'signed-out'] as const;

export const signInSearch = (search: Record<string, unknown>) => ({
  next: targetOf(search.next),
  reason: reasons.find((one) => one === search.reason),
});

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The open row. */
export const itemSearch = (search: Record<string, unknown>) => ({ item: text(search.item) });

export const proposalsSearch = (search: Record<string, unknown>) => ({
  item: text(search.item),
  view: search.view === 'over' ? ('over' as const) : undefined,
});

export const auditSearch = (search: Record<string, unknown>) => ({
  person: text(search.person),
  client: text(search.client),
  action: text(search.action),
});
