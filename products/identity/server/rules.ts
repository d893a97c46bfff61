/**
 * Constants and pure rules of identity: lifetimes, growth of locks, comparison of names, masking of addresses. Source: specification
 * section 9 (idle 900 s, remembered 604800 s, code length 6, countdown 9 s), server page section 3 (access 15 minutes, code 5 minutes
 * and 5 tries). All durations in seconds.
 */
export const accessTokenSeconds = 900;
export const sessionSeconds = 12 * 3600;
export const rememberedSessionSeconds = 604_800;
export const deviceSeconds = 365 * 86_400;
export const liveTicketSeconds = 30;

/** Activity is written at most this often, so an idle limit may take effect up to this much early, never late. */
export const activityStepSeconds = 5;
export const idleTimeoutSeconds = 900;

/**
 * After this long without activity, an active client's session may only read balances and recent payments until the person confirms their presence
 * (Delegated Regulation (EU) 2018/389, articles 4.3 d and 10).
 */
export const staleSeconds = 300;

/** How long after the last confirmation a company may be switched to without another. */
export const switchProofSeconds = 300;

/** Lifetimes of emailed links: password reset, and restoring frozen access. */
export const resetLinkSeconds = 3600;
export const unfreezeLinkSeconds = 7 * 86_400;

/** A refresh cookie used twice within this time means a dropped answer or two tabs; later it means theft. */
export const refreshGraceSeconds = 10;

export const codeSeconds = 300;
/** Lifetime of a passkey's sign-in challenge; longer than a person hesitates on the sign-in page. */
export const passkeySignInSeconds = 900;
export const codeTries = 5;
export const resendSeconds = 9;

/** Wrong codes of a person: the length of the first lock (each one doubles), and the number of locks that leads to a permanent one. */
export const firstCodeLockSeconds = 900;
export const locksUntilBlocked = 3;

/** How many attempts a subject has before it is locked, and the length of the first lock. */
export interface ThrottleLimit {
  readonly tries: number;
  readonly firstLockSeconds: number;
}
export const throttleLimits = {
  /** Passwords for one account, and separately from one browser that the account's owner has used. */
  account: { tries: 5, firstLockSeconds: 300 },
  /** Passwords from one address, regardless of the account; many people may share it. */
  address: { tries: 100, firstLockSeconds: 300 },
  /** Reset links per email address, and per requesting network address. */
  resetsPerEmail: { tries: 3, firstLockSeconds: 3600 },
  resetsPerAddress: { tries: 20, firstLockSeconds: 900 },
  /** Links to restore frozen access, sent when someone signs in with the correct password. */
  unfreezeLinks: { tries: 3, firstLockSeconds: 3600 },
  /** Codes sent to one person since their last correct one: limits emails and the phone bill. */
  sends: { tries: 100, firstLockSeconds: 900 },
} as const satisfies Record<string, ThrottleLimit>;

/** The longest lock; this long after the last attempt and lock, the count is reset. */
export const longestLockSeconds = 86_400;

/** Minutes for a message, rounded up: never 'in 0 minutes'. */
export const wholeMinutes = (seconds: number) => Math.max(1, Math.ceil(seconds / 60));

/** The normalised form in which email addresses are compared: look-alike encodings and capitals are the same address. */
export const emailKey = (email: string) => email.normalize('NFKC').trim().toLowerCase();

/** The client number if the user name is one. */
export function clientNumberOf(userName: string): bigint | undefined {
  const digits = userName.trim();
  return /^[0-9]{8,12}$/.test(digits) ? BigInt(digits) : undefined;
}

/** `a••••a@demo.calmly.example`, `+371•••••678`: enough to recognise one's own, too little to learn someone else's. */
export function maskAddress(channel: 'email' | 'sms', address: string): string {
  if (channel === 'sms') return `${address.slice(0, 4)}•••••${address.slice(-3)}`;
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at);
  return `${name.slice(0, 1)}••••${name.length > 1 ? name.slice(-1) : ''}${address.slice(at)}`;
}
