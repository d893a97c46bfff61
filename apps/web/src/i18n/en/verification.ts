/** The identity check by the provider's widget: what is said around it. */
export const verification = {
  frame: 'Identity check',
  loading: 'The identity check is loading',
  failedTitle: 'The identity check did not open',
  tokenError: 'The identity check could not be started. {error}',
  failed: 'Please check your connection and try again. Nothing that you entered is lost.',
  checkError: 'The identity check has met a problem: {error}',
} as const;
