/** Where a client writes to a person of the bank. */
export { supportEmail } from '@calmly/domain';
