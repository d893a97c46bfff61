/** Something, an at sign, and a domain with a dot, as in the contract. Only a sent email can show whether the address exists. */
export const emailPattern = /^[^\s@:]+@[^\s@.]+(?:\.[^\s@.]+)*\.[^\s@.]{2,}$/;
