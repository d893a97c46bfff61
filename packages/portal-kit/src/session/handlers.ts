/**
 * What the bank's client needs from the session. `session.ts` fills these in; it loads the client lazily, and the client must not import
 * it.
 */
interface SessionHandlers {
  /** Gets a new access token with the session cookie; whether there is one now. */
  refresh: () => Promise<boolean>;
  /** Does so when the one there is ends soon. */
  renew: () => Promise<void>;
  /** The server no longer knows the session. */
  ended: () => void;
  /** A code was asked for, and given or not. */
  proved: () => void;
}

export const sessionHandlers: SessionHandlers = {
  refresh: () => Promise.resolve(false),
  renew: () => Promise.resolve(),
  ended: () => undefined,
  proved: () => undefined,
};
