/** Times of a day as the options of a select. */

/** Every half hour, and the chosen time where it is another. */
export function ClockOptions({ chosen }: { chosen: string }) {
  const times = Array.from(
    { length: 48 },
    (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
  );
  const all = times.includes(chosen) ? times : [...times, chosen].sort();
  return all.map((time) => (
    <option key={time} value={time}>
      {time}
    </option>
  ));
}
