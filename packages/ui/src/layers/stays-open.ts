/** Whether a panel stays open although the library would close it: the click or focus went to its own opener, which closes it. */
export function staysOpen(
  { event, reason }: { event: Event; reason: string },
  opener: Element | null,
): boolean {
  const place =
    reason === 'outside-press'
      ? event.target
      : reason === 'focus-out' && 'relatedTarget' in event && event.relatedTarget;
  return place instanceof Node && (opener?.contains(place) ?? false);
}
