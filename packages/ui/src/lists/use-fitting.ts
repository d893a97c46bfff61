/**
 * How many parts of a row fit on one line. All are rendered once to be measured; afterwards their widths are known by name, and only
 * the fitting ones are rendered. Required parts stay, the others are dropped from the end.
 */
import { useCallback, useLayoutEffect, useState } from 'react';

export interface Part {
  /** Changes with the part's text. */
  readonly name: string;
  readonly stays: boolean;
}

const gap = 8;
/** Room for the button that opens the rest. */
const restWidth = 128;

/** The fitting names, and the row whose children carry them as `data-part`. */
export function useFitting(parts: readonly Part[]) {
  const [row, setRow] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState<number>();
  const [widths, setWidths] = useState<ReadonlyMap<string, number>>(new Map());
  const isMeasured = width !== undefined && parts.every(({ name }) => widths.has(name));

  const measure = useCallback((element: HTMLElement) => {
    const found = [...element.querySelectorAll<HTMLElement>('[data-part]')];
    setWidths(
      (before) =>
        new Map([...before, ...found.map((part) => [part.dataset.part ?? '', part.offsetWidth] as const)]),
    );
  }, []);
  useLayoutEffect(() => {
    if (row && !isMeasured) measure(row);
  }, [row, isMeasured, measure]);
  useLayoutEffect(() => {
    if (!row) return;
    setWidth(row.clientWidth);
    const observer = new ResizeObserver(() => setWidth(row.clientWidth));
    observer.observe(row);
    return () => observer.disconnect();
  }, [row]);

  return { ref: setRow, fitting: isMeasured ? fit(parts, widths, width) : parts.map(({ name }) => name) };
}

function fit(parts: readonly Part[], widths: ReadonlyMap<string, number>, width: number): string[] {
  const sum = (some: readonly Part[]) =>
    some.reduce((total, { name }) => total + (widths.get(name) ?? 0) + gap, -gap);
  if (sum(parts) <= width) return parts.map(({ name }) => name);
  let kept = [...parts];
  while (sum(kept) + gap + restWidth > width) {
    const last = kept.findLast(({ stays }) => !stays);
    if (!last) break;
    kept = kept.filter((part) => part !== last);
  }
  return kept.map(({ name }) => name);
}
