import { describe, expect, test } from 'vitest';
import { axisFigure, coordinate, linear, spread, ticks } from './chart-scale.ts';

describe('the scale of a chart', () => {
  test.each([
    [392_000, 470_000, 4, [350_000, 400_000, 450_000, 500_000]],
    [0, 9, 4, [0, 5, 10]],
    [0, 0, 4, [0, 1]],
    [-1_200, 4_000, 4, [-2_000, 0, 2_000, 4_000]],
  ])('covers %i to %i with round figures', (low, high, count, expected) => {
    expect(ticks(low, high, count)).toEqual(expected);
  });

  test.each([
    [0, '0', undefined],
    [950, '950', undefined],
    [490_000, '490', 'thousands'],
    [2_500, '2.5', 'thousands'],
    [-1_250_000, '\u22121.25', 'millions'],
    [8_000_000_000, '8', 'billions'],
  ])('writes %i as %s %s', (value, figure, unit) => {
    expect(axisFigure(value)).toEqual({ value: figure, unit });
  });

  test('places the ends on the ends, and a flat line without dividing by zero', () => {
    const scale = linear(10, 20, 100, 0);
    expect([scale(10), scale(15), scale(20)]).toEqual([100, 50, 0]);
    expect(linear(5, 5, 0, 80)(5)).toBe(0);
  });

  test('spreads labels over first and last', () => {
    expect(spread(90, 5)).toEqual([0, 22, 45, 67, 89]);
    expect(spread(3, 5)).toEqual([0, 1, 2]);
  });

  test('reads the whole part of a decimal amount', () => {
    expect(coordinate('460451.39')).toBe(460_451);
    expect(coordinate('-0.50')).toBe(-0);
  });
});
