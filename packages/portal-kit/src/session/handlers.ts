/**
 * What the bank's client needs from the session. `session.ts` fills these in; it loads the client lazily, and the client must not import
 * it.
 */
interface SessionHandlers {
  /** Gets a new access token with the session cookie; returns whether there is one now. */
  refresh: () => Promise<boolean>;
  /** Does so if the current one expires soon. */
  renew: () => Promise<void>;
  /** The server no longer knows the session. */
  ended: () => void;
  /** A code was requested, and given or not. */
  proved: () => void;
}

export const sessionHandlers: SessionHandlers = {
  refresh: () => Promise.resolve(false),
  renew: () => Promise.resolve(),
  ended: () => undefined,
  proved: () => undefined,
};
