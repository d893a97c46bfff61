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

/**
 * The texts keep their inline marks: `inlinesOf` reads them. A block that mixes items with other lines is a
 * paragraph.
 */
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

const mark = /\*\*(.*?)\*\*|\[([^[\]]*)\]\(([^)]*)\)/gs;

/** Splits a line into its parts. An unclosed mark is text. */
export function inlinesOf(line: string): Inline[] {
  const parts: Inline[] = [];
  let done = 0;
  for (const { 0: whole, 1: bold, 2: label = '', 3: to = '', index } of line.matchAll(mark)) {
    if (index > done) parts.push({ kind: 'text', text: line.slice(done, index) });
    parts.push(bold === undefined ? { kind: 'link', text: label, to } : { kind: 'bold', text: bold });
    done = index + whole.length;
  }
  if (done < line.length) parts.push({ kind: 'text', text: line.slice(done) });
  return parts;
}

/** Plain words, for search. */
export const plainTextOf = (text: string): string =>
  blocksOf(text)
    .flatMap((block) => ('items' in block ? block.items : [block.text]))
    .map((line) =>
      inlinesOf(line)
        .map((part) => part.text)
        .join(''),
    )
    .join('\n');
