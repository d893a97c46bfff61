/** The control of hostile-xml.test: reads XML like a library without limits, and follows references of a document type. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';

const [directory = ''] = process.argv.slice(2);
const peak = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1_024;

interface Element {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Element[];
}

const before = peak();
for (const name of readdirSync(directory).sort()) {
  const parser = new SaxesParser();
  const root: Element = { name: '', attributes: {}, children: [] };
  const open: Element[] = [root];
  const external: string[] = [];
  parser.on('error', () => undefined);
  parser.on('doctype', (text) => external.push(...(/"(http[^"]+)"/.exec(text)?.slice(1) ?? [])));
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: { ...attributes } as Record<string, string>, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.write(readFileSync(join(directory, name), 'utf8')).close();
  for (const address of external) await fetch(address).then((response) => response.text());
}
process.stdout.write(`${JSON.stringify({ grown: peak() - before, loopMs: 0 })}\n`);
