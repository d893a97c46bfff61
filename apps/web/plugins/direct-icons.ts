/** Imports each icon from its own file in the portal's build: through the package's index, six thousand of them would be parsed. */
import type { Plugin } from 'vite';

/** Only for builds. Imports must name the icons; a namespace import stays unchanged. */
export function directIcons(): Plugin {
  return {
    name: 'calmly-direct-icons',
    apply: 'build',
    transform: {
      filter: { id: /\.tsx?$/, code: /@tabler\/icons-react/ },
      // After TypeScript is stripped: every remaining name is an icon. Lines are preserved for the source map.
      handler: (code) => ({
        code: code.replace(/import \{([^}]*)\} from ["']@tabler\/icons-react["'];/g, (_, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean)
            .map((name) => name.split(' as '))
            .map(
              ([icon, local = icon]) =>
                `import ${local} from '@tabler/icons-react/dist/esm/icons/${icon}.mjs';`,
            )
            .join(' '),
        ),
        map: null,
      }),
    },
  };
}
