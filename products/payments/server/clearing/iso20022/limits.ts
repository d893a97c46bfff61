/** The most entries, transactions or transfers in one message from the bank's bank. */
export const mostTransactions = 10_000;
