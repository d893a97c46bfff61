/** The ports of a server: the portal's and the office's, held from the start on, so that a second server fails before it touches a database. */
import type { Config } from '@calmly/platform/config/config.ts';
import { holdOfficePort, holdPort, listenRefusal } from '@calmly/platform/http/held-port.ts';
import type { App } from './app.ts';
import type { AppConfig } from './composition.ts';
import type { Addresses } from './welcome.ts';

export interface Ports {
  /** Where the office will be; undefined if this server has none. */
  readonly officeAt: AppConfig['officeAt'];
  /** Gives up what is still held. */
  release(): Promise<void>;
  /** Lets the app listen in place of the answer that it is starting. */
  listen(app: Pick<App, 'listen' | 'office'>): Promise<Addresses>;
}

/** Holds the ports that the configuration asks for; throws a `Refusal` if one is taken. */
export async function holdPorts(config: Config): Promise<Ports> {
  const { host, port, office } = config;
  const portal = office.mode === 'only' ? undefined : await holdPort(config);
  const own =
    office.mode === 'off'
      ? undefined
      : await holdOfficePort(config).catch(async (error: unknown) => {
          await portal?.release();
          throw error;
        });
  return {
    officeAt: own && {
      url: office.publicUrl ?? `http://${host}:${own.port}`,
      publicUrl: office.publicUrl,
      networks: office.networks,
    },
    async release() {
      await portal?.release();
      await own?.release();
    },
    async listen(app) {
      await portal?.release();
      const bound = portal && (await app.listen({ host, port }).catch(refuse(port, 'PORT')));
      await own?.release();
      const officeBound =
        own && (await app.office?.listen({ host, port: own.port }).catch(refuse(own.port, 'OFFICE_PORT')));
      return {
        portal: bound && addressOf(bound, host),
        office: officeBound && addressOf(officeBound, host),
      };
    },
  };

  function refuse(taken: number, variable: 'PORT' | 'OFFICE_PORT') {
    return (error: unknown): never => {
      throw listenRefusal(error, { host, port: taken }, variable);
    };
  }
}

/** The name that a person would type for the bound address. */
function addressOf(bound: string, host: string): string {
  const url = new URL(bound);
  url.hostname = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return url.origin;
}
