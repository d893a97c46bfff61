/** Every control has its line and its test. `npm run test:all -- controls` breaks the line and runs the test. */
import { expect, test } from 'vitest';
import { faultOf, readControls } from './test/controls.mjs';

const controls = readControls();

test('every control names one line of the product and a test', () => {
  const faults = controls.map((control) => [control.name, faultOf(control)]).filter(([, fault]) => fault);
  expect(faults).toEqual([]);
});

test('no two controls have the same name', () => {
  const names = controls.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
