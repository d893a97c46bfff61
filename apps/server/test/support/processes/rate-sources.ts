/**
 * Two sources of exchange rates on a local port: `/ecb.xml` has the form of the European Central Bank's eurofxref-daily.xml, `/latest.json` that of Open Exchange Rates'
 * latest.json, which needs a token.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RateSources {
  readonly referenceUrl: string;
  readonly marketUrl: string;
  readonly authorization: string;
  /** The day of the bank's file. */
  day: string;
  reference: Record<string, string>;
  /** Market rates in their original notation, for one unit of the base. */
  market: { timestamp: number; base: string; rates: Record<string, string> };
  /** Replaces the true answer. */
  fault: ((path: string, response: ServerResponse) => boolean) | undefined;
  readonly paths: string[];
  /** Changes market rates at a later moment. */
  move(rates: Record<string, string>): void;
  close(): Promise<void>;
}

const authorization = 'Token 0123456789abcdef';

export async function startRateSources(): Promise<RateSources> {
  const server = createServer(({ url = '', headers }, response) => {
    sources.paths.push(url);
    if (sources.fault?.(url, response)) return;
    if (url === '/ecb.xml') return void response.setHeader('content-type', 'text/xml').end(ecbFile(sources));
    if (url !== '/latest.json') return void response.writeHead(404).end();
    if (headers.authorization !== authorization) return void response.writeHead(401).end();
    response.setHeader('content-type', 'application/json').end(latestJson(sources.market));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sources: RateSources = {
    referenceUrl: `${base}/ecb.xml`,
    marketUrl: `${base}/latest.json`,
    authorization,
    day: new Date().toISOString().slice(0, 10),
    reference: {
      USD: '1.1584',
      GBP: '0.87960',
      CHF: '0.9283',
      PLN: '4.2430',
      CZK: '24.180',
      SEK: '10.9850',
      JPY: '181.30',
      BRL: '6.2',
    },
    market: {
      timestamp: Math.floor(Date.now() / 1000),
      base: 'USD',
      rates: {
        EUR: '0.8630',
        GBP: '0.75935',
        CHF: '0.8010',
        PLN: '3.6628',
        CZK: '20.87',
        SEK: '9.483',
        JPY: '156.5',
        KWD: '3.0706e-1',
      },
    },
    fault: undefined,
    paths: [],
    move(rates) {
      const timestamp = Math.max(Math.floor(Date.now() / 1000), this.market.timestamp + 1);
      this.market = { ...this.market, timestamp, rates: { ...this.market.rates, ...rates } };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return sources;
}

const ecbFile = ({
  day,
  reference,
}: Pick<RateSources, 'day' | 'reference'>) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${day}'>
${Object.entries(reference)
  .map(([currency, rate]) => `			<Cube currency='${currency}' rate='${rate}'/>`)
  .join('\n')}
		</Cube>
	</Cube>
</gesmes:Envelope>
`;

const latestJson = ({ timestamp, base, rates }: RateSources['market']) => `{
  "disclaimer": "https://openexchangerates.org/terms/",
  "timestamp": ${timestamp},
  "base": "${base}",
  "rates": { ${Object.entries(rates)
    .map(([currency, rate]) => `"${currency}": ${rate}`)
    .join(', ')} }
}`;
