/** What an office sets up before it can work, in working order. */
export const stepKeys = ['office', 'staff', 'group', 'case', 'deposit'] as const
export type StepKey = (typeof stepKeys)[number]

export interface FirstStep {
  readonly key: StepKey
  /** Null while unknown. */
  readonly isDone: boolean | null
}

/**
 * The requested steps and whether they are done. Returns null while one is unknown (null), because
 * half a list would mislead, unless the first step is known to be open: then it is the next one.
 */
export function listFirstSteps(
  progress: Readonly<Partial<Record<StepKey, boolean | null | undefined>>>,
): readonly FirstStep[] | null {
  const shownKeys = stepKeys.filter((key) => progress[key] !== undefined)
  const isNextKnown = shownKeys.findIndex((key) => progress[key] === false) === 0
  if (!isNextKnown && shownKeys.some((key) => progress[key] === null)) return null
  return shownKeys.map((key) => ({ key, isDone: progress[key] ?? null }))
}

/** What a deposit case needs, each after those it belongs to. */
export const depositParts = ['company', 'department', 'manager', 'project', 'title'] as const
export type DepositPart = (typeof depositParts)[number]

/** The next part to enter; undefined when all exist. Null while one is unknown. */
export function findNextDepositPart(
  progress: Readonly<Record<DepositPart, boolean | null>>,
): DepositPart | undefined | null {
  if (depositParts.some((part) => progress[part] === null)) return null
  return depositParts.find((part) => progress[part] !== true)
}

/** Whether a collection has any record. */
export function hasRecords(rows: Iterable<unknown>): boolean {
  for (const _row of rows) return true
  return false
}
