/** Something, an at sign, a domain with a dot, as the contract has it: whether the address exists only a mail can tell. */
export const emailPattern = /^[^\s@:]+@[^\s@.]+(?:\.[^\s@.]+)*\.[^\s@.]{2,}$/;
