/** Texts around the identity provider's widget. */
export const verification = {
  frame: 'Identity check',
  loading: 'Loading the identity check',
  failedTitle: 'We couldn’t open the identity check',
  tokenError: 'We couldn’t start the identity check. {error}',
  failed: 'Check your connection and try again. Your entries are saved.',
  checkError: 'The identity check ran into a problem: {error}',
} as const;
