/** The support email address. */
export const supportEmail = 'support@calmly.example';
