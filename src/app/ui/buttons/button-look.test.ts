import { expect, test } from 'vitest'
import { buildButtonClass, buildIconButtonClass, buttonSizes } from './button-look.ts'

/** Tailwind sizes count in steps of 4 px. */
const minSteps = 44 / 4

function readFingerSteps(classes: string): number {
  const [, steps] = /(?:^|\s)coarse:(?:h|size)-(\d+)(?:\s|$)/.exec(classes) ?? []
  return Number(steps ?? 0)
}

test.each(buttonSizes)('a button of size %s is at least 44 px high on touch screens', (size) => {
  expect(readFingerSteps(buildButtonClass('secondary', size))).toBeGreaterThanOrEqual(minSteps)
  expect(readFingerSteps(buildIconButtonClass('secondary', size, false))).toBeGreaterThanOrEqual(minSteps)
})
