/** Names of people in a list: 'Maria Kask or Boris Sokolov'. */
import { useFormatter } from '@calmly/texts/index.tsx';

/** `const namesOf = useNames(); … namesOf(approval.waitingFor)` */
export function useNames(): (people: readonly { readonly name: string }[]) => string {
  const format = useFormatter();
  return (people) =>
    format.list(
      people.map(({ name }) => name),
      { type: 'disjunction' },
    );
}
