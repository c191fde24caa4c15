import { constants, setPriority } from 'node:os'

/**
 * The thread that calls this works behind whoever is at a screen: it gets what server and database leave of the processors. HAZARD: elsewhere than on Linux the same call
 * is about the whole process, so nothing is done there.
 */
export function workBehindScreens(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(constants.priority.PRIORITY_LOW)
  } catch {
    // A supervisor that forbids it: the work is done all the same.
  }
}
