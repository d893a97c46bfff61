/**
 * Compiles the catalogues' ICU messages in the portal's build, so that no browser loads a parser or parses a sentence. The dev
 * server and the unit tests format the original messages.
 */
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

interface Text {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/**
 * Only for builds. Compiles every text of the package texts and of the products' `texts` that is a property's value; a
 * faulty message fails the build.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'calmly-messages',
    apply: 'build',
    // After TypeScript is stripped.
    enforce: 'post',
    config: () => ({
      resolve: {
        alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }],
      },
    }),
    transform: {
      filter: { id: /\/texts\/(?:src\/)?(?:en|ru)\/[\w-]+\.ts$/ },
      handler(code) {
        let compiled = '';
        let done = 0;
        for (const { start, end, value } of textsIn(this.parse(code))) {
          compiled += code.slice(done, start) + JSON.stringify(compile(value));
          done = end;
        }
        return { code: compiled + code.slice(done), map: null };
      },
    },
  };
}

/** The texts among property values, in source order. */
function textsIn(node: unknown): Text[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { type, value } = node as { type?: string; value?: unknown };
  if (type === 'Property') {
    const text = textOf(value as AstText);
    if (text !== undefined) return [text];
  }
  return Object.values(node).flatMap(textsIn);
}

interface AstText {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked?: string | null } }[];
}

function textOf({ type, start, end, value, quasis }: AstText): Text | undefined {
  const text = type === 'TemplateLiteral' && quasis?.length === 1 ? quasis[0]?.value.cooked : value;
  return typeof text === 'string' ? { start, end, value: text } : undefined;
}
