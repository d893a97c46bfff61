/** Names of factors: what a person calls the device. */
export const nameLength = 40;
