/** Names of factors: the person's name for the device. */
export const nameLength = 40;
