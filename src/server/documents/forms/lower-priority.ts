import { constants, setPriority } from 'node:os'

/**
 * Lowers the priority of the calling thread below server and database. HAZARD: outside Linux the
 * same call affects the whole process, so it is skipped there.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // The system may forbid it; the work continues at normal priority.
  }
}
