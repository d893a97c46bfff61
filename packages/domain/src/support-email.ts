/** Where a client writes to a person of the bank. */
export const supportEmail = 'support@calmly.example';
