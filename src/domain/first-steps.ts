/** What is to be set up before an office can work, in the order in which one needs the other. */
export const stepKeys = [
  'group',
  'case',
  'company',
  'department',
  'manager',
  'project',
  'title',
  'office',
  'backup',
] as const
export type StepKey = (typeof stepKeys)[number]

export interface FirstStep {
  readonly key: StepKey
  readonly isDone: boolean
}

/** Each step with whether it is done; one that is not asked for is left out. Null while anything of it is unknown (null): half a list would mislead. */
export function firstSteps(standing: Readonly<Partial<Record<StepKey, boolean | null>>>): readonly FirstStep[] | null {
  const asked = stepKeys.filter((key) => standing[key] !== undefined)
  if (asked.some((key) => standing[key] === null)) return null
  return asked.map((key) => ({ key, isDone: standing[key] === true }))
}

/** Whether a collection holds anything at all. */
export function hasAny(rows: Iterable<unknown>): boolean {
  for (const _row of rows) return true
  return false
}
