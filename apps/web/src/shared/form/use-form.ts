/**
 * The state of a form, from the first key to the server's answer. A form names its values, reads them, and sends them with a mutation:
 *
 *     const form = useForm({
 *       start: { name: account.name },
 *       read: ({ name }) => (name.trim() ? { body: name.trim() } : { faults: { name: t('nameRequired') } }),
 *       mutation: renameMutation(account.id),
 *       onSent: onClose,
 *     });
 *     return (
 *       <form {...form.props} className={classes.form}>
 *         <TextField label={t('name')} {...form.text('name')} />
 *         <FormMessage form={form} />
 *         <Button type="submit" busy={form.busy}>{t('save')}</Button>
 *       </form>
 *     );
 *
 * - `read` says in words what is wrong with the values, or gives the body to send (or the next step to open). It may be async, and uses nothing but the values and
 *   what does not change with them. The client then checks the body against the endpoint's zod schema before it leaves the browser.
 * - `faults` holds the sentence for each field: from `read`, from the schema, or from the server's problem. A fault disappears when its
 *   field changes; with `live`, faults follow the values after the first submit. `message` is the refusal that belongs to no field.
 * - A refused submit focuses the first field at fault. A second submit while one is on its way does nothing.
 * - With `kept`, the values survive a reload until they are sent.
 * - A value named `key` is the idempotency key: each change renews it, so the same content is sent once and other content is a new intent.
 *
 * Values and faults live in react-hook-form (ADR 41); fields are controlled, so no component needs a ref.
 */
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  set,
  useFormState,
  useForm as useHookForm,
  useWatch,
} from 'react-hook-form';
import { newIdempotencyKey } from '../../session/bank.ts';
import type { tabStorage } from '../../session/tab-storage.ts';
import { type Faults, focusFirstFault, useRefusal } from './faults.ts';

/** What `read` makes of the values. Faults that are undefined are none. */
export type Reading<Body> =
  | { readonly body: Body }
  | { readonly faults: Faults }
  /** Nothing is wrong, but the form does not send yet: it opens its next step. */
  | { readonly next: () => void };

interface FormOptions<Values, Body, Answer> {
  readonly start: Values | (() => Values);
  readonly kept?: Pick<ReturnType<typeof tabStorage<Values>>, 'read' | 'keep' | 'forget'>;
  readonly read: (values: Values) => Reading<Body> | Promise<Reading<Body>>;
  readonly live?: boolean;
  readonly mutation: UseMutationOptions<Answer, Error, Body>;
  readonly onSent?: (answer: Answer, body: Body) => void;
  readonly onRefused?: (error: Error) => void;
}

type Patch<Values> = Partial<Values> | ((before: Values) => Partial<Values>);
type Input = HTMLInputElement | HTMLSelectElement;
type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values];

export interface Form<Values, Answer = unknown> {
  readonly values: Values;
  readonly faults: Faults;
  readonly message: string | undefined;
  readonly busy: boolean;
  /** The call succeeded, with this answer. */
  readonly isSent: boolean;
  readonly answer: Answer | undefined;
  readonly error: Error | null;
  readonly change: (patch: Patch<Values>) => void;
  /** Shows what is wrong before the first submit: for a field that was left. */
  readonly check: () => void;
  /** The props of a text field or a select. */
  readonly text: (name: TextName<Values> & string) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: ChangeEvent<Input>) => void;
  };
  /** For the `<form>` element; a `FormDialog` takes `submit` instead. */
  readonly props: {
    readonly ref: React.RefObject<HTMLFormElement | null>;
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    readonly noValidate: true;
  };
  readonly submit: () => void;
}

export function useForm<Values extends object, Body, Answer>(
  options: FormOptions<Values, Body, Answer>,
): Form<Values, Answer> {
  const { kept, read, live = false, mutation, onSent, onRefused } = options;
  const ref = useRef<HTMLFormElement>(null);
  const underway = useRef(false);
  const [start] = useState(() => kept?.read() ?? startOf(options.start));
  const sending = useMutation(mutation);
  const refusal = useRefusal(sending.error);
  const { control, handleSubmit, setValues, getValues, clearErrors, trigger, reset } = useHookForm<
    Values,
    unknown,
    Exclude<Reading<Body>, { faults: Faults }>
  >({
    defaultValues: start as DefaultValues<Values>,
    shouldFocusError: false,
    resolver: async (values) => {
      const reading = await read(values);
      if (!('faults' in reading)) return { values: reading, errors: {} };
      const found = errorsOf<Values>(reading.faults);
      // Refused without a sentence: nothing is sent, and nothing is marked.
      if (Object.keys(found).length === 0) return { values: { next: () => undefined }, errors: {} };
      return { values: {}, errors: found };
    },
  });
  const values = useWatch({ control }) as Values;
  const { errors, isSubmitted, isSubmitting } = useFormState({ control });
  const busy = isSubmitting || sending.isPending;

  const change = (patch: Patch<Values>) => {
    const next = typeof patch === 'function' ? patch(getValues()) : patch;
    setValues({ ...next, ...('key' in values && { key: newIdempotencyKey() }) });
    kept?.keep(getValues());
    if (live && isSubmitted) void trigger();
    else clearErrors(Object.keys(next) as Parameters<typeof clearErrors>[0]);
    if (sending.isError) sending.reset();
  };
  const submit = async () => {
    if (underway.current || busy) return;
    underway.current = true;
    const form = ref.current ?? document.activeElement?.closest('form');
    const end = () => {
      underway.current = false;
    };
    const send = (reading: Exclude<Reading<Body>, { faults: Faults }>) => {
      if ('next' in reading) {
        end();
        // Faults of the next step show after its own submit.
        reset(getValues());
        return reading.next();
      }
      const { body } = reading;
      sending.mutate(body, {
        onSuccess: (answer) => {
          kept?.forget();
          onSent?.(answer, body);
        },
        onError: (error) => {
          onRefused?.(error);
          focusFirstFault(form);
        },
        onSettled: end,
      });
    };
    const refuse = () => {
      end();
      focusFirstFault(form);
    };
    try {
      await handleSubmit(send, refuse)();
    } catch (error) {
      end();
      throw error;
    }
  };
  const faults = { ...refusal.fields, ...faultsOf(errors) };
  return {
    values,
    faults,
    message: refusal.message,
    busy,
    isSent: sending.isSuccess,
    answer: sending.data,
    error: sending.error,
    change,
    check: () => void trigger(),
    text: (name) => ({
      name,
      value: values[name] as string,
      error: faults[name],
      onChange: ({ currentTarget: { value } }) => change({ [name]: value } as Partial<Values>),
    }),
    props: {
      ref,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        void submit();
      },
    },
    submit: () => void submit(),
  };
}

const startOf = <Values>(start: Values | (() => Values)): Values =>
  typeof start === 'function' ? (start as () => Values)() : start;

/** Sentences by path as the library nests them. */
function errorsOf<Values extends object>(faults: Faults): FieldErrors<Values> {
  const errors = {};
  for (const [path, message] of Object.entries(faults))
    if (message) set(errors, path, { type: 'read', message });
  return errors;
}

/** The way back: nested errors as sentences by path. */
function faultsOf(errors: object, at = ''): Faults {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]) =>
      error?.type === 'read'
        ? [[at + name, error.message]]
        : Object.entries(faultsOf(error ?? {}, `${at}${name}.`)),
    ),
  );
}
