/** Checks whether a code or a file is the bank's. A file is hashed here and never leaves the browser. */
import { verifyCode, verifyFile } from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';

/** Larger files cannot be documents of the bank. */
export const fileMostBytes = 200 * 1024 * 1024;

/** Without authentication. An unknown code is an answer, not an error. */
export const codeQuery = (code: string) =>
  queryOptions({
    queryKey: ['verify', code],
    queryFn: ({ signal }) => bank.call(verifyCode, { params: { code } }, { signal }),
  });

export const fileMutation = mutationOptions({
  mutationFn: async (file: File) => {
    if (file.size > fileMostBytes) return { isIssued: false, isReplaced: false };
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    const sha256 = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return bank.call(verifyFile, { params: { sha256 } });
  },
});
