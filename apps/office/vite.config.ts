/** Build of the office, with the portal's own steps. It is small and used on desks, so the bundler divides it as it likes. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { directIcons } from '../web/plugins/direct-icons.ts';
import { compiledMessages } from '../web/plugins/messages.ts';
import {
  compiled,
  cspNonce,
  output,
  precompress,
  resolving,
  withoutSummaries,
} from '../web/plugins/react-build.ts';

const officePort = process.env.OFFICE_PORT ?? '3001';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  plugins: [react(), compiled(), compiledMessages(), directIcons(), withoutSummaries(), precompress()],
  html: { cspNonce },
  resolve: resolving,
  build: output,
  server: {
    proxy: { '/office/api': { target: `http://127.0.0.1:${officePort}`, changeOrigin: true } },
  },
});
