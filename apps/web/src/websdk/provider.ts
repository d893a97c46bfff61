/** The widget's calls to the sandbox's provider, with the widget's own token; never with the portal's session. */
import {
  type EndpointInput,
  type EndpointSpec,
  getSandboxApplicant,
  type SandboxApplicant,
  submitSandboxDocuments,
  zSandboxApplicant,
} from '@calmly/contract';
import { z } from 'zod';
import type { Host } from './host.ts';

export interface Provider {
  findApplicant(): Promise<SandboxApplicant>;
  handIn(documents: EndpointInput<typeof submitSandboxDocuments>['body']): Promise<SandboxApplicant>;
}

/** Talks for the token that the page gave; one that has expired is renewed once per call. */
export function createProvider(host: Pick<Host, 'renewToken'>, firstToken: string): Provider {
  let token = firstToken;

  async function call(endpoint: EndpointSpec, body?: unknown): Promise<SandboxApplicant> {
    const request = () =>
      fetch(`/api${endpoint.path}`, {
        method: endpoint.method,
        headers: {
          'x-access-token': token,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    let response = await request();
    if (response.status === 401) {
      token = await host.renewToken();
      response = await request();
    }
    if (!response.ok) throw new Error(`the provider answered ${response.status}`);
    return z.decode(zSandboxApplicant, await response.json());
  }

  return {
    findApplicant: () => call(getSandboxApplicant),
    handIn: (documents) => call(submitSandboxDocuments, z.encode(submitSandboxDocuments.body, documents)),
  };
}
