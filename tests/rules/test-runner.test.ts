import { expect, test, vi } from 'vitest'
import { runStep } from '../support/runner/run-step.ts'
import { listTestSteps, type TestStep } from '../support/runner/test-steps.ts'

const inTime = Date.now() + 60_000

test('a step whose browser is missing is reported as not run and counts neither as passed nor as failed', async () => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  const result = await runStep({ ...buildStep('process.exit(1)'), prepare: () => 'found no Firefox' }, inTime)
  print.mockRestore()
  expect(result).toMatchObject({
    passed: 0,
    failed: 0,
    notRun: 'found no Firefox',
    remark: 'NOT RUN: found no Firefox',
  })
})

test.each([
  ['process.exit(0)', { passed: 1, failed: 0 }],
  ['process.exit(1)', { passed: 0, failed: 1 }],
])('a step without a report counts as one test: %s', async (code, counts) => {
  const result = await runStep({ ...buildStep(code), prepare: () => undefined }, inTime)
  expect(result).toMatchObject(counts)
  expect(result.notRun).toBeUndefined()
})

test('both other browsers have a step of npm run test:all, and none of npm test', () => {
  const steps = listTestSteps().filter(({ parts }) => parts.includes('browsers') && !parts.includes('checks'))
  expect(steps.map(({ name, depths }) => [name, depths])).toEqual([
    ['browsers-firefox', ['all']],
    ['browsers-webkit', ['all']],
  ])
})

function buildStep(code: string): TestStep {
  return { name: 'planted', parts: ['browsers'], depths: ['all'], command: ['-e', code], minutes: 1, isLight: true }
}
