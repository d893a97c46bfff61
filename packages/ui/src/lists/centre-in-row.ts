/** Scrolls a row that is wider than its container until `item` is in the middle. The page itself does not scroll. */
export function centreInRow(row: HTMLElement | null, item: Element | null | undefined): void {
  if (!row || !item) return;
  const place = row.getBoundingClientRect();
  const { left, width } = item.getBoundingClientRect();
  row.scrollLeft += left + width / 2 - (place.left + place.width / 2);
}
