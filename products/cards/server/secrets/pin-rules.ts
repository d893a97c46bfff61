/** Which PINs are refused. Pure. */

/** Whether a PIN is one that a thief would try first: one digit repeated, or consecutive digits, up or down. */
export function isSimplePin(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index]));
  return [0, 1, -1].some((step) => steps.every((each) => each === step));
}
