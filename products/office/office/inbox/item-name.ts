/** Items by name, `payment.0193…`, and what the lists of the inbox are given. */
import type { Decision } from './queries.ts';

export type Outcomes = Readonly<Record<string, Decision>>;

export interface ListProps {
  /** How items were decided here since the list was read, by name. */
  outcomes: Outcomes;
  open: string | undefined;
  onOpen: (name: string) => void;
}

export const nameOfItem = ({ queue, id }: { queue: string; id: string }) => `${queue}.${id}`;
