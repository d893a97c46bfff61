/** Errors by path, as the form layer uses them. Not in `faults.ts`, which pages without the layer use: this file loads the library. */
import { type FieldErrors, set } from 'react-hook-form';
import type { Faults } from './faults.ts';

/** The fields whose faults are shown: those that lost focus, or all after a submit. */
export type Shown = ReadonlySet<string> | 'all';

/** Empty sentences are left out. */
export const shownFaults = (faults: Faults, shown: Shown): Faults =>
  Object.fromEntries(
    Object.entries(faults).filter(([path, sentence]) => sentence && (shown === 'all' || shown.has(path))),
  );

/** The server's faults after a change: a fault is removed with a change of its field, or with any change if it names no field of the form. */
export function withoutChanged(faults: Faults, changed: readonly string[], known: readonly string[]): Faults {
  const stays = ([path]: [string, unknown]) => {
    const [field = ''] = path.split('.');
    return known.includes(field) && !changed.includes(field);
  };
  const left = Object.entries(faults).filter(stays);
  return left.length === Object.keys(faults).length ? faults : Object.fromEntries(left);
}

/** Sentences by path, nested as the library requires. Without a sentence there is still an error, so that nothing is sent. */
export function errorsOf<Values extends object>(faults: Faults): FieldErrors<Values> {
  const errors = {};
  for (const [path, message] of Object.entries(faults))
    if (message) set(errors, path, { type: 'read', message });
  if (Object.keys(errors).length === 0) set(errors, 'form', { type: 'silent' });
  return errors;
}

/** The inverse: nested errors as sentences by path. */
export function faultsOf(errors: object, at = ''): Faults {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]) => {
      if (error?.type === 'read') return [[at + name, error.message]];
      return error?.type === 'silent' ? [] : Object.entries(faultsOf(error ?? {}, `${at}${name}.`));
    }),
  );
}
