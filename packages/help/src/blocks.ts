/**
 * Reads the text of an article: blocks separated by an empty line. `## ` begins a heading, `- ` an item, `1. ` a step; anything else is a paragraph.
 * Inside a line, `**bold**` and `[label](/path)`.
 */
export type Block =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  | { readonly kind: 'list' | 'steps'; readonly items: readonly string[] };

export type Inline =
  | { readonly kind: 'text' | 'bold'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

const item = /^- /;
const step = /^\d+\. /;

export function blocksOf(text: string): Block[] {
  return text
    .trim()
    .split('\n\n')
    .map((block): Block => {
      const lines = block.split('\n');
      if (block.startsWith('## ')) return { kind: 'heading', text: block.slice(3) };
      if (lines.every((line) => item.test(line)))
        return { kind: 'list', items: lines.map((line) => line.slice(2)) };
      if (lines.every((line) => step.test(line)))
        return { kind: 'steps', items: lines.map((line) => line.replace(step, '')) };
      return { kind: 'paragraph', text: lines.join(' ') };
    });
}

/** A line in its parts. A mark without its end is text. */
export function inlinesOf(line: string): Inline[] {
  const parts: Inline[] = [];
  let rest = line;
  for (;;) {
    const bold = rest.indexOf('**');
    const link = rest.indexOf('[');
    const [at, isLink] = bold >= 0 && (link < 0 || bold < link) ? [bold, false] : [link, true];
    const found = at < 0 ? undefined : isLink ? linkAt(rest, at) : boldAt(rest, at);
    if (!found) break;
    if (at > 0) parts.push({ kind: 'text', text: rest.slice(0, at) });
    parts.push(found.part);
    rest = rest.slice(found.end);
  }
  if (rest !== '') parts.push({ kind: 'text', text: rest });
  return parts;
}

interface Found {
  readonly part: Inline;
  readonly end: number;
}

function boldAt(text: string, at: number): Found | undefined {
  const end = text.indexOf('**', at + 2);
  return end < 0 ? undefined : { part: { kind: 'bold', text: text.slice(at + 2, end) }, end: end + 2 };
}

function linkAt(text: string, at: number): Found | undefined {
  const middle = text.indexOf('](', at);
  const end = middle < 0 ? -1 : text.indexOf(')', middle);
  if (end < 0) return undefined;
  const part = { kind: 'link', text: text.slice(at + 1, middle), to: text.slice(middle + 2, end) } as const;
  return { part, end: end + 1 };
}

/** The words alone, for search. */
export const plainTextOf = (text: string): string =>
  blocksOf(text)
    .flatMap((block) => ('items' in block ? block.items : [block.text]))
    .map((line) =>
      inlinesOf(line)
        .map((part) => part.text)
        .join(''),
    )
    .join('\n');
