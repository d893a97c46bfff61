/**
 * The rules of a new password, and its strength while typing. Only length matters (NIST SP 800-63B 3.1.1.2): capitals or symbols are
 * not required, and the maximum is out of reach. The server decides; this gives earlier feedback. Pure.
 */

export const leastPasswordLength = 12;

export interface PasswordVerdict {
  readonly longEnough: boolean;
  /** It is neither the email address nor the name in it. */
  readonly notTheName: boolean;
  readonly level: 'weak' | 'fair' | 'good' | 'strong';
}

/** Does not know common or leaked passwords: the server refuses those. */
export function judgePassword(password: string, email: string): PasswordVerdict {
  const text = password.toLowerCase();
  const address = email.trim().toLowerCase();
  const name = address.split('@')[0] ?? '';
  const letters = [...password].length;
  // 'aaaaaaaaaaaaaaaa' is long and worthless: repetitions do not count.
  const different = new Set(text).size;
  const longEnough = letters >= leastPasswordLength;
  const notTheName =
    password !== '' && text !== address && !(name.length >= 4 && text.replace(/[\d\W_]/g, '') === name);
  const worth = Math.min(letters, different * 2);
  const level =
    !longEnough || !notTheName || worth < 12 ? 'weak' : worth < 16 ? 'fair' : worth < 20 ? 'good' : 'strong';
  return { longEnough, notTheName, level };
}
