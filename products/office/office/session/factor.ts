/** Asks for a code of the authenticator app before a dangerous act. Several calls that need one wait for the same dialog. */
import { ApiProblem } from '@calmly/contract';
import { useSyncExternalStore } from 'react';

interface Asked {
  readonly done: () => void;
  readonly cancel: () => void;
}

let asked: (Asked & { readonly answer: Promise<void> }) | undefined;
const listeners = new Set<() => void>();

/** Resolves once a code was accepted; rejects with `code_canceled`. */
export function askForFactor(): Promise<void> {
  if (asked) return asked.answer;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const close = () => {
    asked = undefined;
    for (const listener of listeners) listener();
  };
  asked = {
    answer: promise,
    done: () => {
      close();
      resolve();
    },
    cancel: () => {
      close();
      reject(new ApiProblem('code_canceled'));
    },
  };
  for (const listener of listeners) listener();
  return promise;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The dialog's two ends, while it is open. */
export const currentlyAsked = (): Asked | undefined => asked;

export const useAsked = (): Asked | undefined => useSyncExternalStore(subscribe, currentlyAsked);
